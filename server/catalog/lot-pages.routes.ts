import { route } from '#server/http/route.ts';
import type { LotPages } from './lot-pages.ts';

export const lotPageRoutes = (lotPages: LotPages) => [
  route('GET /api/lots/:number', ({ params }) => lotPages.find(params.number), { tags: ['products'] }),
];
