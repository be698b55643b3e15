import { sql } from 'kysely';
import type { PublishedLot } from '#contracts/lot-pages.ts';
import type { Db } from '#server/database/schema.ts';
import { columns, toLot } from './lots.store.ts';

export async function listByNumber(db: Db, number: string): Promise<PublishedLot[]> {
  const rows = await db
    .selectFrom('lots')
    .innerJoin('products', 'products.id', 'lots.product_id')
    .select([...columns, 'products.name', 'slug', 'type', 'aromas', 'deleted_at'])
    .where(sql<string>`lower(lots.number)`, '=', number.toLowerCase())
    .orderBy('lots.id')
    .execute();
  return rows.map(({ name, slug, type, aromas, deleted_at, ...lot }) => ({
    ...toLot(lot),
    product: { name, slug, type, aromas, on_sale: deleted_at === null },
  }));
}

/** Each number once. */
export async function listNumbersOnSale(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('lots')
    .innerJoin('products', 'products.id', 'lots.product_id')
    .select(sql<string>`lower(lots.number)`.as('number'))
    .distinct()
    .where('deleted_at', 'is', null)
    .orderBy('number')
    .execute();
  return rows.map(({ number }) => number);
}
