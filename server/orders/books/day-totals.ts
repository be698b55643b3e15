// Totals of a range of days. Those of past days are counted once and stored, so that a page of the books does not count a month
// of orders each time.
import { farmDay, startOfFarmDay } from '#contracts/dates.ts';
import { addDays, type DayRange } from '#contracts/sales-range.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { bookRows } from './book-rows.ts';
import { addRow, addTotals, type Totals } from './book-totals.ts';
import * as store from './books.store.ts';
import { createRunningDays, firstOpenDay } from './running-days.ts';

type Deps = { database: Database; now: Clock; report(error: Error, what: string): void };

export function createDayTotals({ database, now, report }: Deps) {
  const { db } = database;
  const running = createRunningDays({ db, now });
  return { totalsOf };

  async function totalsOf({ from, to }: DayRange): Promise<Totals> {
    const today = farmDay(now().toISOString());
    const open = firstOpenDay(now);
    const stored = new Map((await store.listDays(db, { from, to })).map(({ day, totals }) => [day, totals]));
    const totals: Totals = {};
    for (const each of stored.values()) addTotals(totals, JSON.parse(each));
    const missing = listDays({ from, to: to < today ? to : today }).filter((day) => !stored.has(day));
    for (const part of toRanges(missing.filter((day) => day < open))) {
      const locks = await store.countLocks(db);
      const counted = await count(db, part);
      for (const each of counted.values()) addTotals(totals, each);
      // On a full disk the books are still read.
      await storePast(database, { counted, locks, before: open }).catch((error: Error) =>
        report(error, 'Could not store the totals of past days.'),
      );
    }
    for (const day of missing.filter((each) => each >= open)) addTotals(totals, await running.totalsOf(day));
    return totals;
  }
}

async function count(db: Db, days: DayRange): Promise<Map<string, Totals>> {
  const counted = new Map<string, Totals>();
  for (const day of listDays(days)) counted.set(day, {});
  for await (const row of bookRows(db, days)) {
    const totals = counted.get(row.day);
    if (totals) addRow(totals, row);
  }
  return counted;
}

type Counted = { counted: Map<string, Totals>; locks: number; before: string };

async function storePast({ db, transaction }: Database, { counted, locks, before }: Counted): Promise<void> {
  const [first] = counted.keys();
  if (!first) return;
  const undecided = await store.findUndecided(db, { from: startOfFarmDay(first), to: startOfFarmDay(before) });
  const end = undecided ? farmDay(undecided.created_at) : before;
  const past = [...counted].filter(([day]) => day < end);
  if (past.length === 0) return;
  await transaction([], async (tx) => {
    // Something was dated into the past since they were counted.
    if ((await store.lock(tx)) !== locks + 1) return;
    await store.storeDays(
      tx,
      past.map(([day, totals]) => ({ day, totals: JSON.stringify(totals) })),
    );
  });
}

/** Describes each stored total that differs from a new count. */
export async function findWrongDays(db: Db): Promise<string[]> {
  const wrong: string[] = [];
  for (const { day, totals } of await store.listDays(db, { from: '', to: '9999' })) {
    const counted = JSON.stringify((await count(db, { from: day, to: day })).get(day));
    if (counted !== totals) wrong.push(`books ${day}: counted ${counted}, stored ${totals}`);
  }
  return wrong;
}

function listDays({ from, to }: DayRange): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Days that follow each other, together. */
function toRanges(days: string[]): DayRange[] {
  const ranges: DayRange[] = [];
  for (const day of days) {
    const last = ranges.at(-1);
    if (last?.to === addDays(day, -1)) last.to = day;
    else ranges.push({ from: day, to: day });
  }
  return ranges;
}
