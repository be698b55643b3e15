import { z } from 'zod';
import { dataOf, type EndpointTable, FarmDay, IdParams, MessageResponse } from './endpoint.ts';
import { Lot, LotOnSale } from './lots.ts';
import { StoredImage } from './media.ts';
import {
  optionalText,
  percentage,
  price,
  priceTiers,
  requiredText,
  versionSeen,
  wholePounds,
} from './product-fields.ts';

export const Product = z.object({
  id: z.int(),
  /** Last segment of the product page's URL. */
  slug: z.string(),
  name: z.string(),
  type: z.string(),
  flavor: z.string().nullable(),
  /** Percent. */
  alpha_acid: z.number(),
  beta_acid: z.number(),
  /** Milliliters per 100 grams. */
  total_oil: z.number(),
  aromas: z.string(),
  description: z.string(),
  /** Root-relative path of the picture; `image` repeats it. */
  image_url: z.string().nullable(),
  image: z.string().nullable(),
  /** Dollars per pound. */
  price: z.number(),
  /** From so many pounds of one order, each costs this many dollars. Sorted; empty if the price is always the same. */
  tiers: z.array(z.object({ from: z.int(), price: z.number() })),
  /** Whole pounds. */
  stock: z.int(),
  /** Incremented by each staff edit, but not by sales. */
  version: z.int(),
  /** The lots a buyer can choose from, newest first. Only there if two or more have pounds. */
  lots_on_sale: z.array(LotOnSale).optional(),
});
export type Product = z.output<typeof Product>;

/** A product as shown on its own page, with the lot it is currently sold from, if any. */
export const ProductWithLot = Product.extend({ lot: Lot.nullable() });
export type ProductWithLot = z.output<typeof ProductWithLot>;

export const ProductDraft = z.object({
  name: requiredText('Name', 80),
  type: requiredText('Type', 80),
  flavor: optionalText('Flavor', 200),
  alpha_acid: percentage('Alpha Acid'),
  beta_acid: percentage('Beta Acid'),
  total_oil: percentage('Total Oil'),
  aromas: requiredText('Aromas', 200),
  description: optionalText('Description', 5000),
  price: price('Price'),
  stock: wholePounds('Stock'),
  stored_image: StoredImage,
  tiers: priceTiers
    .optional()
    .describe('Price tiers as JSON: [{"from": 44, "price": 14.5}]. Without it they stay as they are; [] removes them.'),
});
export type ProductDraft = z.output<typeof ProductDraft>;

/** Optimistic locking: an edit based on outdated values is rejected. Without them the edit is applied as is. */
export const ProductRevision = ProductDraft.extend({
  stock_seen: wholePounds('Stock seen').optional(),
  version: versionSeen.optional(),
});
export type ProductRevision = z.output<typeof ProductRevision>;

export const SlugParams = z.object({ slug: z.string().max(100) });

export const catalogEndpoints = {
  'GET /api/products': {
    summary: 'All products',
    response: z.object({ data: z.array(Product) }),
  },
  'GET /api/products/:slug': {
    summary: 'One product, with its current lot',
    params: SlugParams,
    response: dataOf(ProductWithLot),
  },
  'GET /api/hops': {
    summary: 'All products, each with its current lot',
    response: z.object({ data: z.array(ProductWithLot), today: FarmDay }),
  },
  'GET /api/products/admin': {
    summary: 'All products, for the back office',
    for: 'admin',
    response: z.object({ data: z.array(Product) }),
  },
  'POST /api/products/admin': {
    summary: 'Add a product',
    for: 'admin',
    form: ProductDraft,
    picture: 'required unless stored',
    response: dataOf(Product),
  },
  'PUT /api/products/admin/:id': {
    summary: 'Update a product; keeps the old picture if none is sent',
    for: 'admin',
    params: IdParams,
    form: ProductRevision,
    picture: 'optional',
    current: Product,
    response: dataOf(Product),
  },
  'DELETE /api/products/admin/:id': {
    summary: 'Withdraw a product',
    for: 'admin',
    params: IdParams,
    response: MessageResponse,
    errors: { 409: 'Buyers have reserved some of its harvest' },
  },
} as const satisfies EndpointTable;
