import { type Route, route } from '#server/http/route.ts';
import type { Harvests } from './harvests.ts';

export const harvestRoutes = (harvests: Harvests): Route[] => [
  route('GET /api/harvests', harvests.list, { tags: ['harvests', 'product-names'] }),
  route('GET /api/harvests/:id', ({ params }) => harvests.find(params.id), { tags: ['harvests', 'product-names'] }),
  route('GET /api/harvests/admin', harvests.listManaged),
  route('POST /api/harvests/admin', ({ body, actor }) => harvests.add(body, actor)),
  route('PUT /api/harvests/admin/:id', ({ params, body, actor }) => harvests.revise(params.id, body, actor)),
  route('DELETE /api/harvests/admin/:id', ({ params, actor }) => harvests.callOff(params.id, actor)),
];
