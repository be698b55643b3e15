import { z } from 'zod';
import { ById, type CallTable, done, one } from './endpoint.ts';
import { Lot } from './lots.ts';
import { figure, optionalWords, price, versionSeen, wholePounds, words } from './product-fields.ts';

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
  /** Raised with each edit by hand, not with a sale. */
  version: z.int(),
});
export type Product = z.output<typeof Product>;

/** A product as its own page shows it: with the lot it is sold from, if staff say which. */
export const ShownProduct = Product.extend({ lot: Lot.nullable() });
export type ShownProduct = z.output<typeof ShownProduct>;

export const ProductDraft = z.object({
  name: words('Name', 80),
  type: words('Type', 80),
  flavor: optionalWords('Flavor', 200),
  alpha_acid: figure('Alpha Acid'),
  beta_acid: figure('Beta Acid'),
  total_oil: figure('Total Oil'),
  aromas: words('Aromas', 200),
  description: optionalWords('Description', 5000),
  price: price('Price'),
  stock: wholePounds('Stock'),
});
export type ProductDraft = z.output<typeof ProductDraft>;

/** An edit says what it was made from; where that is no longer so, it is refused. Without it, it just sets the values. */
export const ProductRevision = ProductDraft.extend({
  stock_seen: wholePounds('The stock that was seen').optional(),
  version: versionSeen.optional(),
});
export type ProductRevision = z.output<typeof ProductRevision>;

export const BySlug = z.object({ slug: z.string().max(100) });

export const catalogueCalls = {
  'GET /api/products': {
    summary: 'Everything in the catalogue',
    reply: z.object({ data: z.array(Product) }),
  },
  'GET /api/products/:slug': {
    summary: 'One product, with the lot it is sold from',
    params: BySlug,
    reply: one(ShownProduct),
  },
  'GET /api/products/admin': {
    summary: 'Everything in the catalogue, for the back office',
    for: 'admin',
    reply: z.object({ data: z.array(Product) }),
  },
  'POST /api/products/admin': {
    summary: 'Add a product',
    for: 'admin',
    form: ProductDraft,
    picture: 'required',
    reply: one(Product),
  },
  'PUT /api/products/admin/:id': {
    summary: 'Revise a product; without a new picture it keeps the old one',
    for: 'admin',
    params: ById,
    form: ProductRevision,
    picture: 'optional',
    current: Product,
    reply: one(Product),
  },
  'DELETE /api/products/admin/:id': {
    summary: 'Take a product out of the catalogue',
    for: 'admin',
    params: ById,
    reply: done,
  },
} as const satisfies CallTable;
