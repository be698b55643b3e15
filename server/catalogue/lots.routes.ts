import { serve } from '../http/serve.ts';
import type { Lots } from './lots.ts';

export const lotRoutes = (lots: Lots) => [
  serve('GET /api/products/admin/:id/lots', ({ params }) => lots.ofProduct(params.id)),
  serve('POST /api/products/admin/:id/lots', ({ params, form, certificate }) => lots.add(params.id, form, certificate)),
  serve('PUT /api/products/admin/:id/current-lot', ({ params, body }) => lots.setCurrent(params.id, body.lot_id)),
  serve('PUT /api/lots/admin/:id', ({ params, form, certificate }) => lots.revise(params.id, form, certificate)),
  serve('DELETE /api/lots/admin/:id', ({ params }) => lots.remove(params.id)),
];
