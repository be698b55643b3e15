// Reserves pounds of a harvest and charges the deposit once, or not at all.
import { createHash } from 'node:crypto';
import type { Person } from '#contracts/accounts.ts';
import type { PaymentResponse } from '#contracts/orders.ts';
import type { ReservationRequest } from '#contracts/reservations.ts';
import { hashIdempotencyKey } from '#server/charges/checkout-key.ts';
import type { ChargeShop } from '#server/charges/purpose.ts';
import { takePayment } from '#server/charges/take-payment.ts';
import { startReservation } from './start-reservation.ts';

type Request = ReservationRequest & { harvest_id: number };
type Buyer = { idempotencyKey: string; actor: Person | undefined; address: string };

export function reserve(
  shop: ChargeShop,
  { sourceId, ...request }: Request,
  { idempotencyKey, actor, address }: Buyer,
): Promise<PaymentResponse> {
  return takePayment(shop, {
    key: hashIdempotencyKey(idempotencyKey),
    requestHash: hashReservation(request),
    payer: { address, phone: request.phone },
    token: sourceId,
    changes: ['harvests'],
    start: (tx, card) => startReservation(tx, shop, request, { card, actor }),
  });
}

/** Field by field, in this sequence: a reservation of an earlier version must be found again. */
function hashReservation(request: Omit<Request, 'sourceId'>): string {
  const { amount, pounds, day_id, name, email, phone, harvest_id } = request;
  const fields = { amount, pounds, day_id, name, email, phone, harvest_id };
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}
