import { route } from '#server/http/route.ts';
import type { Customers } from './customers.ts';

export const customerRoutes = (customers: Customers) => [
  route('GET /api/customers', ({ query }) => customers.list(query)),
  route('POST /api/customers', ({ body, actor }) => customers.add(body, actor)),
  route('GET /api/customers/:id', ({ params }) => customers.find(params.id)),
  route('PUT /api/customers/:id', ({ params, body, actor }) => customers.revise(params.id, body, actor)),
  route('GET /api/customers/:id/orders', ({ params, query }) => customers.listOrders(params.id, query.before)),
];
