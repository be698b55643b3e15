import { route } from '#server/http/route.ts';
import type { Lots } from './lots.ts';

export const lotRoutes = (lots: Lots) => [
  route('GET /api/products/admin/:id/lots', ({ params }) => lots.listForProduct(params.id)),
  route('POST /api/products/admin/:id/lots', ({ params, form, ...change }) => lots.add(params.id, form, change)),
  route('PUT /api/products/admin/:id/current-lot', ({ params, body, actor }) =>
    lots.setCurrent(params.id, body.lot_id, actor),
  ),
  route('PUT /api/lots/admin/:id', ({ params, form, ...change }) => lots.revise(params.id, form, change)),
  route('DELETE /api/lots/admin/:id', ({ params, actor }) => lots.remove(params.id, actor)),
];
