// The steps that decide an order, for whoever takes them: the checkout itself, or the reconciler after it died.
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/database/schema.ts';
import type { Outbox } from '#server/mail/mail.ts';
import * as store from '#server/orders/order.store.ts';
import { confirmationEmail, farmNoticeEmail } from '#server/orders/order-emails.ts';
import type { Payment } from '#server/payments/provider.ts';

/** How the catalogue takes and gives back pounds. */
export type Stock = Pick<typeof import('#server/catalog/stock.store.ts'), 'hold' | 'release'>;
export type OrderTransitions = ReturnType<typeof createOrderTransitions>;

/** A checkout that died is looked after so much later: longer than it may take to answer. */
export const CHECK_AFTER_MS = 45_000;

/** `from` says which side of the commit point it ends: nobody rolls back what somebody else has committed. */
export type Failure = { text: string; status: number; attempt: 'declined' | 'voided'; from: 'pending' | 'authorised' };

type Parts = { stock: Stock; outbox: Outbox; now: Clock; siteUrl(): string };

export function createOrderTransitions({ stock, outbox, now, siteUrl }: Parts) {
  return { markAuthorized, markPaid, fail, restock };

  /** The commit point: from here on the order is rolled forward. False when it is no longer pending. */
  async function markAuthorized(tx: Db, id: number, payment: Payment): Promise<boolean> {
    const set = { payment_id: payment.id, card: payment.card };
    const order = await store.transition(tx, { id, from: ['pending'], to: 'authorised', set });
    if (!order) return false;
    const next_check_at = new Date(now().getTime() + CHECK_AFTER_MS).toISOString();
    await store.updateAttempt(tx, { order_id: id, state: 'approved', payment_id: payment.id, next_check_at });
    return true;
  }

  /** The money is taken. Mail goes into the same transaction: nobody hears of an order that is not paid. */
  async function markPaid(tx: Db, id: number): Promise<store.OrderRow | undefined> {
    const order = await store.transition(tx, { id, from: ['authorised'], to: 'paid' });
    if (!order) return undefined;
    await store.updateAttempt(tx, { order_id: id, state: 'captured', next_check_at: null });
    await store.insertEvent(tx, { order_id: id, status: 'paid', at: now().toISOString() });
    const lines = await order.lines();
    const toTheBuyer = order.email ? [confirmationEmail({ ...order, email: order.email }, lines, siteUrl())] : [];
    await outbox.queue(tx, ...toTheBuyer, farmNoticeEmail(order, lines, siteUrl()));
    return order;
  }

  /** Nothing was taken: the pounds go back, if and only if this is what ended the order. */
  async function fail(tx: Db, id: number, { text, status, attempt, from }: Failure): Promise<boolean> {
    const set = { failure: text, failure_status: status };
    const order = await store.transition(tx, { id, from: [from], to: 'failed', set });
    const stands = order ?? (await store.find(tx, id));
    // The attempt of an order that was committed meanwhile is rolled forward, not ended here.
    if (stands?.status === 'failed' || stands?.status === 'cancelled')
      await store.updateAttempt(tx, { order_id: id, state: attempt, next_check_at: null });
    if (!order) return false;
    await restock(tx, id, 'release');
    await store.insertEvent(tx, { order_id: id, status: 'failed', at: now().toISOString(), note: text });
    return true;
  }

  async function restock(tx: Db, order_id: number, reason: 'release' | 'refund', account_id: number | null = null) {
    for (const { product_id, pounds } of await store.listLines(tx, order_id))
      await stock.release(tx, { product_id, pounds, order_id, account_id, reason, at: now().toISOString() });
  }
}
