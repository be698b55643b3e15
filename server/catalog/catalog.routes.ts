import { route } from '#server/http/route.ts';
import type { Catalog } from './catalog.ts';

export const catalogRoutes = (catalog: Catalog) => [
  route('GET /api/products', () => catalog.list(), { tags: ['products'] }),
  route('GET /api/products/:slug', ({ params }) => catalog.findBySlug(params.slug), { tags: ['products'] }),
  route('GET /api/hops', () => catalog.listWithLots(), { tags: ['products'] }),
  route('GET /api/products/admin', () => catalog.list()),
  route('POST /api/products/admin', ({ form, ...change }) => catalog.add(form, change)),
  route('PUT /api/products/admin/:id', ({ params, form, ...change }) => catalog.revise(params.id, form, change)),
  route('DELETE /api/products/admin/:id', ({ params, actor }) => catalog.withdraw(params.id, actor)),
];
