import { serve } from '../http/serve.ts';
import type { Catalogue } from './catalogue.ts';

export const catalogueRoutes = (catalogue: Catalogue) => [
  serve('GET /api/products', () => catalogue.all(), { carries: ['products'] }),
  serve('GET /api/products/:slug', ({ params }) => catalogue.product(params.slug), { carries: ['products'] }),
];
