// Changes of an order after it was placed: staff change it, or refund a part of it.
import type { Person } from '#contracts/accounts.ts';
import { type Cents, cents, formatCents } from '#contracts/money.ts';
import type { OrderChange, PackedLots } from '#contracts/order-changes.ts';
import { isSold } from '#contracts/ordering-rules.ts';
import type { ChargeShop } from '#server/charges/purpose.ts';
import { askForNewRefund } from '#server/charges/refunds.ts';
import type { Db } from '#server/database/schema.ts';
import { conflict, notFound } from '#server/http-errors.ts';
import { alreadySent, claimKey } from '#server/idempotency/idempotency.ts';
import { creditOrder } from '#server/invoices/credit-notes.ts';
import * as ledger from '#server/invoices/ledger.store.ts';
import { changeOrder } from './change-order.ts';
import { lockOrder } from './lock-order.ts';
import * as orderStore from './order.store.ts';
import { loadOrder, ORDER_NOT_FOUND } from './order-details.ts';
import { packLots } from './pack-lots.ts';
import { priceOf, recordRefund } from './record-refund.ts';
import { claimRefund, type PartialRequest, refundPart, retryRefund as retry } from './refund-order.ts';

export type OrderChanges = ReturnType<typeof createOrderChanges>;
type RefundRequest = Omit<PartialRequest, 'amount_cents'> & { amount?: Cents | undefined };

export function createOrderChanges(shop: ChargeShop) {
  const { audit, now, outbox, sender } = shop;
  const { db, transaction } = shop.database;
  return { change, packFrom, refund, retryRefund };

  async function change(id: number, { key, ...request }: OrderChange & { key?: string | undefined }, actor: Person) {
    const changing = { ...shop, paused: await shop.copyGuard.isSuspended() };
    const due = await transaction(request.lines ? ['stock'] : [], async (tx) =>
      key === undefined || (await claimChange(tx, id, key, request))
        ? changeOrder(tx, { ...request, id, actor }, changing)
        : undefined,
    );
    // The change stands, whatever the provider says. A refusal is shown with the order.
    if (due !== undefined) await askForNewRefund(shop, due);
    return { data: await loadOrder(db, id, 'staff') };
  }

  function claimChange(tx: Db, order: number, key: string, change: OrderChange): Promise<boolean> {
    const { version, reason, lines, weighed, contact, location_option, charge, discount } = change;
    const request = { order, version, reason, lines, weighed, contact, location_option, charge, discount };
    return claimKey(shop, tx, { scope: 'POST /api/orders/:id/changes', key, request });
  }

  async function packFrom(id: number, packed: PackedLots, actor: Person) {
    await transaction(['stock'], (tx) => packLots(tx, { ...packed, id, actor }, { audit, now }));
    return { data: await loadOrder(db, id, 'staff') };
  }

  async function refund(id: number, { amount, ...request }: RefundRequest, actor: Person) {
    const order = await orderStore.find(db, id);
    if (!order) throw notFound(ORDER_NOT_FOUND);
    const partial = { ...request, amount_cents: amount };
    if (order.on_terms === 0) await refundPart(shop, id, partial, actor);
    else await transaction(request.restock ? ['stock'] : [], (tx) => creditPart(tx, order, partial, actor));
    return { data: await loadOrder(db, id, 'staff') };
  }

  async function retryRefund(id: number, refundId: number, actor: Person) {
    await retry(shop, id, refundId, actor);
    return { data: await loadOrder(db, id, 'staff') };
  }

  /** An order on terms has no card: a credit note takes back what was invoiced. */
  async function creditPart(
    tx: Db,
    { id }: orderStore.OrderRow,
    request: PartialRequest,
    actor: Person,
  ): Promise<void> {
    const { amount_cents: asked, lines, restock, reason, key } = request;
    const isNew = await claimRefund(shop, tx, id, request);
    const order = await lockOrder(tx, id);
    if (!order) throw notFound(ORDER_NOT_FOUND);
    if (!isNew) return;
    if (await ledger.findByKey(tx, key)) throw alreadySent();
    if (!isSold(order.status, true)) throw conflict(`This order is ${order.status}, and its invoice was taken back.`);
    const amount_cents = asked ?? (await priceOf(tx, id, lines));
    const at = now();
    const written = { amount_cents, lines, restock, reason, account_id: actor.id, at: at.toISOString() };
    // Before the credit note, which may make the order paid.
    await recordRefund(tx, order, written);
    const paper = { reason: `Refund for order ${id}`, key, account_id: actor.id, now: at };
    const credited = await creditOrder(tx, { order_id: id, amount_cents, ...paper }, { outbox, sender });
    if (credited < amount_cents)
      throw conflict(`Only $${formatCents(cents(credited))} is left of its invoices. Nothing was refunded.`);
    await audit.record(tx, { actor, action: 'order refund asked for', subject: `Order ${id}`, subject_id: id });
  }
}
