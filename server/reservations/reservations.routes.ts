import { countPaymentCall } from '#server/charges/payment-limits.ts';
import { type Route, route } from '#server/http/route.ts';
import type { Checkout } from '#server/orders/checkout.ts';
import { reserve } from './reserve.ts';
import type { HarvestPounds } from './start-reservation.ts';
import type { Reservations } from './weigh.ts';

type Services = { reservations: Reservations; checkout: Checkout; harvestPounds: HarvestPounds };

export const reservationRoutes = ({ reservations, checkout, harvestPounds }: Services): Route[] => [
  route(
    'POST /api/harvests/:id/reservations',
    ({ params, body, actor, address, key: idempotencyKey }) =>
      reserve(checkout, harvestPounds, { ...body, harvest_id: params.id }, { idempotencyKey, actor, address }),
    {
      statusOf: ({ status }) => (status === 'pending' ? 202 : 200),
      onInvalid: (address) => countPaymentCall(checkout.payments, address),
    },
  ),
  route('GET /api/harvests/admin/:id/reservations', ({ params }) => reservations.list(params.id)),
  route('POST /api/reservations/:id/weight', ({ params, body, actor }) => reservations.weigh(params.id, body, actor)),
];
