// An order as what a card pays for: what becomes of it when its charge is authorized, paid, failed or given back.
import { isPaidStatus } from '#contracts/ordering-rules.ts';
import type { ChargeShop, Purpose } from '#server/charges/purpose.ts';
import type { Db } from '#server/database/schema.ts';
import { notFound } from '#server/http-errors.ts';
import { reservedEmails } from '#server/reservations/reservation-emails.ts';
import * as reservations from '#server/reservations/reservations.store.ts';
import { applyRefund } from './apply-refund.ts';
import { lockOrder } from './lock-order.ts';
import * as orderStore from './order.store.ts';
import { ORDER_NOT_FOUND } from './order-details.ts';
import { confirmationEmail, failureEmail, farmNoticeEmails } from './order-emails.ts';
import { RESTOCKED, type Restock } from './restock.ts';

export const CANCELED = { text: 'The farm canceled this order. Nothing was charged.', status: 409 };

/** On which side of the commit an order is. */
const statusOf = { open: 'pending', approved: 'authorised' } as const;

export const orderPurpose = (restock: Restock): Purpose => ({
  tags: RESTOCKED,

  async receipt(db, { order_id }) {
    const { id, view_key } = await requireOrder(db, order_id);
    return { order: { id, key: view_key } };
  },

  /** Commits the order: from here on it is rolled forward. */
  async authorized(_shop, tx, { order_id: id, payment_id, card }) {
    const set = { payment_id, card };
    const order = await orderStore.transition(tx, { id, from: ['pending'], to: 'authorised', set });
    return order ? undefined : CANCELED;
  },

  /** The emails are queued in the same transaction, so that none is sent for an unpaid order. */
  async paid({ outbox, sender, now }, tx, { order_id: id }) {
    const [order, lines] = await Promise.all([
      orderStore.transition(tx, { id, from: ['authorised'], to: 'paid' }),
      orderStore.listLines(tx, id),
    ]);
    if (!order) return;
    const at = now().toISOString();
    await orderStore.insertEvent(tx, { order_id: id, status: 'paid', at });
    if (lines.length === 0) {
      await outbox.queue(tx, ...reservedEmails(order, { ...(await requireReservation(tx, id)), at }, sender()));
      return;
    }
    const toBuyer = order.email ? [confirmationEmail({ ...order, email: order.email }, lines, sender())] : [];
    await outbox.queue(tx, ...toBuyer, ...farmNoticeEmails(order, lines, sender()));
  },

  /** The pounds go back only if this is what ended the order: staff may have canceled it. */
  async failed({ outbox, sender, now }, tx, { order_id: id, state }, { text, status, tellByEmail }) {
    const from = statusOf[state === 'approved' ? 'approved' : 'open'];
    const set = { failure: text, failure_status: status };
    const order = await orderStore.transition(tx, { id, from: [from], to: 'failed', set });
    if (!order) return;
    await restock.all(tx, { order_id: id, reason: 'release' });
    await orderStore.insertEvent(tx, { order_id: id, status: 'failed', at: now().toISOString(), note: text });
    if (tellByEmail && order.email)
      await outbox.queue(tx, failureEmail({ ...order, email: order.email }, text, sender()));
  },

  async lock(tx, { order_id }) {
    await lockOrder(tx, order_id);
  },

  refunded: async (shop: ChargeShop, tx, refund, charge) =>
    applyRefund(shop, tx, { order: await requireOrder(tx, charge.order_id), refund, charge, restock }),

  async claim(db, { order_id }) {
    const order = await orderStore.find(db, order_id);
    return {
      holds: order !== undefined && order.status !== 'failed',
      countedAs: order && isPaidStatus(order.status) ? 'its order counts' : undefined,
    };
  },
});

async function requireOrder(db: Db, id: number): Promise<orderStore.OrderRow> {
  const order = await orderStore.find(db, id);
  if (!order) throw notFound(ORDER_NOT_FOUND);
  return order;
}

/** An order without hops reserves them. */
async function requireReservation(tx: Db, id: number) {
  const reservation = await reservations.findByOrder(tx, id);
  if (!reservation) throw new Error(`Order ${id} is empty.`);
  return reservation;
}
