import { countPaymentCall } from '#server/charges/payment-limits.ts';
import type { ChargeShop } from '#server/charges/purpose.ts';
import { route } from '#server/http/route.ts';
import { closeCheckout, placeOrder } from './checkout.ts';
import type { Labels } from './labels.ts';
import type { OrderChanges } from './order-changes.ts';
import type { OrderSearchService } from './order-search.ts';
import type { Orders } from './orders.ts';
import type { Shipments } from './shipments.ts';
import type { ToPack } from './to-pack.ts';

type Services = {
  orders: Orders;
  shipments: Shipments;
  changes: OrderChanges;
  toPack: ToPack;
  labels: Labels;
  search: OrderSearchService;
  shop: ChargeShop;
};

export const orderRoutes = ({ orders, shipments, changes, toPack, labels, search: { search }, shop }: Services) => [
  route(
    'POST /api/process-payment',
    ({ body, actor, address, key }) => placeOrder(shop, body, { actor, address, idempotencyKey: key }),
    {
      statusOf: ({ status }) => (status === 'pending' ? 202 : 200),
      onInvalid: (address) => countPaymentCall(shop, address),
    },
  ),
  route(
    'POST /api/process-payment/outcome',
    async ({ address, key }) => {
      await countPaymentCall(shop, address);
      return closeCheckout(shop, key);
    },
    { onInvalid: (address) => countPaymentCall(shop, address) },
  ),
  route('GET /api/orders/admin', ({ query }) => orders.list(query.page, '/api/orders/admin')),
  route('GET /api/orders', ({ actor, query }) => orders.listOwn(actor, query.page, '/api/orders')),
  route('GET /api/orders/search', ({ query }) => search(query)),
  route('GET /api/orders/to-pack', () => toPack.list()),
  route('GET /api/orders/labels', ({ query }) => labels.list(query.orders)),
  route('POST /api/orders/status-changes', ({ body, actor }) => toPack.markReady(body.ids, actor)),
  route('GET /api/orders/:id', ({ params, query, actor }) => orders.findVisible(params.id, { actor, key: query.key })),
  route('POST /api/orders/:id/status-changes', ({ params, body, actor }) =>
    orders.changeStatus(params.id, body, actor),
  ),
  route('POST /api/orders/:id/notes', ({ params, body, actor }) => orders.addNote(params.id, body, actor)),
  route('PUT /api/orders/:id/shipment', ({ params, body, actor }) => shipments.set(params.id, body, actor)),
  route('POST /api/orders/:id/changes', ({ params, body, actor, key }) =>
    changes.change(params.id, { ...body, key }, actor),
  ),
  route('PUT /api/orders/:id/lots', ({ params, body, actor }) => changes.packFrom(params.id, body, actor)),
  route('POST /api/orders/:id/refunds', ({ params, body, actor, key }) =>
    changes.refund(params.id, { ...body, key }, actor),
  ),
  route('POST /api/orders/:id/refunds/:refund/retry', ({ params, actor }) =>
    changes.retryRefund(params.id, params.refund, actor),
  ),
  route('GET /api/payment-alarms', () => orders.listAlerts()),
  route('POST /api/payment-alarms/:id/settlement', ({ params, actor }) => orders.resolveAlert(params.id, actor)),
];
