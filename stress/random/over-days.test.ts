// Orders, refunds and payments at random while the clock crosses midnights, months and a change of the clock. What the farm is
// shown then is what a recount of all orders says.
import { afterAll, expect, test } from 'vitest';
import { farmDay } from '#contracts/dates.ts';
import { addDays, type DayRange, listDays } from '#contracts/sales-range.ts';
import { bookRows } from '#server/books/book-rows.ts';
import { addRow, type Totals, typesOf } from '#server/books/book-totals.ts';
import { listUndecided } from '#server/books/books.store.ts';
import { type ApiClient, apiClient } from '#server/testing/api-client.ts';
import { type Fault, squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { violatedInvariants } from '#server/testing/invariants.ts';
import { fillStock } from '#server/testing/opening-stock.ts';
import { people } from '#server/testing/people.ts';
import { type Earned, findWrongReports, recount } from '#server/testing/recount.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { runAtRandom } from './random-run.ts';

const OPERATIONS = 30;
/** So that a run which starts before midnight ends after it. */
const SECONDS_EACH = 20;
/** When each run starts. */
const starts = [
  '2026-10-01T18:00:00Z',
  // Five minutes before midnight, and when the day before is over by more than an hour.
  '2026-10-02T06:55:00Z',
  '2026-10-02T08:30:00Z',
  // The night in which 1:30 comes twice.
  '2026-11-01T06:58:00Z',
  '2026-11-01T08:28:00Z',
  '2026-11-01T09:28:00Z',
  '2026-11-02T07:55:00Z',
  // Everything before was placed last month.
  '2026-12-15T20:00:00Z',
  '2027-01-01T07:55:00Z',
  // The night without 2:30.
  '2027-03-14T09:55:00Z',
  '2027-03-15T06:55:00Z',
  '2027-03-15T08:30:00Z',
];
const faults: Fault[] = ['dropped before recording', 'dropped after recording', '500 after recording', '429'];

const square = await startFakeSquare({ now: () => shop.clock.now });
afterAll(square.close);
const shop = await openTestShop({ settings: { ...squareSettings, SQUARE_API_URL: square.url, LIMITS: 'off' } });
const { clock, database, jobs, visitor, url } = shop;
const { db } = database;

test('sales, the dashboard and the books say what a recount says, whenever something happens', async () => {
  await database.transaction(['products'], (tx) => fillStock(tx));
  // What stays unclear for long is for staff to look at.
  shop.expectError(/needs attention/);
  let intoStoredDays = 0;

  for (const start of starts) {
    clock.now = new Date(start);
    const { token } = await visitor.send('POST /api/login', { body: people.wren });
    const staff = apiClient(url, token);
    const stored = await storedDays();
    square.faultOf = () => (Math.random() < 0.2 ? faults[Math.floor(Math.random() * faults.length)] : undefined);
    const { failures } = await runAtRandom(shop, {
      staff,
      goOn(done) {
        clock.now = new Date(clock.now.getTime() + SECONDS_EACH * 1000);
        return done < OPERATIONS;
      },
    });
    square.faultOf = () => undefined;
    // 502 and 503 say that the provider does not answer.
    expect(failures.filter((failure) => / 500:/.test(failure))).toEqual([]);
    const still = await storedDays();
    intoStoredDays += stored.filter((day) => !still.includes(day)).length;

    await jobs.runNow('books');
    await jobs.idle();
    expect(await differences(staff)).toEqual([]);
    await settle(4);
    expect(await differences(staff)).toEqual([]);
  }
  expect(intoStoredDays).toBeGreaterThan(0);

  expect(await violatedInvariants(database, { payments: square.payments.values() })).toEqual([]);
}, 300_000);

test('an order that stays undecided until its day is long over counts once it is decided', async () => {
  // Ten minutes before midnight.
  clock.now = new Date('2027-04-01T06:50:00Z');
  const { token } = await visitor.send('POST /api/login', { body: people.wren });
  const staff = apiClient(url, token);
  shop.expectError(/list of payments could not be read/);
  square.faultOf = (call) => (call === 'create' ? '500 after recording' : 'dropped before recording');
  const { status } = await visitor.attempt('POST /api/process-payment', {
    body: {
      ...{ amount: 1600, sourceId: 'cnon:card-nonce-ok' },
      orderDetails: { productId: 1, quantity: 1, locationOption: 'pickup', name: 'Dana', phone: '707', address: null },
    },
  });
  expect(status).toBe(202);

  await settle(60);
  await jobs.runNow('books');
  expect(await listUndecided(db, { from: '2027-03-31T07:00:00Z', to: '2027-04-01T07:00:00Z' })).toHaveLength(1);
  expect(await storedDays()).not.toContain('2027-03-31');
  expect(await differences(staff)).toEqual([]);

  square.faultOf = () => undefined;
  await settle(60);
  await jobs.runNow('books');
  expect(await storedDays()).toContain('2027-03-31');
  expect(await differences(staff)).toEqual([]);
});

async function settle(minutes: number): Promise<void> {
  for (let step = 0; step < 4; step += 1) {
    clock.now = new Date(clock.now.getTime() + minutes * 60_000);
    await jobs.runNow('payments');
    await jobs.runNow('sweep');
  }
  await jobs.idle();
}

const storedDays = async () => (await db.selectFrom('book_days').select('day').execute()).map(({ day }) => day);

/** What staff are shown, wherever it is not what the orders say. */
async function differences(staff: ApiClient): Promise<string[]> {
  const counted = await recount(db);
  const today = farmDay(clock.now.toISOString());
  const [from = today] = [...counted.keys()].sort();
  const found = await findWrongReports(db);
  const same = (what: string, shown: unknown, expected: unknown) => {
    if (JSON.stringify(shown) !== JSON.stringify(expected))
      found.push(`${what}: ${JSON.stringify(shown)} is shown, ${JSON.stringify(expected)} is counted`);
  };

  const all = earnedIn(counted, { from, to: today });
  for (const range of [
    { from, to: today },
    { from: addDays(today, -20), to: today },
  ]) {
    const { data } = await staff.send('GET /api/sales', { query: { range: 'custom', ...range } });
    same('sales', data.total, earnedIn(counted, range).total);
    for (const period of data.periods) {
      const { revenue, pounds, orders } = period;
      same(`sales from ${period.from}`, { revenue, pounds, orders }, earnedIn(counted, period).total);
    }
    const { products } = earnedIn(counted, range);
    for (const { id, revenue, pounds } of data.products)
      same(`sales of ${id}`, { revenue, pounds }, products.get(id) ?? { revenue: 0, pounds: 0 });
  }
  const { sales } = (await staff.send('GET /api/dashboard/admin')).data;
  same('dashboard', Number(sales.total_revenue), all.total.revenue);
  for (const { id, revenue, quantity: pounds } of sales.top_products)
    same(`dashboard, ${id}`, { revenue, pounds }, all.products.get(id));

  for (const month of new Set(listDays({ from, to: today }).map((day) => day.slice(0, 7)))) {
    const { data } = await staff.send('GET /api/books', { query: { month } });
    const totals: Totals = {};
    for await (const row of bookRows(db, { from: `${month}-01`, to: `${month}-31` })) addRow(totals, row);
    const rows = typesOf(totals).map((type) => ({ type, ...totals[type] }));
    same(
      `books of ${month}`,
      data.totals.map(({ type, rows: count, pounds, amount }) => [type, count, pounds, amount]),
      rows.map(({ type, rows: count, pounds, amount_cents = 0 }) => [type, count, pounds, amount_cents / 100]),
    );
  }
  return found;
}

function earnedIn(counted: Map<string, Earned>, { from, to }: DayRange) {
  const within = [...counted].filter(([day]) => day >= from && day <= to).map(([, earned]) => earned);
  const sum = (of: (earned: Earned) => number) => within.reduce((total, each) => total + of(each), 0);
  const ids = new Set(within.flatMap(({ products }) => Object.keys(products)));
  return {
    total: {
      revenue: sum(({ amount_cents }) => amount_cents) / 100,
      pounds: sum(({ pounds }) => pounds),
      orders: sum(({ orders }) => orders),
    },
    products: new Map(
      [...ids].map((id) => [
        Number(id),
        {
          revenue: sum(({ products }) => products[id]?.amount_cents ?? 0) / 100,
          pounds: sum(({ products }) => products[id]?.pounds ?? 0),
        },
      ]),
    ),
  };
}
