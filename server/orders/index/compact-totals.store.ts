// Compacts the shards of past days into one row each. A late status change may add a shard again; the next run compacts it.
import type { Db } from '#server/database/schema.ts';
import { addOrderTotals, addRevenueTotals, addSalesTotals } from './totals.store.ts';

type ShardedTotal = { day: string; status: string } | { day: string; product_id: number } | { day: string };

/** Totals of days before this one that use more than the first shard. */
export async function listShardedBefore(db: Db, day: string): Promise<ShardedTotal[]> {
  const orders = await db
    .selectFrom('order_totals')
    .select(['day', 'status'])
    .distinct()
    .where('day', '<', day)
    .where('shard', '>', 0)
    .execute();
  const sales = await db
    .selectFrom('sales_totals')
    .select(['day', 'product_id'])
    .distinct()
    .where('day', '<', day)
    .where('shard', '>', 0)
    .execute();
  const revenue = await db
    .selectFrom('revenue_totals')
    .select('day')
    .distinct()
    .where('day', '<', day)
    .where('shard', '>', 0)
    .execute();
  return [...orders, ...sales, ...revenue];
}

/** One total per transaction: a concurrent order waits for at most one row, and this never waits for an order. */
export async function compact(tx: Db, total: ShardedTotal): Promise<void> {
  if ('status' in total) {
    const shards = await tx
      .deleteFrom('order_totals')
      .where('day', '=', total.day)
      .where('status', '=', total.status)
      .where('shard', '>', 0)
      .returning(['orders', 'pounds', 'amount_cents'])
      .execute();
    for (const shard of shards) await addOrderTotals(tx, { rows: [{ ...total, shard: 0, ...shard }] });
  } else if ('product_id' in total) {
    const shards = await tx
      .deleteFrom('sales_totals')
      .where('day', '=', total.day)
      .where('product_id', '=', total.product_id)
      .where('shard', '>', 0)
      .returning(['pounds', 'amount_cents'])
      .execute();
    for (const shard of shards) await addSalesTotals(tx, { rows: [{ ...total, shard: 0, ...shard }] });
  } else {
    const shards = await tx
      .deleteFrom('revenue_totals')
      .where('day', '=', total.day)
      .where('shard', '>', 0)
      .returning(['orders', 'pounds', 'amount_cents'])
      .execute();
    for (const shard of shards) await addRevenueTotals(tx, { rows: [{ ...total, shard: 0, ...shard }] });
  }
}
