// Places an order and charges the card once, or not at all. The order and its stock are written before the card is
// authorized. If the charge fails, the pounds go back.
import type { Person } from '#contracts/accounts.ts';
import type { PaymentOutcome, PaymentRequest, PaymentResponse } from '#contracts/orders.ts';
import { responseOf } from '#server/charges/charge-once.ts';
import * as chargeStore from '#server/charges/charges.store.ts';
import { checkoutKey, hashIdempotencyKey, hashRequest } from '#server/charges/checkout-key.ts';
import { paidResponse } from '#server/charges/payment-response.ts';
import type { ChargeShop } from '#server/charges/purpose.ts';
import { requireProvider, takePayment } from '#server/charges/take-payment.ts';
import type { Db } from '#server/database/schema.ts';
import { HttpError } from '#server/http-errors.ts';
import * as keys from '#server/idempotency/idempotency.store.ts';
import * as orderStore from './order.store.ts';
import { receiptOf, startOrder } from './start-order.ts';

type Buyer = { idempotencyKey: string | undefined; actor: Person | undefined; address: string };

export async function placeOrder(shop: ChargeShop, request: PaymentRequest, buyer: Buyer): Promise<PaymentResponse> {
  const { address, actor } = buyer;
  return takePayment(shop, {
    key: checkoutKey(requireProvider(shop), request, buyer.idempotencyKey),
    requestHash: hashRequest(request),
    payer: { address, phone: request.orderDetails.phone },
    token: request.sourceId,
    changes: ['stock'],
    start: (tx, card) => startOrder(tx, shop, request, { card, actor }),
  });
}

/**
 * What became of the purchase with this key. If it has not begun, it never will: a request that is still on its way is
 * refused when it arrives. So the buyer can start over without being charged twice.
 */
export async function closeCheckout(shop: ChargeShop, idempotencyKey: string): Promise<PaymentOutcome> {
  const key = hashIdempotencyKey(idempotencyKey);
  const created_at = shop.now().toISOString();
  const response = await shop.database.transaction([], async (tx) => {
    const found = await findResponse(shop, tx, key);
    if (found || (await keys.claim(tx, { key, request_hash: null, created_at }))) return found;
    // The claim waited for the transaction that wrote this purchase.
    return findResponse(shop, tx, key);
  });
  return response ?? { status: 'none', error: null };
}

/** The key may be of anything a card pays for, or of an order on terms. */
async function findResponse(shop: ChargeShop, tx: Db, key: string): Promise<PaymentOutcome | undefined> {
  const charge = await chargeStore.findByCheckoutKey(tx, key);
  try {
    if (charge) return await responseOf(shop, tx, charge);
  } catch (error) {
    if (error instanceof HttpError) return { status: 'error', error: error.message };
    throw error;
  }
  const order = await orderStore.findByCheckoutKey(tx, key);
  return order?.on_terms === 1 ? paidResponse(receiptOf(order)) : undefined;
}
