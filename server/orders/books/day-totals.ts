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

type Deps = { database: Database; now: Clock; report(error: Error, what: string): void };

export async function totalsOf({ database, now, report }: Deps, days: DayRange): Promise<Totals> {
  const { db } = database;
  const today = farmDay(now().toISOString());
  const to = days.to < today ? days.to : today;
  const stored = new Map((await store.listDays(db, days)).map(({ day, totals }) => [day, totals]));
  const totals: Totals = {};
  for (const each of stored.values()) addTotals(totals, JSON.parse(each));
  for (const part of rangesWithout(stored, { from: days.from, to })) {
    const locks = await store.countLocks(db);
    const counted = await count(db, part);
    for (const each of counted.values()) addTotals(totals, each);
    // Yesterday's orders may still be decided, and today is not over. On a full disk the books are still read.
    await storePast(database, { counted, locks, before: addDays(today, -1) }).catch((error: Error) =>
      report(error, 'Could not store the totals of past days.'),
    );
  }
  return totals;
}

async function count(db: Db, days: DayRange): Promise<Map<string, Totals>> {
  const counted = new Map<string, Totals>();
  for (let day = days.from; day <= days.to; day = addDays(day, 1)) counted.set(day, {});
  for await (const row of bookRows(db, days)) {
    const totals = counted.get(row.day);
    if (totals) addRow(totals, row);
  }
  return counted;
}

type Counted = { counted: Map<string, Totals>; locks: number; before: string };

async function storePast({ db, transaction }: Database, { counted, locks, before }: Counted): Promise<void> {
  const [first] = counted.keys();
  if (!first || first >= before) return;
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

/** The parts of a range whose days are not stored. */
function rangesWithout(stored: Map<string, unknown>, { from, to }: DayRange): DayRange[] {
  const ranges: DayRange[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const last = ranges.at(-1);
    if (stored.has(day)) continue;
    if (last?.to === addDays(day, -1)) last.to = day;
    else ranges.push({ from: day, to: day });
  }
  return ranges;
}
