// What an order gives back when it ends without a sale: pounds of stock, or of a harvest that is not weighed yet.
import * as stock from '#server/catalog/stock.store.ts';
import type { Clock } from '#server/clock.ts';
import type { CacheTag } from '#server/database/cache-tags.ts';
import type { Db } from '#server/database/schema.ts';
import * as orderStore from './order.store.ts';

export const RESTOCKED: CacheTag[] = ['stock', 'harvests'];

type Returned = { order_id: number; reason: 'release' | 'refund'; account_id?: number | null };

type Deps = {
  now: Clock;
  /** Gives back what an order holds of a harvest. */
  releaseReserved(tx: Db, order_id: number): Promise<void>;
};

export type Restock = ReturnType<typeof createRestock>;

export function createRestock({ now, releaseReserved }: Deps) {
  return { all, reserved: releaseReserved };

  /** The pounds that are still out: a refund in part may have brought some back. */
  async function all(tx: Db, { order_id, reason, account_id = null }: Returned): Promise<void> {
    await releaseReserved(tx, order_id);
    const returned = await orderStore.listReturned(tx, order_id);
    for (const { product_id, pounds } of await orderStore.listLines(tx, order_id)) {
      const out = pounds - returned.reduce((sum, each) => sum + (each.product_id === product_id ? each.pounds : 0), 0);
      if (out > 0)
        await stock.release(tx, { product_id, pounds: out, order_id, account_id, reason, at: now().toISOString() });
    }
  }
}
