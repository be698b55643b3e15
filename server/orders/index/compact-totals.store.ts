// Sums of a day that is over, folded into one row each. A late move of an order opens a shard again; the next run folds it.
import type { Db } from '#server/database/schema.ts';
import { addOrderTotals, addSalesTotals } from './totals.store.ts';

type Sum = { day: string; status: string } | { day: string; product_id: number };

/** Which sums of days before this one lie on more than their first shard. */
export async function listShardedBefore(db: Db, day: string): Promise<Sum[]> {
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
  return [...orders, ...sales];
}

/** One sum at a time: an order that moves meanwhile waits for one row of it, and never the other way round. */
export async function compact(tx: Db, sum: Sum): Promise<void> {
  if ('status' in sum) {
    const shards = await tx
      .deleteFrom('order_totals')
      .where('day', '=', sum.day)
      .where('status', '=', sum.status)
      .where('shard', '>', 0)
      .returning(['orders', 'pounds', 'amount_cents'])
      .execute();
    for (const shard of shards) await addOrderTotals(tx, { rows: [{ ...sum, shard: 0, ...shard }] });
  } else {
    const shards = await tx
      .deleteFrom('sales_totals')
      .where('day', '=', sum.day)
      .where('product_id', '=', sum.product_id)
      .where('shard', '>', 0)
      .returning(['pounds', 'amount_cents'])
      .execute();
    for (const shard of shards) await addSalesTotals(tx, { rows: [{ ...sum, shard: 0, ...shard }] });
  }
}
