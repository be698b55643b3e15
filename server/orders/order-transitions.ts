// The steps that decide an order. The checkout takes them, or the reconciler if the checkout died.
import { moveAttempt } from '#server/charges/payment-attempts.store.ts';
import type { Payment } from '#server/charges/providers/provider.ts';
import type { Clock } from '#server/clock.ts';
import type { CacheTag } from '#server/database/cache-tags.ts';
import type { Db } from '#server/database/schema.ts';
import type { Sender } from '#server/mail/email-template.ts';
import type { Outbox } from '#server/mail/mail.ts';
import { reservedEmails } from '#server/reservations/reservation-emails.ts';
import * as reservations from '#server/reservations/reservations.store.ts';
import type { HarvestPounds } from '#server/reservations/start-reservation.ts';
import * as orderStore from './order.store.ts';
import { confirmationEmail, failureEmail, farmNoticeEmails } from './order-emails.ts';

/** What the catalog lets orders do with its stock. */
export type Stock = Pick<typeof import('#server/catalog/stock.store.ts'), 'hold' | 'release'>;
/** What an order gives back when it ends without a sale. */
export const RESTOCKED: CacheTag[] = ['stock', 'harvests'];

export type OrderTransitions = ReturnType<typeof createOrderTransitions>;

/** The reconciler looks at a payment after this time, which is longer than a checkout may take. */
export const CHECK_AFTER_MS = 45_000;

/** `from` says on which side of the commit the order ends: a committed order is never rolled back. */
export type Failure = {
  text: string;
  status: number;
  attempt: 'declined' | 'voided';
  from: 'pending' | 'authorised';
  /** The buyer was told that the payment is pending, or got no response at all, so an email tells the outcome. */
  tellByEmail: boolean;
};

type Deps = {
  stock: Stock;
  harvestPounds: Pick<HarvestPounds, 'giveBack'>;
  outbox: Outbox;
  now: Clock;
  sender(): Sender;
};

/** On which side of the commit its payment is. */
const attemptStates = { pending: 'open', authorised: 'approved' } as const;

export function createOrderTransitions({ stock, harvestPounds, outbox, now, sender }: Deps) {
  return { markAuthorized, markPaid, fail, restock, releaseReserved };

  /** Commits the order: from here on it is rolled forward. False if it is no longer pending. */
  async function markAuthorized(tx: Db, id: number, payment: Payment): Promise<boolean> {
    const set = { payment_id: payment.id, card: payment.card };
    const next_check_at = new Date(now().getTime() + CHECK_AFTER_MS).toISOString();
    const [moved, order] = await Promise.all([
      moveAttempt(tx, { order_id: id, from: 'open', to: 'approved', payment_id: payment.id, next_check_at }),
      orderStore.transition(tx, { id, from: ['pending'], to: 'authorised', set }),
    ]);
    // Staff canceled the order: its payment is still to be voided.
    if (moved && !order)
      await moveAttempt(tx, { order_id: id, from: 'approved', to: 'open', next_check_at: now().toISOString() });
    return order !== undefined;
  }

  /** The money is captured. The emails are queued in the same transaction, so that none is sent for an unpaid order. */
  async function markPaid(tx: Db, id: number): Promise<orderStore.OrderRow | undefined> {
    const [, order, lines] = await Promise.all([
      moveAttempt(tx, { order_id: id, from: 'approved', to: 'captured', next_check_at: null }),
      orderStore.transition(tx, { id, from: ['authorised'], to: 'paid' }),
      orderStore.listLines(tx, id),
    ]);
    if (!order) return undefined;
    await orderStore.insertEvent(tx, { order_id: id, status: 'paid', at: now().toISOString() });
    if (lines.length === 0) return tellReserved(tx, order);
    const toBuyer = order.email ? [confirmationEmail({ ...order, email: order.email }, lines, sender())] : [];
    await outbox.queue(tx, ...toBuyer, ...farmNoticeEmails(order, lines, sender()));
    return order;
  }

  /** An order without hops reserves them. */
  async function tellReserved(tx: Db, order: orderStore.OrderRow): Promise<orderStore.OrderRow> {
    const reservation = await reservations.findByOrder(tx, order.id);
    if (!reservation) throw new Error(`Order ${order.id} is empty.`);
    await outbox.queue(tx, ...reservedEmails(order, { ...reservation, at: now().toISOString() }, sender()));
    return order;
  }

  /** Nothing was captured. The pounds go back only if this call is what ended the order. */
  async function fail(tx: Db, id: number, { text, status, attempt, from, tellByEmail }: Failure): Promise<boolean> {
    const set = { failure: text, failure_status: status };
    // Staff may have canceled the order. If it was committed in the meantime, its attempt is rolled forward and stays as it is.
    const [, order] = await Promise.all([
      moveAttempt(tx, { order_id: id, from: attemptStates[from], to: attempt, next_check_at: null }),
      orderStore.transition(tx, { id, from: [from], to: 'failed', set }),
    ]);
    if (!order) return false;
    await restock(tx, id, 'release');
    await orderStore.insertEvent(tx, { order_id: id, status: 'failed', at: now().toISOString(), note: text });
    if (tellByEmail && order.email)
      await outbox.queue(tx, failureEmail({ ...order, email: order.email }, text, sender()));
    return true;
  }

  /** What the order holds of a harvest that is not weighed yet. */
  async function releaseReserved(tx: Db, order_id: number): Promise<void> {
    const reserved = await reservations.release(tx, order_id);
    if (reserved) await harvestPounds.giveBack(tx, reserved);
  }

  /** The pounds that are still out: a refund in part may have brought some back. */
  async function restock(tx: Db, order_id: number, reason: 'release' | 'refund', account_id: number | null = null) {
    await releaseReserved(tx, order_id);
    const returned = await orderStore.listReturned(tx, order_id);
    for (const { product_id, pounds } of await orderStore.listLines(tx, order_id)) {
      const out = pounds - returned.reduce((sum, each) => sum + (each.product_id === product_id ? each.pounds : 0), 0);
      if (out > 0)
        await stock.release(tx, { product_id, pounds: out, order_id, account_id, reason, at: now().toISOString() });
    }
  }
}
