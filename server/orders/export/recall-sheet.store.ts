import type { Db } from '#server/database/schema.ts';

/** Finds lots of withdrawn products too: their hops are still out there in breweries. */
export function findLot(db: Db, id: number) {
  return db
    .selectFrom('lots')
    .innerJoin('products', 'products.id', 'lots.product_id')
    .select(['lots.id', 'lots.number', 'products.slug'])
    .where('lots.id', '=', id)
    .executeTakeFirst();
}

type Batch = { lot_id: number; after: number; limit: number };

/** Leaves out failed orders, which nobody received. Canceled or refunded ones may have been handed over first. */
export function nextBatch(db: Db, { lot_id, after, limit }: Batch) {
  return db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select(['orders.id', 'orders.created_at', 'orders.status', 'orders.name', 'orders.email', 'orders.phone'])
    .select(['orders.address', 'orders.location_option', 'order_lines.name as hop', 'order_lines.pounds'])
    .where('order_lines.lot_id', '=', lot_id)
    .where('order_lines.order_id', '>', after)
    .where('orders.status', '<>', 'failed')
    .orderBy('order_lines.order_id')
    .limit(limit)
    .execute();
}
