import { z } from 'zod';
import { type CallTable, one } from './call.ts';

export const Product = z.object({
  id: z.int(),
  /** The last part of its page's address. */
  slug: z.string(),
  name: z.string(),
  type: z.string(),
  flavor: z.string().nullable(),
  /** Percent. */
  alpha_acid: z.number(),
  beta_acid: z.number(),
  /** Millilitres in 100 grams. */
  total_oil: z.number(),
  aromas: z.string(),
  description: z.string(),
  /** Root-relative path of the picture; `image` repeats it. */
  image_url: z.string().nullable(),
  image: z.string().nullable(),
  /** Dollars per pound. */
  price: z.number(),
  /** Whole pounds. */
  stock: z.int(),
});
export type Product = z.output<typeof Product>;

export const BySlug = z.object({ slug: z.string().max(100) });

export const catalogueCalls = {
  'GET /api/products': {
    summary: 'Everything in the catalogue',
    reply: z.object({ data: z.array(Product) }),
  },
  'GET /api/products/:slug': {
    summary: 'One product',
    params: BySlug,
    reply: one(Product),
  },
} as const satisfies CallTable;
