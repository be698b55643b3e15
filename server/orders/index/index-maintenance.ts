// Keeps the farm's books quick to read: orders are marked and filed, and the sums of days that are over lie together.
import { farmDay } from '#contracts/dates.ts';
import { addDays } from '#contracts/sales-range.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import * as fold from './compact-totals.store.ts';
import * as marks from './page-anchors.store.ts';
import { fileAllOnce } from './search-terms.store.ts';

export type Books = ReturnType<typeof createBooks>;

export function createBooks({ database, now }: { database: Database; now: Clock }) {
  const { db, kind, transaction } = database;
  return { open, mark, tidy };

  /** Before anybody searches: orders from an older version are filed. */
  async function open(): Promise<void> {
    await transaction([], fileAllOnce);
  }

  async function mark(): Promise<void> {
    if (!(await marks.isMarkDue(db))) return;
    try {
      while (await transaction([], (tx) => marks.mark(tx, kind)));
    } catch (error) {
      // Somebody is placing an order just now. Without the mark the list is as right, and the next run makes it.
      if (!marks.wasBusy(error)) throw error;
    }
  }

  /** Nobody orders yesterday: what was spread over shards is read faster as one row. */
  async function tidy(): Promise<void> {
    const today = farmDay(now().toISOString());
    for (const sum of await fold.spreadBefore(db, addDays(today, -1)))
      await transaction([], (tx) => fold.fold(tx, sum));
  }
}
