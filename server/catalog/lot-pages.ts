// What everybody may read about a lot: brewers come from the label of a bag.
import { farmDay } from '#contracts/dates.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { notFound } from '#server/http-errors.ts';
import * as store from './lot-pages.store.ts';

export type LotPages = ReturnType<typeof createLotPages>;

/** As lots are numbered. */
const NUMBER = /^[\w ./-]{1,40}$/;

export function createLotPages({ database: { db }, now }: { database: Database; now: Clock }) {
  return { find, listOnSale: () => store.listNumbersOnSale(db) };

  /** With the farm's day, from which the page works out the lot's age. */
  async function find(number: string) {
    // Anything may come in a URL; PostgreSQL refuses some of it.
    const data = NUMBER.test(number) ? await store.listByNumber(db, number) : [];
    if (data.length === 0) throw notFound('Lot not found.');
    return { data, today: farmDay(now().toISOString()) };
  }
}
