// A row of the books, and how its sources are read: in batches along an index.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { BookType } from '#contracts/book-types.ts';
import { farmDay } from '#contracts/dates.ts';
import { addDays, type DayRange } from '#contracts/sales-range.ts';
import type { Db } from '#server/database/schema.ts';
import { startOfFarmDay } from '#server/farm-days.ts';
import type { Batch, DayBatch } from './book-rows.store.ts';

export type BookRow = {
  day: string;
  type: BookType;
  order: number | null;
  invoice: number | null;
  customer: string;
  product: string;
  lot: string;
  pounds: number | null;
  price_cents: number | null;
  amount_cents: number;
  method: string;
  reference: string;
  note: string;
};

export const blank = {
  ...{ order: null, invoice: null, customer: '', product: '', lot: '', pounds: null, price_cents: null },
  ...{ method: '', reference: '', note: '' },
} satisfies Partial<BookRow>;

/** `from` is inclusive, `to` is exclusive. */
export type Times = { from: string; to: string };
/** What happened is dated by its time, or by a day that staff may have chosen. */
export type TimedSource = TimedPart & { db: Db };
export type DatedSource = DatedPart & { db: Db };
type TimedPart = { times: Times; limit: number };
type DatedPart = { days: DayRange; limit: number };

/** Each row with its day. */
export async function* batchesByTime<Row extends { at: string; id: number }>(
  { times, limit }: TimedPart,
  next: (batch: Batch) => Promise<Row[]>,
): AsyncGenerator<(Row & { day: string })[]> {
  const dayOf = risingDays();
  for (let after = { at: times.from, id: 0 }; ; ) {
    const rows = await next({ ...times, after, limit });
    const last = rows.at(-1);
    if (last) yield rows.map((row) => ({ ...row, day: dayOf(row.at) }));
    if (!last || rows.length < limit) return;
    after = last;
    // A read of SQLite lets nobody else run.
    await yieldToEventLoop();
  }
}

/** The day of times that only rise. A date is formatted once a day: each takes as long as reading a row. */
function risingDays(): (at: string) => string {
  let [day, end] = ['', ''];
  return (at) => {
    if (at >= end) {
      day = farmDay(at);
      end = startOfFarmDay(addDays(day, 1));
    }
    return day;
  };
}

export async function* batchesByDay<Row extends { day: string; id: number }>(
  { days, limit }: DatedPart,
  next: (batch: DayBatch) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  // PostgreSQL reads the index from here on, whatever else limits the days.
  for (let after = { day: days.from, id: 0 }; ; ) {
    const rows = await next({ ...days, after, limit });
    const last = rows.at(-1);
    if (last) yield rows;
    if (!last || rows.length < limit) return;
    after = last;
    // A read of SQLite lets nobody else run.
    await yieldToEventLoop();
  }
}
