// Changes an order before it is completed, in one transaction: its stock, its lines, its history, and the money.
import type { Person } from '#contracts/accounts.ts';
import type { OrderChange } from '#contracts/order-changes.ts';
import { canBeChanged } from '#contracts/ordering-rules.ts';
import * as stock from '#server/catalog/stock.store.ts';
import { listByOrders as listRefunds } from '#server/charges/charge-refunds.store.ts';
import type { ChargeShop } from '#server/charges/purpose.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/database/schema.ts';
import { conflict, notFound } from '#server/http-errors.ts';
import { reindexOrders } from '#server/orders/search-terms/search-terms.store.ts';
import { requireNotReserved } from '#server/reservations/require-weighed.ts';
import { assignCustomer } from './assign-customers.ts';
import * as orderStore from './order.store.ts';
import * as store from './order-changes.store.ts';
import { loadOrder, ORDER_NOT_FOUND } from './order-details.ts';
import { changeEmail } from './order-emails.ts';
import { publicStatus } from './order-list.store.ts';
import { type AgreedLine, type LineChange, type Plan, planChange } from './plan-change.ts';
import { giveBack, invoiceMore, type Settled } from './settle-difference.ts';
import { remove as removeShipment } from './shipments.store.ts';
import { notEnoughStock } from './start-order.ts';

/** `paused`: no money may move, because the shop is a copy. */
export type Changing = ChargeShop & { paused: boolean };
type Change = OrderChange & { id: number; actor: Person; agreed?: AgreedLine };

/** Returns the refund that has to be asked for after the commit. */
export async function changeOrder(
  tx: Db,
  { id, actor, agreed, ...change }: Change,
  shop: Changing,
): Promise<number | undefined> {
  const order = await lockForChange(tx, id, shop.now);
  await requireChangeable(tx, order, change.version);
  if (change.lines && !agreed) await requireNotReserved(tx, id);
  const plan = await planChange(tx, order, change, agreed);
  const account_id = actor.id;
  const at = shop.now().toISOString();
  const { adjustments, history, set } = plan;
  const entry = { lines: history, reason: change.reason, account_id, at, adjustments, set };
  const change_id = await store.record(tx, order, entry);
  if (set.location_option === 'pickup') await removeShipment(tx, id);
  if (set.name !== undefined || set.phone !== undefined || set.email !== undefined) await reindexOrders(tx, [id]);
  const move = { order_id: id, change_id, account_id, at, chosen: agreed?.chosen };
  await agreed?.bringIn();
  for (const line of plan.lines) await moveLine(tx, line, move);
  const changed = await requireOrder(tx, id);
  const settled = await settle(tx, { order: changed, change_id, account_id }, { ...plan, about: agreed?.about }, shop);
  await shop.audit.record(tx, { actor, action: 'order changed', subject: `Order ${id}`, subject_id: id });
  const told = { texts: history.map(({ text }) => text), money: settled?.money };
  if (changed.email && !settled?.told)
    await shop.outbox.queue(tx, changeEmail({ ...changed, email: changed.email }, told, shop.sender()));
  return settled?.refund;
}

/** With its customer, who may get an invoice. */
export async function lockForChange(tx: Db, id: number, now: Clock): Promise<orderStore.OrderRow> {
  await assignCustomer(tx, id, now);
  const order = await orderStore.lock(tx, id);
  if (!order) throw notFound(ORDER_NOT_FOUND);
  return order;
}

async function requireOrder(tx: Db, id: number): Promise<orderStore.OrderRow> {
  const order = await orderStore.find(tx, id);
  if (!order) throw notFound(ORDER_NOT_FOUND);
  return order;
}

/** Refuses an order that someone else changed, that is completed, or whose refund is on its way. */
export async function requireChangeable(tx: Db, order: orderStore.OrderRow, version: number): Promise<void> {
  const { id, status } = order;
  if (order.version !== version)
    throw conflict(
      `Someone else changed order ${id} just now. Look at it again before you change it.`,
      await loadOrder(tx, id, 'staff'),
    );
  if (!canBeChanged({ status, on_terms: order.on_terms === 1 }))
    throw conflict(`This order is ${publicStatus(status)} and can no longer be changed.`);
  if ((await listRefunds(tx, [id])).some(({ state }) => state === 'open'))
    throw conflict('A refund of this order is on its way. Change it when the refund is done.');
}

type Move = {
  order_id: number;
  change_id: number;
  account_id: number;
  at: string;
  /** The lots of new pounds, if someone chose them. */
  chosen?: AgreedLine['chosen'] | undefined;
};

/** Holds or releases the difference. */
async function moveLine(tx: Db, line: LineChange, { chosen, ...move }: Move): Promise<void> {
  const { product_id, name, price_cents, was, pounds } = line;
  const { order_id } = move;
  if (pounds > was && !(await stock.hold(tx, { ...move, product_id, pounds: pounds - was, chosen })))
    throw await notEnoughStock(tx, product_id, name, chosen);
  if (pounds < was) await stock.release(tx, { ...move, product_id, pounds: was - pounds, reason: 'release' });
  if (was === 0) await orderStore.insertLines(tx, { lines: [{ order_id, product_id, name, price_cents, pounds }] });
  else if (pounds === 0) await store.removeLine(tx, { order_id, product_id });
  else await store.setPounds(tx, { order_id, product_id, pounds });
}

type Changed = Parameters<typeof giveBack>[1];

async function settle(
  tx: Db,
  changed: Changed,
  { adjustments, lines, about }: Plan & { about: string | undefined },
  shop: Changing,
): Promise<Settled | undefined> {
  const difference = adjustments.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  if (difference < 0) return giveBack(tx, changed, -difference, shop);
  if (difference === 0) return undefined;
  const invoiced = adjustments.map(({ kind, product_id, text, pounds, amount_cents }) => {
    const line = lines.find((each) => kind === 'pounds' && each.product_id === product_id);
    return line
      ? { text: line.name, pounds, price_cents: line.price_cents, amount_cents }
      : { text, pounds: null, price_cents: null, amount_cents };
  });
  return invoiceMore(tx, changed, { lines: invoiced, about }, shop);
}
