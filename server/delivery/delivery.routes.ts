import { route } from '#server/http/route.ts';
import type { createDeliveryAreas } from './delivery-areas.ts';

export const deliveryRoutes = (areas: ReturnType<typeof createDeliveryAreas>) => [
  route('GET /api/delivery-areas/:zip', ({ params, query }) => areas.find(params.zip, query.pounds)),
];
