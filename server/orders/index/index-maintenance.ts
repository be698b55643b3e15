// Maintains what keeps order lists and reports fast: the search index and compacted daily totals.
import { farmDay } from '#contracts/dates.ts';
import { addDays } from '#contracts/sales-range.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import * as totals from './compact-totals.store.ts';
import { reindexAllOnce } from './search-terms.store.ts';
import { rebuildTotalsOnce } from './verify-totals.store.ts';

export type IndexMaintenance = ReturnType<typeof createIndexMaintenance>;

export function createIndexMaintenance({ database, now }: { database: Database; now: Clock }) {
  const { db, transaction } = database;
  return { ensureIndexed, compactTotals };

  /** Runs before the first request: brings what an older version derived from the orders up to date. */
  async function ensureIndexed(): Promise<void> {
    await transaction([], reindexAllOnce);
    await transaction([], rebuildTotalsOnce);
  }

  /** Past days get no new orders, so their shards are merged into one row, which reads faster. */
  async function compactTotals(): Promise<void> {
    const today = farmDay(now().toISOString());
    for (const shards of await totals.listShardedBefore(db, addDays(today, -1)))
      await transaction([], (tx) => totals.compact(tx, shards));
  }
}
