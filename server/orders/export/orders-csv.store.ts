import type { Db } from '#server/database/schema.ts';

type Batch = { from: string; to: string; after: { created_at: string; id: number }; limit: number };

/** Reads along the created_at index, so each batch starts where the last one ended. */
export function nextBatch(db: Db, { from, to, after, limit }: Batch) {
  return db
    .selectFrom('orders')
    .select(['id', 'created_at', 'status', 'name', 'email', 'address', 'phone', 'location_option', 'pounds'])
    .select(['amount_cents', 'payment_id'])
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where((order) => order(order.refTuple('created_at', 'id'), '>', order.tuple(after.created_at, after.id)))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export function listLines(db: Db, ids: number[]) {
  return db
    .selectFrom('order_lines')
    .select(['order_id', 'product_id', 'name', 'pounds'])
    .where('order_id', 'in', ids)
    .orderBy('product_id')
    .execute();
}
