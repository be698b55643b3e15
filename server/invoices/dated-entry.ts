// What staff date themselves, such as the day a check came in.
import { formatMonth, monthOf } from '#contracts/book-types.ts';
import * as store from '#server/books/books.store.ts';
import type { Db } from '#server/database/schema.ts';
import { invalid } from '#server/http-errors.ts';

/** Call in the transaction that writes an entry of this day: its month must be open, and stays open until the commit. */
export async function requireOpenDay(tx: Db, day: string, field: string): Promise<void> {
  await store.lock(tx);
  const month = monthOf(day);
  if (await store.findClosed(tx, month))
    throw invalid({ [field]: [`The books of ${formatMonth(month)} are closed. Choose a later day.`] });
  await store.forgetDay(tx, day);
}
