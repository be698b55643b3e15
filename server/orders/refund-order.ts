// Gives back what a card paid for an order, in part or all that is left. How much is decided with the order locked, so it is
// never more than was taken.
import type { Person } from '#contracts/accounts.ts';
import * as refundStore from '#server/charges/charge-refunds.store.ts';
import { type Charge, findCapture } from '#server/charges/charges.store.ts';
import type { ChargeShop } from '#server/charges/purpose.ts';
import {
  askOrReport,
  atMost,
  ON_ITS_WAY,
  openRefund,
  reopenRefund,
  requireCompared,
  requireRefunds,
} from '#server/charges/refunds.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/database/schema.ts';
import { conflict, notFound } from '#server/http-errors.ts';
import { alreadySent, claimKey } from '#server/idempotency/idempotency.ts';
import { refundOver } from './apply-refund.ts';
import { lockOrder } from './lock-order.ts';
import type { OrderRow } from './order.store.ts';
import { ORDER_NOT_FOUND } from './order-details.ts';
import { priceOf } from './record-refund.ts';

const NOTHING_LEFT = 'There is nothing to refund: no money was taken, or it was already refunded.';

/** An amount, or the pounds of certain lines at the price of their line. */
export type PartialRequest = {
  amount_cents: number | undefined;
  lines: refundStore.RefundLine[];
  restock: boolean;
  reason: string;
  /** Made by the browser. */
  key: string;
};

/** Gives back all that is left, and ends the order. If cards paid only its invoices, the reconciler asks for these. */
export async function refundOrder(
  shop: ChargeShop,
  orderId: number,
  actor: Person,
  reason: string | null,
): Promise<void> {
  await requireRefunds(shop);
  const id = await shop.database.transaction([], async (tx) => {
    const order = await requireLocked(tx, orderId);
    if (await refundCardCredits(shop, tx, order, { actor, reason })) return undefined;
    const { charge, left } = await refundable(shop, tx, order);
    const all = { amount_cents: left, account_id: actor.id, reason, ends_order: 1, restock: 1 };
    const opened = await openRefund(shop, tx, { ...all, charge_id: charge.id });
    await recordInAudit(shop, tx, orderId, actor);
    return opened;
  });
  if (id !== undefined) await askOrReport(shop, { id, isNew: true });
}

export async function refundPart(
  shop: ChargeShop,
  orderId: number,
  request: PartialRequest,
  actor: Person,
): Promise<void> {
  const { key, reason, restock, lines } = request;
  await requireRefunds(shop);
  const opened = await shop.database.transaction([], async (tx) => {
    const isFirst = await claimRefund(shop, tx, orderId, request);
    const order = await requireLocked(tx, orderId);
    const repeat = await refundStore.findByRequest(tx, 'order', key);
    if (repeat && isFirst) throw alreadySent();
    if (repeat) return { id: repeat.id, isNew: false };
    const { charge, left } = await refundable(shop, tx, order);
    const amount_cents = request.amount_cents ?? (await priceOf(tx, orderId, lines));
    if (amount_cents > left) throw atMost(left);
    const part = { amount_cents, account_id: actor.id, reason, request_key: key, lines, restock: restock ? 1 : 0 };
    const id = await openRefund(shop, tx, { ...part, charge_id: charge.id });
    await recordInAudit(shop, tx, orderId, actor);
    return { id, isNew: true };
  });
  await askOrReport(shop, opened);
}

/** Asks again for a refund that the provider refused after the order was changed. */
export async function retryRefund(shop: ChargeShop, orderId: number, id: number, actor: Person): Promise<void> {
  await requireRefunds(shop);
  await requireCompared(shop, id);
  const isNew = await shop.database.transaction([], async (tx) => {
    const order = await requireLocked(tx, orderId);
    const refund = await refundStore.find(tx, id);
    const capture = await findCapture(tx, orderId);
    if (!refund || refund.charge_id !== capture?.id || refund.change_id === null) throw notFound('Refund not found.');
    if (refund.state !== 'refused') return false;
    if (refund.amount_cents > (await refundable(shop, tx, order)).left) throw conflict(NOTHING_LEFT);
    await reopenRefund(shop, tx, id);
    await recordInAudit(shop, tx, orderId, actor);
    return true;
  });
  await askOrReport(shop, { id, isNew });
}

type ForChange = { change_id: number; amount_cents: number; account_id: number };

/** The money of a change that is written in the same transaction, as much of it as is left. Ask for it after the commit. */
export async function openRefundForChange(
  shop: ChargeShop,
  tx: Db,
  order: OrderRow,
  { change_id, amount_cents: wanted, account_id }: ForChange,
): Promise<{ id: number; amount_cents: number }> {
  const { charge, left } = await refundable(shop, tx, order);
  const amount_cents = Math.min(wanted, left);
  const refund = { charge_id: charge.id, amount_cents, account_id, reason: null, change_id };
  return { id: await openRefund(shop, tx, refund), amount_cents };
}

/** Of a refund in part, to the card or by a credit note. False for a repeat. */
export function claimRefund(
  shop: { now: Clock },
  tx: Db,
  order: number,
  { amount_cents, restock, reason, key, ...refund }: PartialRequest,
): Promise<boolean> {
  const lines = refund.lines.map(({ product_id, pounds }) => ({ product_id, pounds }));
  const request = { order, amount_cents, lines, restock, reason };
  return claimKey(shop, tx, { scope: 'POST /api/orders/:id/refunds', key, request });
}

/** False if the card that paid the order itself comes first, or if no card paid its invoices. */
async function refundCardCredits(
  shop: ChargeShop,
  tx: Db,
  order: OrderRow,
  { actor, reason }: { actor: Person; reason: string | null },
): Promise<boolean> {
  const capture = await findCapture(tx, order.id);
  const isCaptureLeft = capture && capture.amount_cents > (await refundStore.refundedCents(tx, capture.id));
  if (!shop.provider || isCaptureLeft) return false;
  if (!(await refundOver(shop, tx, order, { provider: shop.provider.name, actor, reason }))) return false;
  await recordInAudit(shop, tx, order.id, actor);
  return true;
}

async function requireLocked(tx: Db, id: number): Promise<OrderRow> {
  const order = await lockOrder(tx, id);
  if (!order) throw notFound(ORDER_NOT_FOUND);
  return order;
}

/** What is left of the money that was taken. The order must be locked, so that no other refund gets in between. */
async function refundable(
  { provider }: ChargeShop,
  tx: Db,
  { id, status }: OrderRow,
): Promise<{ charge: Charge; left: number }> {
  const charge = await findCapture(tx, id);
  const left = charge ? charge.amount_cents - (await refundStore.refundedCents(tx, charge.id)) : 0;
  if (status !== 'refunded' && charge && left === 0 && (await refundStore.isOpen(tx, charge.id)))
    throw conflict(ON_ITS_WAY);
  if (status === 'refunded' || !charge || left <= 0) throw conflict(NOTHING_LEFT);
  if (charge.provider !== provider?.name)
    throw conflict(`This order was paid through ${charge.provider}. Make the refund there.`);
  return { charge, left };
}

async function recordInAudit({ audit }: ChargeShop, tx: Db, id: number, actor: Person): Promise<void> {
  await audit.record(tx, { actor, action: 'order refund asked for', subject: `Order ${id}`, subject_id: id });
}
