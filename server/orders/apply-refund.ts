// What a refund does to its order once the provider has made it. The order must be locked.
import type { Person } from '#contracts/accounts.ts';
import { isPaidStatus } from '#contracts/ordering-rules.ts';
import * as stock from '#server/catalog/stock.store.ts';
import { type RefundRow, refundedCents } from '#server/charges/charge-refunds.store.ts';
import type { Charge } from '#server/charges/charges.store.ts';
import type { ChargeShop } from '#server/charges/purpose.ts';
import type { Db } from '#server/database/schema.ts';
import { creditOrder } from '#server/invoices/credit-notes.ts';
import { refundInvoices } from '#server/invoices/refund-invoices.ts';
import { withCanceledPickup } from '#server/reservations/reservation-emails.ts';
import { findByOrder as findReservation } from '#server/reservations/reservations.store.ts';
import * as orderStore from './order.store.ts';
import { partialRefundEmail, statusEmail } from './order-emails.ts';
import { recordRefund } from './record-refund.ts';
import type { Restock } from './restock.ts';

type Made = { order: orderStore.OrderRow; refund: RefundRow; charge: Charge; restock: Restock };

export async function applyRefund(shop: ChargeShop, tx: Db, made: Made): Promise<void> {
  const { order, refund, charge } = made;
  // The change is in the history, and the buyer knows.
  if (refund.change_id !== null) return;
  const isAll = (await refundedCents(tx, charge.id)) >= charge.amount_cents;
  const { amount_cents } = refund;
  // The card may have paid only a part: the deposit of a reservation, whose rest was invoiced.
  const isLeft = isPaidStatus(order.status) && order.refunded_cents + amount_cents < order.amount_cents;
  if (refund.ends_order === 1 || (isAll && !isLeft)) return endOrder(shop, tx, made);
  const at = shop.now().toISOString();
  const reason = refund.reason ?? '';
  const texts = await recordRefund(tx, order, { ...refund, restock: refund.restock === 1, reason, at });
  if (!order.email) return;
  const email = partialRefundEmail({ ...order, email: order.email }, { amount_cents, texts }, shop.sender());
  await shop.outbox.queue(tx, email);
}

/** Everything was given back. */
async function endOrder(
  { outbox, now, sender }: ChargeShop,
  tx: Db,
  { refund, charge: { order_id: id, provider }, restock }: Made,
): Promise<void> {
  const { account_id, reason } = refund;
  const at = now().toISOString();
  const order = await orderStore.transition(tx, {
    id,
    from: ['authorised', 'paid', 'ready', 'completed', 'cancelled'],
    to: 'refunded',
  });
  if (!order) return;
  const reservation = await findReservation(tx, id);
  // A canceled order has already given its pounds back.
  if (order.was !== 'cancelled') {
    await restock.reserved(tx, id);
    if (refund.ends_order === 1) await restock.all(tx, { order_id: id, reason: 'refund', account_id });
    else if (refund.restock === 1)
      for (const { product_id, pounds } of refund.lines.toSorted((a, b) => a.product_id - b.product_id))
        await stock.release(tx, { product_id, pounds, order_id: id, account_id, reason: 'refund', at });
  }
  // What was added to the order later, such as freight, was invoiced.
  const credit = { amount_cents: undefined, reason: `Order ${id} was refunded`, key: null, account_id, now: now() };
  await creditOrder(tx, { ...credit, order_id: id }, { outbox, sender });
  await refundInvoices(tx, { order_id: id, provider, account_id, reason: credit.reason, at });
  await orderStore.insertEvent(tx, { order_id: id, status: 'refunded', at, account_id, note: reason });
  if (!order.email) return;
  const email = statusEmail({ ...order, email: order.email, back_cents: refund.amount_cents }, 'refunded', sender());
  await outbox.queue(tx, withCanceledPickup(email, order, reservation && { ...reservation, at }, sender()));
}

type Asked = { provider: string; actor: Person; reason: string | null };

/** Gives back what cards paid for the invoices of an order that is over. A canceled one is then refunded. False if there is none. */
export async function refundOver(
  { outbox, now, sender }: ChargeShop,
  tx: Db,
  order: orderStore.OrderRow,
  { provider, actor, reason }: Asked,
): Promise<boolean> {
  const { id: order_id, status } = order;
  const at = now().toISOString();
  const account_id = actor.id;
  const asked = { order_id, provider, account_id, reason: reason ?? `Order ${order_id} was ${publicWord(status)}`, at };
  const back_cents = await refundInvoices(tx, asked);
  if (back_cents === 0) return false;
  if (!(await orderStore.transition(tx, { id: order_id, from: ['cancelled'], to: 'refunded' }))) return true;
  await orderStore.insertEvent(tx, { order_id, status: 'refunded', at, account_id, note: reason });
  if (order.email)
    await outbox.queue(tx, statusEmail({ ...order, email: order.email, back_cents }, 'refunded', sender()));
  return true;
}

const publicWord = (status: string): string => (status === 'cancelled' ? 'canceled' : status);
