import { route } from '#server/http/route.ts';
import type { Catalog } from './catalog.ts';

export const catalogRoutes = (catalogue: Catalog) => [
  route('GET /api/products', () => catalogue.list(), { tags: ['products'] }),
  route('GET /api/products/:slug', ({ params }) => catalogue.findBySlug(params.slug), { tags: ['products'] }),
  route('GET /api/products/admin', () => catalogue.list()),
  route('POST /api/products/admin', ({ form, ...work }) => catalogue.add(form, work)),
  route('PUT /api/products/admin/:id', ({ params, form, ...work }) => catalogue.revise(params.id, form, work)),
  route('DELETE /api/products/admin/:id', ({ params, actor }) => catalogue.withdraw(params.id, actor)),
];
