import type { Product } from '#contracts/catalog.ts';
import { cents, toCents, toDollars } from '#contracts/money.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { pictureFolders } from '#contracts/pictures.ts';
import type { PriceTier } from '#contracts/price-tiers.ts';
import type { Db } from '#server/database/schema.ts';
import type { PictureUse } from '#server/media/library.ts';

const columns = [
  'products.id',
  'slug',
  'name',
  'type',
  'flavor',
  'alpha_acid',
  'beta_acid',
  'total_oil',
  'aromas',
  'description',
  'image_url',
  'products.price_cents',
  'stock',
  'version',
] as const;

type Row = Omit<Product, 'image' | 'price' | 'tiers'> & { price_cents: number };

export const listAll = (db: Db): Promise<Product[]> => readProducts(selectProducts(db));

export async function findBySlug(db: Db, slug: string): Promise<Product | undefined> {
  return (await readProducts(selectProducts(db).where('slug', '=', slug)))[0];
}

export async function find(db: Db, id: number): Promise<Product | undefined> {
  return (await readProducts(selectProducts(db).where('products.id', '=', id)))[0];
}

/** Reads a product and locks it until the end of the transaction. */
export async function lock(tx: Db, id: number): Promise<Product | undefined> {
  await tx
    .updateTable('products')
    .set((product) => ({ version: product.ref('version') }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
  return find(tx, id);
}

type Details = Omit<Row, 'id' | 'slug' | 'stock' | 'version'>;

/** Undefined when another product has the slug, including one added concurrently. */
export async function insert(
  db: Db,
  product: Details & { slug: string; stock: number; created_at: string },
): Promise<number | undefined> {
  const inserted = await db
    .insertInto('products')
    .values(product)
    .onConflict((conflict) => conflict.column('slug').where('deleted_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

/** False when the product is no longer at that version. */
export async function revise(
  tx: Db,
  { id, version }: { id: number; version: number },
  details: Partial<Details>,
): Promise<boolean> {
  const revised = await tx
    .updateTable('products')
    .set({ ...details, version: version + 1 })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return revised !== undefined;
}

export async function replaceTiers(tx: Db, product_id: number, tiers: PriceTier[]): Promise<void> {
  await tx.deleteFrom('price_tiers').where('product_id', '=', product_id).execute();
  const rows = tiers.map(({ from, price }) => ({ product_id, from_pounds: from, price_cents: toCents(price) }));
  if (rows.length > 0) await tx.insertInto('price_tiers').values(rows).execute();
}

/** Undefined when there is nothing to remove. */
export function remove(tx: Db, id: number, deleted_at: string): Promise<{ name: string } | undefined> {
  return tx
    .updateTable('products')
    .set({ deleted_at })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
}

/** Pictures of products, for the media library. */
export async function listPictureUses(db: Db): Promise<PictureUse[]> {
  const rows = await db
    .selectFrom('products')
    .select(['name', 'slug', 'image_url'])
    .where('deleted_at', 'is', null)
    .where('image_url', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(({ name, slug, image_url }) => ({
    name: image_url ?? '',
    where: `Product ${name}`,
    path: pagePaths.product(slug),
  }));
}

/** A row per tier. One statement, so that a product never has another version's tiers. */
const selectProducts = (db: Db) =>
  db
    .selectFrom('products')
    .leftJoin('price_tiers', 'price_tiers.product_id', 'products.id')
    .select(columns)
    .select(['price_tiers.from_pounds', 'price_tiers.price_cents as tier_cents'])
    .where('deleted_at', 'is', null)
    .orderBy('products.id')
    .orderBy('from_pounds');

async function readProducts(query: ReturnType<typeof selectProducts>): Promise<Product[]> {
  const products = new Map<number, Product>();
  for (const { from_pounds, tier_cents, ...row } of await query.execute()) {
    const product = products.get(row.id) ?? toProduct(row);
    products.set(row.id, product);
    if (from_pounds !== null && tier_cents !== null)
      product.tiers.push({ from: from_pounds, price: toDollars(cents(tier_cents)) });
  }
  return [...products.values()];
}

function toProduct({ price_cents, ...row }: Row): Product {
  const image_url = row.image_url && pictureFolders.products + row.image_url;
  return { ...row, image_url, image: image_url, price: toDollars(cents(price_cents)), tiers: [] };
}
