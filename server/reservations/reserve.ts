// Reserves pounds of a harvest and charges the deposit once, or not at all.
import { createHash } from 'node:crypto';
import type { Person } from '#contracts/accounts.ts';
import type { PaymentResponse } from '#contracts/orders.ts';
import type { ReservationRequest } from '#contracts/reservations.ts';
import { hashIdempotencyKey } from '#server/charges/checkout-key.ts';
import { type Checkout, chargeForOrder } from '#server/orders/checkout.ts';
import { type HarvestPounds, startReservation } from './start-reservation.ts';

type Request = ReservationRequest & { harvest_id: number };
type Buyer = { idempotencyKey: string; actor: Person | undefined; address: string };

export function reserve(
  checkout: Checkout,
  harvestPounds: HarvestPounds,
  { sourceId, ...request }: Request,
  buyer: Buyer,
): Promise<PaymentResponse> {
  const { now } = checkout.payments;
  const { email, phone, amount } = request;
  return chargeForOrder(checkout, {
    key: hashIdempotencyKey(buyer.idempotencyKey),
    requestHash: hashReservation(request),
    payer: { address: buyer.address, phone },
    card: { sourceId, amount, email },
    changes: ['harvests'],
    start: (tx, running) =>
      startReservation(tx, { harvestPounds, now }, { ...request, sourceId }, { ...running, actor: buyer.actor }),
  });
}

/** Field by field, in this sequence: a reservation of an earlier version must be found again. */
function hashReservation(request: Omit<Request, 'sourceId'>): string {
  const { amount, pounds, day_id, name, email, phone, harvest_id } = request;
  const fields = { amount, pounds, day_id, name, email, phone, harvest_id };
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}
