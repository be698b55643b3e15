// Tells the farm by email what it should know. What it is told is noted in the transaction that queues the email, so each thing
// is told once, whatever stops in between and however many instances run.
import { farmDateTime, farmDay } from '#contracts/dates.ts';
import type { Dashboard, Sales } from '#contracts/reports.ts';
import { addDays } from '#contracts/sales-range.ts';
import type { Settings } from '#contracts/setting-sections.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import type { Sender } from '#server/mail/email-template.ts';
import type { Outbox } from '#server/mail/mail.ts';
import { lowStockNotice, mailNotice, morningNotice, type Notice, paymentNotice } from './staff-alert-emails.ts';
import * as store from './staff-alerts.store.ts';

const DAY_MS = 86_400_000;
/** Older ones failed before the shop could tell. */
const GIVEN_UP_DAYS = 7;
const KEPT_DAYS = 90;
/** A shop that starts later in the day is silent until the next morning. */
const MORNING_HOURS = 3;

type Deps = {
  database: Database;
  outbox: Outbox;
  sender(): Sender;
  now: Clock;
  settings(): Settings;
  dashboard(): Promise<{ data: Dashboard }>;
  sales(days: { from: string; to: string }): Promise<{ data: Pick<Sales, 'total'> }>;
  countUnsentEmails(): Promise<number>;
};

export function createStaffAlerts(deps: Deps) {
  const { database, outbox, sender, now, settings } = deps;
  const { db, transaction } = database;
  return { tell, cleanUp };

  async function tell(): Promise<void> {
    const { low_stock, payments, mail, morning, hour } = settings().alerts;
    if (low_stock) await tellLowStock(settings().farm.low_stock);
    if (payments) await tellPayments();
    if (mail) await tellGivenUp();
    if (morning) await tellMorning(hour);
  }

  async function tellLowStock(limit: number): Promise<void> {
    const low = await store.listLowStock(db, limit);
    const ids = low.map(({ id }) => String(id));
    const told = await store.listTold(db, 'low stock');
    const recovered = told.filter((id) => !ids.includes(id));
    if (recovered.length > 0) await transaction([], (tx) => store.forget(tx, 'low stock', recovered));
    await claimAndTell(
      'low stock',
      ids.filter((id) => !told.includes(id)),
      (claimed) =>
        lowStockNotice(
          low.filter(({ id }) => claimed.has(String(id))),
          sender().siteUrl,
        ),
    );
  }

  async function tellPayments(): Promise<void> {
    const open = await store.listPaymentAlerts(db);
    await claimAndTell(
      'payment',
      open.map(({ id }) => String(id)),
      ({ size }) => paymentNotice(size, sender().siteUrl),
    );
  }

  async function tellGivenUp(): Promise<void> {
    const since = new Date(now().getTime() - GIVEN_UP_DAYS * DAY_MS).toISOString();
    const emails = await store.listGivenUp(db, { since, except: settings().farm.order_notices });
    await claimAndTell(
      'mail',
      emails.map(({ id }) => String(id)),
      (claimed) =>
        mailNotice(
          emails.filter(({ id }) => claimed.has(String(id))),
          sender().siteUrl,
        ),
    );
  }

  async function tellMorning(hour: number): Promise<void> {
    const at = now().toISOString();
    const today = farmDay(at);
    const late = Number(farmDateTime(at).slice(11, 13)) - hour;
    if (late < 0 || late >= MORNING_HOURS || (await store.listTold(db, 'morning')).includes(today)) return;
    const yesterday = addDays(today, -1);
    const [{ data: dashboard }, { data: sales }, unsent] = await Promise.all([
      deps.dashboard(),
      deps.sales({ from: yesterday, to: yesterday }),
      deps.countUnsentEmails(),
    ]);
    await claimAndTell('morning', [today], () =>
      morningNotice({ dashboard, yesterday: sales.total, unsent }, sender().siteUrl),
    );
  }

  type Kind = Parameters<typeof store.claim>[1];

  async function claimAndTell(
    kind: Kind,
    subjects: string[],
    describe: (claimed: Set<string>) => Notice | undefined,
  ): Promise<void> {
    if (subjects.length === 0) return;
    await transaction([], async (tx: Db) => {
      const claimed = await store.claim(tx, kind, subjects, now().toISOString());
      const notice = claimed.size > 0 ? describe(claimed) : undefined;
      if (!notice) return;
      await outbox.queue(tx, ...settings().farm.order_notices.map((recipient) => ({ recipient, ...notice })));
    });
  }

  async function cleanUp(): Promise<void> {
    const before = new Date(now().getTime() - KEPT_DAYS * DAY_MS).toISOString();
    await transaction([], (tx) => store.removeOld(tx, before));
  }
}
