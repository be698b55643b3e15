import type { Product } from '../../contracts/catalogue.ts';
import { cents, dollarsOf } from '../../contracts/money.ts';
import { pictureFolders } from '../../contracts/pictures.ts';
import type { Db } from '../database/schema.ts';

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
] as const;

type Row = Omit<Product, 'image' | 'price'> & { price_cents: number };

export async function allInOrder(db: Db): Promise<Product[]> {
  const rows = await db.selectFrom('products').select(columns).where('deleted_at', 'is', null).orderBy('id').execute();
  return rows.map(productOf);
}

export async function findBySlug(db: Db, slug: string): Promise<Product | undefined> {
  const row = await db
    .selectFrom('products')
    .select(columns)
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && productOf(row);
}

export async function insert(db: Db, product: Omit<Row, 'id'> & { created_at: string }): Promise<Product> {
  return productOf(await db.insertInto('products').values(product).returning(columns).executeTakeFirstOrThrow());
}

function productOf({ price_cents, ...row }: Row): Product {
  const image_url = row.image_url && pictureFolders.products + row.image_url;
  return { ...row, image_url, image: image_url, price: dollarsOf(cents(price_cents)) };
}
