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
    .selectFrom('order_line_lots as part')
    .innerJoin('orders', 'orders.id', 'part.order_id')
    .innerJoin('order_lines as line', (join) =>
      join.onRef('line.order_id', '=', 'part.order_id').onRef('line.product_id', '=', 'part.product_id'),
    )
    .select(['orders.id', 'orders.created_at', 'orders.status', 'orders.name', 'orders.email', 'orders.phone'])
    .select(['orders.address', 'orders.location_option', 'line.name as hop', 'part.pounds'])
    .where('part.lot_id', '=', lot_id)
    .where('part.order_id', '>', after)
    .where('orders.status', '<>', 'failed')
    .orderBy('part.order_id')
    .limit(limit)
    .execute();
}
