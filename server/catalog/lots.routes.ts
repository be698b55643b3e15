import { serve } from '#server/http/route.ts';
import type { Lots } from './lots.ts';

export const lotRoutes = (lots: Lots) => [
  serve('GET /api/products/admin/:id/lots', ({ params }) => lots.ofProduct(params.id)),
  serve('POST /api/products/admin/:id/lots', ({ params, form, ...work }) => lots.add(params.id, form, work)),
  serve('PUT /api/products/admin/:id/current-lot', ({ params, body, actor }) =>
    lots.setCurrent(params.id, body.lot_id, actor),
  ),
  serve('PUT /api/lots/admin/:id', ({ params, form, ...work }) => lots.revise(params.id, form, work)),
  serve('DELETE /api/lots/admin/:id', ({ params, actor }) => lots.remove(params.id, actor)),
];
