import { serve } from '#server/http/route.ts';
import type { Figures } from './dashboard.ts';
import type { createSales } from './sales.ts';

export const figureRoutes = (figures: Figures, { sales }: ReturnType<typeof createSales>) => [
  serve('GET /api/dashboard/admin', () => figures.dashboard()),
  serve('GET /api/sales', ({ query }) => sales(query)),
];
