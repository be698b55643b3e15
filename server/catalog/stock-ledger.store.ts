import { sql } from 'kysely';
import type { Db } from '#server/database/schema.ts';

type Filter = {
  product: number | undefined;
  /** `from` is inclusive, `to` is exclusive. */
  times: { from: string; to: string } | undefined;
  before: number | undefined;
  limit: number;
};

const selectMoves = (db: Db) =>
  db
    .selectFrom('stock_moves as move')
    .innerJoin('products', 'products.id', 'move.product_id')
    .leftJoin('accounts', 'accounts.id', 'move.account_id')
    .leftJoin('lots', 'lots.id', 'move.lot_id')
    .select(['move.id', 'move.at', 'move.product_id', 'products.name as product', 'move.pounds', 'move.reason'])
    .select(['move.stock_after as stock', 'move.kind', 'move.order_id', 'move.note', 'accounts.name as who'])
    .select(['lots.number as lot', 'move.between_lots']);

/** Newest first, along an index by time. */
export function list(db: Db, { product, times, before, limit }: Filter) {
  const place = sql`(select at, id from stock_moves where id = ${before ?? 0})`;
  return selectMoves(db)
    .$if(product !== undefined, (moves) => moves.where('move.product_id', '=', product ?? 0))
    .$if(times !== undefined, (moves) =>
      moves.where('move.at', '>=', times?.from ?? '').where('move.at', '<', times?.to ?? ''),
    )
    .$if(before !== undefined, (moves) => moves.where(sql<boolean>`(move.at, move.id) < ${place}`))
    .orderBy('move.at', 'desc')
    .orderBy('move.id', 'desc')
    .limit(limit)
    .execute();
}

export function findByKey(db: Db, key: string) {
  return selectMoves(db).where('move.key', '=', key).executeTakeFirst();
}

export function findLot(db: Db, { id, product_id }: { id: number; product_id: number }) {
  return db
    .selectFrom('lots')
    .select(['number', 'stock'])
    .where('id', '=', id)
    .where('product_id', '=', product_id)
    .executeTakeFirst();
}

/** Locks the product until the commit, so that a second click waits for the first. */
export function lockProduct(tx: Db, id: number) {
  return tx
    .updateTable('products')
    .set({ stock: sql`stock` })
    .where('id', '=', id)
    .returning(['id', 'name', 'stock'])
    .executeTakeFirst();
}

export async function firstAt(db: Db): Promise<string | undefined> {
  return (await db.selectFrom('stock_moves').select('at').orderBy('at').limit(1).executeTakeFirst())?.at;
}
