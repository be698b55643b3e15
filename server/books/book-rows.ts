// Everything that happened in a range of days, by day: what was earned and what was received. A month of any size fits in a
// small server's memory.
import type { DayRange } from '#contracts/sales-range.ts';
import type { Db } from '#server/database/schema.ts';
import { timesOf } from '#server/farm-days.ts';
import type { BookRow } from './book-row.ts';
import { cardPayments, entries, fees, refunds } from './money-rows.ts';
import { adjustments, creditNotes, sales, salesTakenBack } from './sales-rows.ts';

const BATCH = 500;

/** By day, and within a day in the order of these sources. */
export function bookRows(db: Db, days: DayRange, limit = BATCH): AsyncGenerator<BookRow> {
  const timed = { db, times: timesOf(days), limit };
  const dated = { db, days, limit };
  return mergeByDay([
    sales(timed),
    adjustments(dated),
    creditNotes(dated),
    salesTakenBack(timed),
    cardPayments(timed),
    entries(dated),
    refunds(timed),
    fees(dated),
  ]);
}

async function* mergeByDay(sources: AsyncGenerator<BookRow>[]): AsyncGenerator<BookRow> {
  const heads = await Promise.all(sources.map((source) => source.next()));
  for (;;) {
    let first = -1;
    let row: BookRow | undefined;
    for (const [index, { done, value }] of heads.entries())
      if (!done && (!row || value.day < row.day)) [first, row] = [index, value];
    const source = sources[first];
    if (!row || !source) return;
    yield row;
    heads[first] = await source.next();
  }
}
