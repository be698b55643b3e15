import { countPaymentCall } from '#server/charges/payment-limits.ts';
import type { ChargeShop } from '#server/charges/purpose.ts';
import { type Route, route } from '#server/http/route.ts';
import { reserve } from './reserve.ts';
import type { Reservations } from './weigh.ts';

type Services = { reservations: Reservations; shop: ChargeShop };

export const reservationRoutes = ({ reservations, shop }: Services): Route[] => [
  route(
    'POST /api/harvests/:id/reservations',
    ({ params, body, actor, address, key: idempotencyKey }) =>
      reserve(shop, { ...body, harvest_id: params.id }, { idempotencyKey, actor, address }),
    {
      statusOf: ({ status }) => (status === 'pending' ? 202 : 200),
      onInvalid: (address) => countPaymentCall(shop, address),
    },
  ),
  route('GET /api/harvests/admin/:id/reservations', ({ params }) => reservations.list(params.id)),
  route('POST /api/reservations/:id/weight', ({ params, body, actor }) => reservations.weigh(params.id, body, actor)),
];
