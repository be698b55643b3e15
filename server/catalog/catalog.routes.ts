import { serve } from '#server/http/route.ts';
import type { Catalogue } from './catalog.ts';

export const catalogueRoutes = (catalogue: Catalogue) => [
  serve('GET /api/products', () => catalogue.all(), { carries: ['products'] }),
  serve('GET /api/products/:slug', ({ params }) => catalogue.product(params.slug), { carries: ['products'] }),
  serve('GET /api/products/admin', () => catalogue.all()),
  serve('POST /api/products/admin', ({ form, ...work }) => catalogue.add(form, work)),
  serve('PUT /api/products/admin/:id', ({ params, form, ...work }) => catalogue.revise(params.id, form, work)),
  serve('DELETE /api/products/admin/:id', ({ params, actor }) => catalogue.withdraw(params.id, actor)),
];
