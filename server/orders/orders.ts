// Orders after checkout: who may see them, and how staff change their status.
import type { Person } from '#contracts/accounts.ts';
import { cents, toDollars } from '#contracts/money.ts';
import { sourceStatuses } from '#contracts/ordering-rules.ts';
import { ORDERS_PER_PAGE } from '#contracts/orders.ts';
import { giveUp } from '#server/charges/charges.store.ts';
import * as alertStore from '#server/charges/payment-alerts.store.ts';
import type { ChargeShop } from '#server/charges/purpose.ts';
import { pagination } from '#server/http/pagination.ts';
import { conflict, notFound } from '#server/http-errors.ts';
import { creditOrder } from '#server/invoices/credit-notes.ts';
import * as ledger from '#server/invoices/ledger.store.ts';
import { requireNotReserved } from '#server/reservations/require-weighed.ts';
import { withCanceledPickup } from '#server/reservations/reservation-emails.ts';
import { findByOrder as findReservation } from '#server/reservations/reservations.store.ts';
import { keysMatch } from '#server/view-key.ts';
import { requireSameCustomer } from './lock-order.ts';
import * as orderStore from './order.store.ts';
import { loadOrder, ORDER_NOT_FOUND, toOrder } from './order-details.ts';
import { type NotifiedStatus, noteEmail, statusEmail } from './order-emails.ts';
import * as store from './order-list.store.ts';
import { insert as insertNote } from './order-notes.store.ts';
import { CANCELED } from './order-purpose.ts';
import { refundOrder } from './refund-order.ts';
import { RESTOCKED, type Restock } from './restock.ts';
import { find as findShipment } from './shipments.store.ts';
import { readOrders } from './stored-orders.ts';

export type Orders = ReturnType<typeof createOrders>;

type OrderShop = ChargeShop & {
  restock: Restock;
  /** Called so that an abandoned payment is voided, or a refund asked for, now instead of at the next scheduled run. */
  reconcileSoon(): void;
};

type StatusChange = { to: NotifiedStatus; reason?: string | undefined };

export function createOrders(shop: OrderShop) {
  const { restock, outbox, audit, now, sender, reconcileSoon, copyGuard } = shop;
  const { db, transaction } = shop.database;
  return { list, listOwn, findVisible, changeStatus, addNote, listAlerts, resolveAlert };

  async function list(page: number, path: string) {
    const { orders, total } = await store.listPage(db, page);
    return { data: orders, pagination: pagination({ path, page, total, perPage: ORDERS_PER_PAGE }) };
  }

  async function listOwn({ id }: Person, page: number, path: string) {
    const [rows, total] = await Promise.all([store.listForAccount(db, id, page), store.countForAccount(db, id)]);
    const data = rows.map(({ amount_cents, status, ...row }) => ({
      ...row,
      total: toDollars(cents(amount_cents)),
      status: store.publicStatus(status),
    }));
    return { data, pagination: pagination({ path, page, total, perPage: ORDERS_PER_PAGE }) };
  }

  /** Visible to staff, to the account that placed it, and without contact data with its key. To anyone else it does not exist. */
  async function findVisible(id: number, { actor, key }: { actor: Person | undefined; key: string | undefined }) {
    const [order] = await readOrders(db, [id]);
    const isStaff = actor?.role === 'admin';
    const isOwner = actor !== undefined && order?.account_id === actor.id;
    if (!order || !(isStaff || isOwner || (key !== undefined && keysMatch(key, order.view_key))))
      throw notFound(ORDER_NOT_FOUND);
    return { data: toOrder(order, isStaff ? 'staff' : isOwner ? 'buyer' : 'link') };
  }

  async function changeStatus(id: number, { to, reason }: StatusChange, actor: Person) {
    if (to === 'refunded') await refundOrder(shop, id, actor, reason || null);
    else await transaction(to === 'cancelled' ? RESTOCKED : [], (tx) => applyStatus(tx, id, to, actor));
    if (to === 'cancelled' || to === 'refunded') reconcileSoon();
    return { data: await loadOrder(db, id, 'staff') };
  }

  async function applyStatus(
    tx: typeof db,
    id: number,
    to: Exclude<NotifiedStatus, 'refunded'>,
    actor: Person,
  ): Promise<void> {
    const found = await orderStore.find(tx, id);
    if (!found) throw notFound(ORDER_NOT_FOUND);
    const onTerms = found.on_terms === 1;
    const at = now().toISOString();
    // Before the order, as a payment locks them.
    if (to === 'cancelled') await giveUp(tx, id, CANCELED, at);
    if (found.customer_id) await ledger.lock(tx, found.customer_id);
    if (to === 'ready') await requireNotReserved(tx, id);
    // Authorized orders are left alone: their payment is about to be captured.
    const order = await orderStore.transition(tx, {
      id,
      from: sourceStatuses(to, onTerms),
      to,
    });
    if (!order) {
      const current = (await orderStore.find(tx, id)) ?? found;
      const is = store.publicStatus(current.status);
      throw conflict(is === to ? `This order is already ${to}.` : `This order is ${is} and cannot become ${to}.`);
    }
    requireSameCustomer(found, order);
    // Held until now.
    const reservation = await findReservation(tx, id);
    if (to === 'cancelled') {
      await restock.all(tx, { order_id: id, reason: 'release', account_id: actor.id });
      await creditCanceled(tx, id, actor);
    }
    await orderStore.insertEvent(tx, { order_id: id, status: to, at, account_id: actor.id });
    await audit.record(tx, { actor, action: auditActions[to], subject: `Order ${id}`, subject_id: id });
    if (order.email && (order.payment_id || onTerms)) {
      const told = { ...order, email: order.email, shipment: await findShipment(tx, id) };
      const email = statusEmail(told, to, sender());
      await outbox.queue(tx, withCanceledPickup(email, order, reservation && { ...reservation, at }, sender()));
    }
  }

  async function creditCanceled(tx: typeof db, order_id: number, actor: Person): Promise<void> {
    const credit = {
      amount_cents: undefined,
      reason: `Order ${order_id} was canceled`,
      key: null,
      account_id: actor.id,
    };
    await creditOrder(tx, { ...credit, order_id, now: now() }, { outbox, sender });
  }

  async function addNote(id: number, { text, for_buyer }: { text: string; for_buyer: boolean }, actor: Person) {
    await transaction([], async (tx) => {
      const order = await orderStore.find(tx, id);
      if (!order) throw notFound(ORDER_NOT_FOUND);
      const note = { order_id: id, text, for_buyer: for_buyer ? 1 : 0, account_id: actor.id, at: now().toISOString() };
      await insertNote(tx, note);
      await audit.record(tx, { actor, action: 'order note written', subject: `Order ${id}`, subject_id: id });
      if (for_buyer && order.email) await outbox.queue(tx, noteEmail({ ...order, email: order.email }, text, sender()));
    });
    return { data: await loadOrder(db, id, 'staff') };
  }

  async function listAlerts() {
    return { data: await alertStore.listOpen(db) };
  }

  async function resolveAlert(id: number, actor: Person) {
    const alert = await transaction([], async (tx) => {
      const resolved = await alertStore.resolve(tx, id, now().toISOString());
      if (!resolved) return alertStore.find(tx, id);
      if (copyGuard.isCopyAlert(resolved.what)) await copyGuard.confirm(tx);
      const subject = `Payment ${resolved.payment_id}`;
      await audit.record(tx, { actor, action: 'payment marked as settled', subject, subject_id: id });
      return resolved;
    });
    if (!alert) throw notFound('Payment alert not found.');
    return { data: alert };
  }
}

const auditActions = {
  ready: 'order marked ready',
  completed: 'order marked completed',
  cancelled: 'order cancelled',
} as const;
