// The idempotency key of a purchase. It is bound to what is bought, and a purchase that has not begun can be given up.
import { createHash, randomUUID } from 'node:crypto';
import type { PaymentOutcome, PaymentRequest } from '#contracts/orders.ts';
import type { CardProvider } from '#server/charges/providers/provider.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { conflict, HttpError, invalid } from '#server/http-errors.ts';
import * as keys from '#server/idempotency/idempotency.store.ts';
import * as orderStore from '#server/orders/order.store.ts';
import * as invoicePaymentStore from './invoice-payments.store.ts';
import { invoicePaymentResponse, responseFor } from './payment-response.ts';

export type CheckoutKey = { key: string; requestHash: string };

type Deps = { database: Database; now: Clock };

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

/**
 * What became of the purchase with this key. If it has not begun, it never will: a request that is still on its way is
 * refused when it arrives. So the buyer can start over without being charged twice.
 */
export async function closeCheckout({ database, now }: Deps, idempotencyKey: string): Promise<PaymentOutcome> {
  const key = hashIdempotencyKey(idempotencyKey);
  const response = await database.transaction([], async (tx) => {
    const found = await findResponse(tx, key);
    if (found || (await keys.claim(tx, { key, request_hash: null, created_at: now().toISOString() }))) return found;
    // The claim waited for the transaction that wrote this payment.
    return findResponse(tx, key);
  });
  if (!response) return { status: 'none', error: null };
  try {
    return response();
  } catch (error) {
    if (error instanceof HttpError) return { status: 'error', error: error.message };
    throw error;
  }
}

/** The key may be of an order, or of the payment of an invoice. */
async function findResponse(tx: Db, key: string): Promise<(() => PaymentOutcome) | undefined> {
  const order = await orderStore.findByCheckoutKey(tx, key);
  if (order) return () => responseFor(order);
  const payment = await invoicePaymentStore.findByCheckoutKey(tx, key);
  return payment && (() => invoicePaymentResponse(payment));
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
