// Tells staff and the log that a payment needs a person.
import { cents, formatCents } from '#contracts/money.ts';
import { NO_PAYMENT } from '#contracts/payment-alerts.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import * as store from './payment-alerts.store.ts';

type Deps = { database: Database; now: Clock; report(error: Error, what: string): void };
/** `what` ends a sentence that starts with the payment: "was captured without an order". */
type Alert = { payment_id: string; order_id: number | null; what: string };

/** For what is not about one payment. `what` is a sentence without its period. */
export const shopAlert = (what: string): Alert => ({ payment_id: NO_PAYMENT, order_id: null, what });

export async function raiseAlert({ database, now, report }: Deps, alert: Alert, raise = store.raise): Promise<void> {
  const isNew = await database.transaction([], (tx) => raise(tx, { ...alert, at: now().toISOString() }));
  const subject = alert.payment_id === NO_PAYMENT ? '' : `Payment ${alert.payment_id} `;
  if (isNew) report(new Error(`${subject}${alert.what}.`), 'A payment needs attention.');
}

export const notPaidBack = (refusal: string): string => `was not paid back by the provider: ${refusal}`;

type MadeAfterAll = {
  payment_id: string;
  order_id: number;
  refusal: string | null;
  amount_cents: number;
  /** Whether it was asked for again since. */
  isTwice: boolean;
  at: string;
};

/** For a refund that counted as refused, and was made. */
export async function correctAlert(tx: Db, { refusal, amount_cents, isTwice, ...about }: MadeAfterAll): Promise<void> {
  const { payment_id, order_id, at } = about;
  await store.withdraw(tx, { payment_id, what: notPaidBack(refusal ?? '') });
  const what = `gave back $${formatCents(cents(amount_cents))} twice: the first refund counted as refused, but the provider had made it. Both are recorded now`;
  if (isTwice) await store.raise(tx, { payment_id, order_id, what, at });
}
