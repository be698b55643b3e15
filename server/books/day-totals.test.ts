// Days that are over are counted once and stored, beside everybody else who writes and reads.
import { beforeEach, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { toText } from './book-totals.ts';
import { lock } from './books.store.ts';
import { createDays } from './day-totals.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const { visitor, clock, database } = shop;
const { db } = database;
const DAYS = 10;
/** Yesterday is not over yet. */
const PAST = DAYS - 1;
const firstDay = '2026-10-01';
const range = { from: firstDay, to: '2026-10-09' };

clock.now = new Date(`${firstDay}T17:00:00.000Z`);
await visitor.fetch('/api/process-payment', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    sourceId: 'cnon:card-nonce-ok',
    amount: 1600,
    orderDetails: { productId: 1, quantity: 1, name: 'Dana', phone: '707', locationOption: 'pickup' },
  }),
});
clock.now = new Date('2026-10-10T17:00:00.000Z');

beforeEach(() => database.transaction([], async (tx) => void (await tx.deleteFrom('book_days').execute())));

const daysOf = (on: Database) =>
  createDays({ database: on, now: () => clock.now, report: (error) => expect.fail(error.message) });
const storedDays = async () => (await db.selectFrom('book_days').select('day').orderBy('day').execute()).length;
const goOn = () => false;

/** Does something before each transaction. */
const withBefore = (before: () => Promise<void>): Database => ({
  ...database,
  async transaction(tags, work) {
    await before();
    return database.transaction(tags, work);
  },
});

test('a row of the version before, which had no products, is counted again', async () => {
  const [day] = (await daysOf(database).salesIn({ from: firstDay, to: firstDay })).values();
  const { totals } = await db
    .selectFrom('book_days')
    .select('totals')
    .where('day', '=', firstDay)
    .executeTakeFirstOrThrow();
  const { products: _, orders: __, ...types } = JSON.parse(totals);
  await database.transaction([], async (tx) => {
    await tx
      .updateTable('book_days')
      .set({ totals: JSON.stringify(types) })
      .where('day', '=', firstDay)
      .execute();
  });

  const read = await daysOf(database).read({ from: firstDay, to: firstDay });

  expect(day).toMatchObject({ orders: 1, amount_cents: 1600 });
  expect([...read.values()].map(toText)).toEqual([totals]);
});

test('nothing is stored of what was counted before something was dated into the past', async () => {
  const interrupted = withBefore(async () => void (await database.transaction([], lock)));

  await daysOf(interrupted).keepUp(goOn);
  expect(await storedDays()).toBe(0);

  await daysOf(database).keepUp(goOn);
  expect(await storedDays()).toBe(PAST);
});

test('a page and the job that miss the same days count each once', async () => {
  let stores = 0;
  const days = daysOf(
    withBefore(async () => {
      stores += 1;
    }),
  );

  await Promise.all([days.keepUp(goOn), days.read(range), days.read(range)]);

  // Seven days at a time.
  expect(stores).toBe(Math.ceil(PAST / 7));
});

test('others get their turn after each day', async () => {
  let turns = 0;
  let isDone = false;
  const others = () => {
    turns += 1;
    if (!isDone) setImmediate(others);
  };
  setImmediate(others);

  await daysOf(database).keepUp(goOn);
  isDone = true;

  expect(turns).toBeGreaterThanOrEqual(PAST);
});
