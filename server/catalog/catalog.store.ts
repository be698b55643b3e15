import type { Product } from '#contracts/catalog.ts';
import { cents, toDollars } from '#contracts/money.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { pictureFolders } from '#contracts/pictures.ts';
import type { Db } from '#server/database/schema.ts';
import type { PictureUse } from '#server/media/library.ts';

const columns = [
  'id',
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
  'price_cents',
  'stock',
  'version',
] as const;

type Row = Omit<Product, 'image' | 'price'> & { price_cents: number };

export async function listAll(db: Db): Promise<Product[]> {
  const rows = await db.selectFrom('products').select(columns).where('deleted_at', 'is', null).orderBy('id').execute();
  return rows.map(toProduct);
}

export async function findBySlug(db: Db, slug: string): Promise<Product | undefined> {
  const row = await db
    .selectFrom('products')
    .select(columns)
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && toProduct(row);
}

export async function find(db: Db, id: number): Promise<Product | undefined> {
  const row = await db
    .selectFrom('products')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && toProduct(row);
}

/** Reads a product and locks it until the end of the transaction. */
export async function lock(tx: Db, id: number): Promise<Product | undefined> {
  const row = await tx
    .updateTable('products')
    .set((product) => ({ version: product.ref('version') }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(columns)
    .executeTakeFirst();
  return row && toProduct(row);
}

type Details = Omit<Row, 'id' | 'slug' | 'stock' | 'version'>;

/** Undefined when another product has the slug, including one added concurrently. */
export async function insert(
  db: Db,
  product: Details & { slug: string; stock: number; created_at: string },
): Promise<Product | undefined> {
  const row = await db
    .insertInto('products')
    .values(product)
    .onConflict((conflict) => conflict.column('slug').where('deleted_at', 'is', null).doNothing())
    .returning(columns)
    .executeTakeFirst();
  return row && toProduct(row);
}

/** Undefined when the product is no longer at that version. */
export async function revise(
  tx: Db,
  { id, version }: { id: number; version: number },
  details: Partial<Details>,
): Promise<Product | undefined> {
  const row = await tx
    .updateTable('products')
    .set({ ...details, version: version + 1 })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('version', '=', version)
    .returning(columns)
    .executeTakeFirst();
  return row && toProduct(row);
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

function toProduct({ price_cents, ...row }: Row): Product {
  const image_url = row.image_url && pictureFolders.products + row.image_url;
  return { ...row, image_url, image: image_url, price: toDollars(cents(price_cents)) };
}
