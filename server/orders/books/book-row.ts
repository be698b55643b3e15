// A row of the books, and how its sources are read: in batches along an index.
import type { BookType } from '#contracts/book-types.ts';
import { startOfFarmDay } from '#contracts/dates.ts';
import { addDays, type DayRange } from '#contracts/sales-range.ts';
import type { Db } from '#server/database/schema.ts';
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

export type Source = Part & { db: Db };
type Part = { days: DayRange; limit: number };

export async function* batchesByTime<Row extends { at: string; id: number }>(
  { days, limit }: Part,
  next: (batch: Batch) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const times = { from: startOfFarmDay(days.from), to: startOfFarmDay(addDays(days.to, 1)) };
  for (let after = { at: times.from, id: 0 }; ; ) {
    const rows = await next({ ...times, after, limit });
    const last = rows.at(-1);
    if (last) yield rows;
    if (!last || rows.length < limit) return;
    after = last;
  }
}

export async function* batchesByDay<Row extends { day: string; id: number }>(
  { days, limit }: Part,
  next: (batch: DayBatch) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = { day: '', id: 0 }; ; ) {
    const rows = await next({ ...days, after, limit });
    const last = rows.at(-1);
    if (last) yield rows;
    if (!last || rows.length < limit) return;
    after = last;
  }
}
