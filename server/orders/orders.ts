// Orders after they are placed: who may see one, and how staff move it on.
import { timingSafeEqual } from 'node:crypto';
import type { Person } from '#contracts/accounts.ts';
import { certificateUrl } from '#contracts/certificates.ts';
import { cents, toDollars } from '#contracts/money.ts';
import { lineAmount, sourceStatuses } from '#contracts/ordering-rules.ts';
import { ORDERS_PER_PAGE, type Order } from '#contracts/orders.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { pagination } from '#server/http/pagination.ts';
import { conflict, notFound } from '#server/http-errors.ts';
import type { Outbox } from '#server/mail/mail.ts';
import { listPageIds } from '#server/orders/index/page-anchors.store.ts';
import type { OrderTransitions } from '#server/orders/payment/order-transitions.ts';
import * as alertStore from '#server/orders/payment/payment-alerts.store.ts';
import { capturingProvider, checkOrderNow } from '#server/orders/payment/payment-attempts.store.ts';
import type { Refunds } from '#server/orders/payment/refunds.ts';
import * as orderStore from './order.store.ts';
import { type NotifiedStatus, statusEmail } from './order-emails.ts';
import * as store from './order-list.store.ts';

export type Orders = ReturnType<typeof createOrders>;

type Parts = {
  database: Database;
  transitions: OrderTransitions;
  refunds: Refunds;
  outbox: Outbox;
  audit: AuditWriter;
  now: Clock;
  siteUrl(): string;
  /** A payment that was given up is voided soon, not only when its time comes. */
  onPaymentAbandoned(): void;
};

export function createOrders({
  database,
  transitions,
  refunds,
  outbox,
  audit,
  now,
  siteUrl,
  onPaymentAbandoned,
}: Parts) {
  const { db, transaction } = database;
  return { list, listOwn, findVisible, changeStatus, listAlerts, resolveAlert };

  async function list(number: number, path: string) {
    const { ids, total } = await listPageIds(db, number);
    return {
      data: await store.listByIds(db, ids),
      pagination: pagination({ path, page: number, total, perPage: ORDERS_PER_PAGE }),
    };
  }

  async function listOwn({ id }: Person, number: number, path: string) {
    const [rows, total] = await Promise.all([store.listForAccount(db, id, number), store.countForAccount(db, id)]);
    const data = rows.map(({ amount_cents, status, ...row }) => ({
      ...row,
      total: toDollars(cents(amount_cents)),
      status: store.publicStatus(status),
    }));
    return { data, pagination: pagination({ path, page: number, total, perPage: ORDERS_PER_PAGE }) };
  }

  /** For staff, for whoever placed it while logged in, and with its key. For others it does not exist. */
  async function findVisible(id: number, { actor, key }: { actor: Person | undefined; key: string | undefined }) {
    const order = await store.find(db, id);
    const staff = actor?.role === 'admin';
    const own = actor !== undefined && order?.account_id === actor.id;
    if (!order || !(staff || own || (key !== undefined && keysMatch(key, order.view_key)))) throw notFound(NOT_FOUND);
    return { data: await loadOrder(id, staff) };
  }

  async function changeStatus(id: number, to: NotifiedStatus, actor: Person) {
    if (to === 'refunded') await refunds.start(id, actor);
    else await transaction(to === 'cancelled' ? ['products'] : [], (tx) => applyStatus(tx, id, to, actor));
    if (to === 'cancelled') onPaymentAbandoned();
    return { data: await loadOrder(id, true) };
  }

  async function applyStatus(
    tx: typeof db,
    id: number,
    to: Exclude<NotifiedStatus, 'refunded'>,
    actor: Person,
  ): Promise<void> {
    // An authorised order stays: its money is about to be taken.
    const order = await orderStore.transition(tx, { id, from: sourceStatuses(to), to });
    if (!order) {
      const stands = await orderStore.find(tx, id);
      if (!stands) throw notFound(NOT_FOUND);
      throw conflict(`This order is ${store.publicStatus(stands.status)}: it cannot become ${to}.`, undefined);
    }
    if (to === 'cancelled') {
      await transitions.restock(tx, id, 'release', actor.id);
      await checkOrderNow(tx, id, now().toISOString());
    }
    await orderStore.insertEvent(tx, { order_id: id, status: to, at: now().toISOString(), account_id: actor.id });
    await audit.record(tx, { actor, action: auditActions[to], subject: `Order ${id}`, subject_id: id });
    if (order.email && order.payment_id)
      await outbox.queue(tx, statusEmail({ ...order, email: order.email }, to, siteUrl()));
  }

  async function listAlerts() {
    return { data: await alertStore.listOpen(db) };
  }

  async function resolveAlert(id: number, actor: Person) {
    const alarm = await transaction([], async (tx) => {
      const settled = await alertStore.resolve(tx, id, now().toISOString());
      if (!settled) return alertStore.find(tx, id);
      const subject = `Payment ${settled.payment_id}`;
      await audit.record(tx, { actor, action: 'payment marked as settled', subject, subject_id: id });
      return settled;
    });
    if (!alarm) throw notFound('There is no such payment to look at.');
    return { data: alarm };
  }

  async function loadOrder(id: number, forStaff: boolean): Promise<Order> {
    const [order, lines, history, refund, captured] = await Promise.all([
      store.find(db, id),
      orderStore.listLines(db, id),
      store.listEvents(db, id),
      store.findRefund(db, id),
      capturingProvider(db, id),
    ]);
    if (!order) throw notFound(NOT_FOUND);
    const { view_key: _, account_id: __, amount_cents, status, ...shown } = order;
    return {
      ...shown,
      status: store.publicStatus(status),
      lines: lines.map(({ price_cents, lot_id, lot_number, lot_certificate, ...line }) => ({
        ...line,
        price: toDollars(cents(price_cents)),
        amount: toDollars(lineAmount(cents(price_cents), line.pounds)),
        lot:
          lot_id && lot_number
            ? { id: lot_id, number: lot_number, certificate_url: certificateUrl(lot_certificate) }
            : null,
      })),
      total: toDollars(cents(amount_cents)),
      history: history.map(({ who, status: each, ...event }) => ({
        ...event,
        status: store.publicStatus(each),
        who: forStaff ? who : null,
      })),
      refunding: refund?.state === 'open',
      refundable: captured !== undefined && status !== 'refunded' && refund?.state !== 'open',
    };
  }
}

const NOT_FOUND = 'Order not found.';
const auditActions = {
  ready: 'order marked ready',
  completed: 'order marked completed',
  cancelled: 'order cancelled',
} as const;

function keysMatch(given: string, key: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(key)];
  return a.length === b.length && timingSafeEqual(a, b);
}
