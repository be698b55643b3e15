import { route } from '#server/http/route.ts';
import type { StockLedger } from './stock-ledger.ts';

export const stockRoutes = ({ list, enter }: StockLedger) => [
  route('GET /api/stock-moves', ({ query }) => list(query)),
  route('POST /api/stock-moves', ({ body, actor, key }) => enter({ ...body, key }, actor)),
];
