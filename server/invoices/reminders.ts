// Reminds buyers of open invoices. An invoice counts the reminders whose day has come, in the transaction that queues the email,
// so each goes out once whatever stops in between, and those that were missed go out as one.
import { farmDateTime, farmDay } from '#contracts/dates.ts';
import { addDays, countDays } from '#contracts/sales-range.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import * as orderStore from '#server/orders/order.store.ts';
import type { Mail } from './credit-notes.ts';
import { reminderEmail } from './invoice-emails.ts';
import * as invoices from './invoices.store.ts';

/** Days after the due date. */
const REMINDERS = [-3, 1, 14, 30];
/** No reminder comes sooner after the invoice itself. */
const MIN_DAYS = 3;
/** Nobody wants to read about money at midnight. */
const FIRST_HOUR = 8;
const BATCH = 100;

type Deps = Mail & { database: Database; now: Clock };

export async function sendReminders(deps: Deps, isStopping: () => boolean): Promise<void> {
  const { database, now } = deps;
  const at = now().toISOString();
  if (Number(farmDateTime(at).slice(11, 13)) < FIRST_HOUR) return;
  const today = farmDay(at);
  const dueBy = REMINDERS.map((days) => addDays(today, -days));
  while (!isStopping()) {
    const found = await invoices.listToRemind(database.db, dueBy, BATCH);
    for (const invoice of found) {
      if (isStopping()) return;
      await database.transaction([], (tx) => remind(tx, invoice, { ...deps, today }));
    }
    if (found.length < BATCH) return;
  }
}

async function remind(
  tx: Db,
  { number, reminders: seen, due_on }: { number: number; reminders: number; due_on: string },
  { outbox, sender, today }: Mail & { today: string },
): Promise<void> {
  const passed = REMINDERS.filter((days) => addDays(due_on, days) <= today);
  // Another instance was faster, or it has been paid.
  if (!(await invoices.countReminders(tx, number, { from: seen, to: passed.length }))) return;
  const invoice = await invoices.find(tx, number);
  const order = invoice && (await orderStore.find(tx, invoice.order_id));
  const day = addDays(due_on, passed.at(-1) ?? 0);
  if (!invoice || !order?.email || day < addDays(invoice.issued_on, MIN_DAYS)) return;
  const days = daysUntil(due_on, today);
  await outbox.queue(tx, reminderEmail({ ...order, email: order.email }, invoice, { days, sender: sender() }));
}

/** Below zero once it has passed. */
const daysUntil = (day: string, today: string): number =>
  day >= today ? countDays({ from: today, to: day }) - 1 : 1 - countDays({ from: day, to: today });
