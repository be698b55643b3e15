// Reserves pounds of a harvest and charges the deposit once, or not at all.
import { createHash } from 'node:crypto';
import type { Person } from '#contracts/accounts.ts';
import type { PaymentResponse } from '#contracts/orders.ts';
import type { ReservationRequest } from '#contracts/reservations.ts';
import { type Checkout, chargeForOrder } from '#server/orders/payment/checkout.ts';
import { hashIdempotencyKey } from '#server/orders/payment/checkout-key.ts';
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
    requestHash: createHash('sha256').update(JSON.stringify(request)).digest('hex'),
    payer: { address: buyer.address, phone },
    card: { sourceId, amount, email },
    changes: ['harvests'],
    start: (tx, running) =>
      startReservation(tx, { harvestPounds, now }, { ...request, sourceId }, { ...running, actor: buyer.actor }),
  });
}
