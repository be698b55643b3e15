import type { RefundLine } from '#server/charges/refunds.store.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/database/schema.ts';
import { claimKey } from '#server/idempotency/idempotency.ts';

type Request = { amount_cents: number | undefined; lines: RefundLine[]; restock: boolean; reason: string; key: string };

/** Of a refund in part, to the card or by a credit note. False for a repeat. */
export function claimRefund(
  shop: { now: Clock },
  tx: Db,
  order: number,
  { amount_cents, restock, reason, key, ...refund }: Request,
): Promise<boolean> {
  const lines = refund.lines.map(({ product_id, pounds }) => ({ product_id, pounds }));
  const request = { order, amount_cents, lines, restock, reason };
  return claimKey(shop, tx, { scope: 'POST /api/orders/:id/refunds', key, request });
}
