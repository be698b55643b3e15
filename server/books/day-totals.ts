// What each day added up to. A day that is over does not change, so it is counted once and stored, unless an order of it is still
// undecided; what is dated into it later forgets it. Today is summed each time somebody asks.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { farmDay } from '#contracts/dates.ts';
import { addDays, type DayRange, listDays } from '#contracts/sales-range.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { timesOf } from '#server/farm-days.ts';
import { type DayTotals, noTotals, sumOf, toText, toTotals } from './book-totals.ts';
import * as store from './books.store.ts';
import { sumDay } from './day-sums.store.ts';

type Deps = { database: Database; now: Clock; report(error: Error, what: string): void };
export type Days = ReturnType<typeof createDays>;
export type DaySales = Omit<DayTotals, 'types'> & { day: string; pounds: number; amount_cents: number };

/** Longer than any transaction, also one that began before midnight on another instance. */
export const GRACE_MS = 60 * 60_000;
const DAYS_AT_ONCE = 7;

export function createDays({ database, now, report }: Deps) {
  const { db } = database;
  const asked = new Map<string, Promise<DayTotals>>();
  let turn: Promise<unknown> = Promise.resolve();
  return { read, salesIn, keepUp };

  /** The days of the range that anything can have happened on. */
  async function read(range: DayRange): Promise<Map<string, DayTotals>> {
    const today = farmDay(now().toISOString());
    const to = range.to < today ? range.to : today;
    const open = firstOpenDay();
    const running = listDays({ from: range.from > open ? range.from : open, to });
    // Together, so that a page takes one round trip to the database.
    const [first, totals, ...sums] = await Promise.all([
      store.firstDay(db),
      store.listDays(db, range),
      ...running.map(sumTogether),
    ]);
    if (first === undefined) return new Map();
    for (const [index, day] of running.entries()) totals.set(day, sums[index] ?? noTotals());
    const days = listDays({ from: range.from > first ? range.from : first, to });
    const missing = days.filter((day) => !totals.has(day));
    for (let at = 0; at < missing.length; at += DAYS_AT_ONCE)
      for (const [day, counted] of await fill(missing.slice(at, at + DAYS_AT_ONCE))) totals.set(day, counted);
    return new Map(days.map((day) => [day, totals.get(day) ?? noTotals()]));
  }

  /** What the farm has earned on each of these days. */
  async function salesIn(range: DayRange): Promise<DaySales[]> {
    const days = await read(range);
    return [...days].map(([day, { types, orders, products }]) => ({ day, orders, ...sumOf(types, 'sales'), products }));
  }

  /** Counts what is over and not stored yet. */
  async function keepUp(isStopping: () => boolean): Promise<void> {
    const first = await store.firstDay(db);
    if (first === undefined) return;
    const range = { from: first, to: addDays(firstOpenDay(), -1) };
    const stored = await store.listDays(db, range);
    const missing = listDays(range).filter((day) => !stored.has(day));
    for (let at = 0; at < missing.length && !isStopping(); at += DAYS_AT_ONCE)
      await fill(missing.slice(at, at + DAYS_AT_ONCE));
  }

  /** A day is over an hour after its end. */
  function firstOpenDay(): string {
    return farmDay(new Date(now().getTime() - GRACE_MS).toISOString());
  }

  /** In turn: of two who miss the same days, the second finds them stored. */
  function fill(days: string[]): Promise<Map<string, DayTotals>> {
    const filled = turn.then(() => countAndStore(days));
    turn = filled.catch(() => {});
    return filled;
  }

  async function countAndStore(days: string[]): Promise<Map<string, DayTotals>> {
    const range = { from: days[0] ?? '', to: days.at(-1) ?? '' };
    const changes = await store.countChanges(db);
    const [totals, undecided] = await Promise.all([store.listDays(db, range), listUndecided(db, range)]);
    const toStore: { day: string; totals: string }[] = [];
    for (const day of days) {
      if (totals.has(day)) continue;
      const counted = await count(db, day);
      totals.set(day, counted);
      if (!undecided.has(day)) toStore.push({ day, totals: toText(counted) });
      // A read of SQLite lets nobody else run.
      await yieldToEventLoop();
    }
    if (toStore.length > 0)
      // On a full disk the books are still read.
      await database
        .transaction([], async (tx) => {
          // Unless something was dated into the past since they were counted.
          if ((await store.lockUnchanged(tx)) === changes) await store.storeDays(tx, toStore);
        })
        .catch((error: Error) => report(error, 'Could not store the totals of past days.'));
    return totals;
  }

  /** Those who ask at the same time share one sum. */
  function sumTogether(day: string): Promise<DayTotals> {
    const running = asked.get(day) ?? count(db, day).finally(() => asked.delete(day));
    asked.set(day, running);
    return running;
  }
}

async function count(db: Db, day: string): Promise<DayTotals> {
  return toTotals(await sumDay(db, day, timesOf({ from: day, to: day })));
}

/** Days with an order that may still become a sale. */
async function listUndecided(db: Db, range: DayRange): Promise<Set<string>> {
  return new Set((await store.listUndecided(db, timesOf(range))).map(({ created_at }) => farmDay(created_at)));
}

/** Describes each stored total that differs from a new count. */
export async function findWrongDays(db: Db): Promise<string[]> {
  const wrong: string[] = [];
  for (const [day, totals] of await store.listDays(db, { from: '', to: '9999' })) {
    const [stored, counted] = [toText(totals), toText(await count(db, day))];
    if (counted !== stored) wrong.push(`books ${day}: counted ${counted}, stored ${stored}`);
  }
  return wrong;
}
