// Keeps the farm's books quick to read: orders are marked and filed, and the sums of days that are over lie together.
import { farmDay } from '#contracts/dates.ts';
import { addDays } from '#contracts/sales-range.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import * as fold from './compact-totals.store.ts';
import * as marks from './page-anchors.store.ts';
import { reindexAllOnce } from './search-terms.store.ts';

export type IndexMaintenance = ReturnType<typeof createIndexMaintenance>;

export function createIndexMaintenance({ database, now }: { database: Database; now: Clock }) {
  const { db, kind, transaction } = database;
  return { ensureIndexed, addAnchors, compactTotals };

  /** Before anybody searches: orders from an older version are filed. */
  async function ensureIndexed(): Promise<void> {
    await transaction([], reindexAllOnce);
  }

  async function addAnchors(): Promise<void> {
    if (!(await marks.isAnchorDue(db))) return;
    try {
      while (await transaction([], (tx) => marks.addAnchors(tx, kind)));
    } catch (error) {
      // Somebody is placing an order just now. Without the mark the list is as right, and the next run makes it.
      if (!marks.isLockTimeout(error)) throw error;
    }
  }

  /** Nobody orders yesterday: what was spread over shards is read faster as one row. */
  async function compactTotals(): Promise<void> {
    const today = farmDay(now().toISOString());
    for (const sum of await fold.listShardedBefore(db, addDays(today, -1)))
      await transaction([], (tx) => fold.compact(tx, sum));
  }
}
