// Totals of days that are not past yet. What happened a while ago no longer changes, so it is counted once and remembered: a
// busy day is not counted from its first order each time the page is opened.
import { farmDay } from '#contracts/dates.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/database/schema.ts';
import { type BookRow, type Times, timesOf } from './book-row.ts';
import { datedRows, timedRows } from './book-rows.ts';
import { addRow, type Totals } from './book-totals.ts';
import * as store from './books.store.ts';

/** Longer than any transaction, also one that began before midnight on another instance. */
export const GRACE_MS = 60 * 60_000;
/** Also longer than any transaction, but not by as much: what is remembered here is counted again once the day is past. */
const SETTLED_AFTER_MS = 15 * 60_000;
/** Less than this is not worth another step. */
const STEP_MS = 5 * 60_000;

/** A day is past an hour after its end. */
export const firstOpenDay = (now: Clock): string => farmDay(new Date(now().getTime() - GRACE_MS).toISOString());

/** What is dated by its time, from the beginning of a day until `to`. */
type Settled = Times & { totals: Totals };

export function createRunningDays({ db, now }: { db: Db; now: Clock }) {
  const remembered = new Map<string, Settled>();
  return { totalsOf };

  async function totalsOf(day: string): Promise<Totals> {
    forgetOthers();
    const days = { from: day, to: day };
    const times = timesOf(days);
    const settled = await settle(day, times);
    const totals = structuredClone(settled.totals);
    await Promise.all([
      addRows(totals, timedRows(db, { from: settled.to, to: times.to })),
      addRows(totals, datedRows(db, days)),
    ]);
    return totals;
  }

  function forgetOthers(): void {
    const [first, today] = [firstOpenDay(now), farmDay(now().toISOString())];
    for (const day of remembered.keys()) if (day < first || day > today) remembered.delete(day);
  }

  async function settle(day: string, { from, to }: Times): Promise<Settled> {
    const past = new Date(Math.min(now().getTime() - SETTLED_AFTER_MS, Date.parse(to))).toISOString();
    const known = remembered.get(day);
    // Not if the clock or the time zone was changed since.
    const start = known?.from === from && known.to <= past ? known : { from, to: from, totals: {} };
    if (Date.parse(past) - Date.parse(start.to) < STEP_MS) return start;
    const undecided = await store.findUndecided(db, { from: start.to, to: past });
    const part = { from: start.to, to: undecided?.created_at ?? past };
    const totals = structuredClone(start.totals);
    await addRows(totals, timedRows(db, part));
    const settled = { from, to: part.to, totals };
    remembered.set(day, settled);
    return settled;
  }
}

async function addRows(totals: Totals, rows: AsyncIterable<BookRow>): Promise<void> {
  for await (const row of rows) addRow(totals, row);
}
