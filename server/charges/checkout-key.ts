// The idempotency key of a purchase. It is bound to what is bought, and a purchase that has not begun can be given up.
import { createHash, randomUUID } from 'node:crypto';
import type { PaymentRequest } from '#contracts/orders.ts';
import type { Db } from '#server/database/schema.ts';
import { conflict, invalid } from '#server/http-errors.ts';
import * as keys from '#server/idempotency/idempotency.store.ts';
import type { CardProvider } from './providers/provider.ts';

export type CheckoutKey = { key: string; requestHash: string };

/** One key per checkout: the browser's, or else the card token, which works only once. */
export function checkoutKey(
  card: CardProvider,
  { sourceId }: PaymentRequest,
  idempotencyKey: string | undefined,
): string {
  if (idempotencyKey) return hashIdempotencyKey(idempotencyKey);
  return card.isReusableToken(sourceId) ? randomUUID() : sha256(`token ${sourceId}`);
}

/** Stored with the order, so that a repeat finds it. */
export const hashIdempotencyKey = (idempotencyKey: string): string => sha256(`key ${idempotencyKey}`);

/**
 * Of what is bought, field by field, in this sequence: a purchase of an earlier version must be found again. The card is not part
 * of it: a buyer who tries again may have to enter it again.
 */
export function hashRequest({ amount, orderDetails }: Pick<PaymentRequest, 'amount' | 'orderDetails'>): string {
  const { name, email, address, phone, locationOption } = orderDetails;
  const lines = orderDetails.lines.map(({ productId, quantity, lotId }) => ({ productId, quantity, lotId }));
  return sha256(JSON.stringify({ amount, orderDetails: { name, email, address, phone, locationOption, lines } }));
}

/** A key is good for one request: otherwise it would show another buyer's order, or hide that nothing was ordered. */
export async function rejectUsedKey(db: Db, { key, requestHash }: CheckoutKey): Promise<void> {
  const checkout = await keys.find(db, key);
  if (!checkout) return;
  if (checkout.request_hash === null)
    throw conflict('This purchase was given up before it began. Nothing was charged. Please order again.');
  rejectOtherRequest(checkout.request_hash, requestHash);
}

const OTHER_ORDER = 'This key was used for a different order. Check that order before you send this one again.';

export function rejectOtherRequest(known: string, requestHash: string): void {
  if (known !== requestHash) throw invalid({ 'Idempotency-Key': [OTHER_ORDER] });
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
