// A valid product for tests, and small pictures.
import sharp from 'sharp';
import type { ProductDraft } from '#contracts/catalog.ts';
import type { Database } from '#server/database/database.ts';

export const cascade: ProductDraft = {
  name: 'Cascade',
  type: 'Aroma',
  flavor: 'Grapefruit and flowers',
  alpha_acid: 6.2,
  beta_acid: 5.5,
  total_oil: 1.4,
  aromas: 'grapefruit, floral',
  description: 'The hop of the first pale ales.',
  price: 12.5,
  stock: 80,
};

export const picture = await plainPicture('#516f2b');
export const otherPicture = await plainPicture('#e6aa33');

function plainPicture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer();
}

/** The stock ledger of one product, oldest entry first. */
export function stockMovesOf({ db }: Database, product_id: number) {
  return db
    .selectFrom('stock_moves')
    .select(['pounds', 'stock_after', 'reason', 'account_id', 'order_id', 'at'])
    .where('product_id', '=', product_id)
    .orderBy('id')
    .execute();
}

/** Whether the ledger of every product, including deleted ones, adds up to its stock. */
export async function ledgerAddsUp({ db }: Database): Promise<boolean> {
  const products = await db
    .selectFrom('products')
    .leftJoin('stock_moves', 'stock_moves.product_id', 'products.id')
    .select((line) => ['products.stock', line.fn.sum<number>('stock_moves.pounds').as('sum')])
    .groupBy(['products.id', 'products.stock'])
    .execute();
  return products.length > 0 && products.every(({ stock, sum }) => stock === sum);
}
