// What the farm sells.
import type { FirstProduct } from '../../content/first-products.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Db } from '../database/schema.ts';
import { notFound } from '../problems.ts';
import * as store from './catalogue.store.ts';

export type Catalogue = ReturnType<typeof createCatalogue>;

export function createCatalogue({ database, now }: { database: Database; now: Clock }) {
  const { db } = database;
  return { all, product, firstFill };

  async function all() {
    return { data: await store.allInOrder(db) };
  }

  async function product(slug: string) {
    const found = await store.findBySlug(db, slug.toLowerCase());
    if (!found) throw notFound('Product not found.');
    return { data: found };
  }

  /** What an empty shop sells, written in the transaction that fills it. */
  async function firstFill(tx: Db, products: (FirstProduct & { image_url: string })[]) {
    for (const { picture: _, ...product } of products)
      await store.insert(tx, { ...product, created_at: now().toISOString() });
  }
}
