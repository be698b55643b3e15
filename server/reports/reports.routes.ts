import { route } from '#server/http/route.ts';
import type { DashboardReport } from './dashboard.ts';
import type { createSales } from './sales.ts';

export const reportRoutes = ({ dashboard }: DashboardReport, { sales }: ReturnType<typeof createSales>) => [
  route('GET /api/dashboard/admin', () => dashboard()),
  route('GET /api/sales', ({ query }) => sales(query)),
];
