import { expect, test } from 'vitest';
import { farmDay } from '#contracts/dates.ts';
import { forgetDays } from '#server/books/books.store.ts';
import { lastingClient } from '#server/testing/lasting-client.ts';
import { findWrongReports } from '#server/testing/recount.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const { visitor, clock, database } = shop;
const wren = lastingClient(shop, 'wren');

async function buy(at: string, productId: number, quantity: number): Promise<number> {
  clock.now = new Date(at);
  const orderDetails = { productId, quantity, name: 'Dana', phone: '707', locationOption: 'pickup' };
  const amount = (productId === 1 ? 1600 : 1450) * quantity;
  const response = await visitor.fetch('/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sourceId: 'cnon:card-nonce-ok', amount, orderDetails }),
  });
  return (await response.json()).order.id;
}

const noTotals = { revenue: 0, pounds: 0, orders: 0 };

const custom = async (from: string, to: string) =>
  (await wren.send('GET /api/sales', { query: { range: 'custom', from, to } })).data;

test('revenue and pounds by day, product and status, with the previous range for comparison', async () => {
  await buy('2026-09-29T20:00:00.000Z', 1, 1);
  await buy('2026-10-01T20:00:00.000Z', 1, 3);
  // Late evening at the farm, already the next day in UTC.
  await buy('2026-10-02T06:30:00.000Z', 2, 2);
  const refunded = await buy('2026-10-02T20:00:00.000Z', 2, 5);
  await wren.send('POST /api/orders/:id/status-changes', { params: { id: refunded }, body: { to: 'refunded' } });

  const sales = await custom('2026-10-01', '2026-10-02');

  expect(sales.total).toEqual({ revenue: 77, pounds: 5, orders: 2 });
  expect(sales.before).toEqual({ revenue: 16, pounds: 1, orders: 1 });
  expect(sales.periods).toEqual([
    { from: '2026-10-01', to: '2026-10-01', revenue: 77, pounds: 5, orders: 2, last_year: noTotals },
    { from: '2026-10-02', to: '2026-10-02', revenue: 0, pounds: 0, orders: 0, last_year: noTotals },
  ]);
  expect(sales.products).toEqual([
    { id: 1, name: 'Triple Pearl', revenue: 48, pounds: 3 },
    { id: 2, name: 'Comet', revenue: 29, pounds: 2 },
  ]);
  expect(sales.statuses.filter(({ orders }) => orders > 0)).toEqual([
    { status: 'paid', orders: 2 },
    { status: 'refunded', orders: 1 },
  ]);
});

test('a refund counts on the day it is made, and the month of the sale stays as it was', async () => {
  const june = await buy('2026-06-29T20:00:00.000Z', 1, 10);
  const cancelled = await buy('2026-06-30T20:00:00.000Z', 2, 4);
  const before = await custom('2026-06-01', '2026-06-30');
  expect(before.total).toEqual({ revenue: 218, pounds: 14, orders: 2 });

  clock.now = new Date('2026-07-02T06:59:00.000Z');
  await wren.send('POST /api/orders/:id/status-changes', { params: { id: june }, body: { to: 'refunded' } });
  clock.now = new Date('2026-07-02T07:00:00.000Z');
  await wren.send('POST /api/orders/:id/status-changes', { params: { id: cancelled }, body: { to: 'cancelled' } });
  const after = await custom('2026-06-01', '2026-06-30');
  const july = await custom('2026-07-01', '2026-07-02');

  expect({ ...after, statuses: [] }).toEqual({ ...before, statuses: [] });
  expect(july.total).toEqual({ revenue: -218, pounds: -14, orders: -2 });
  expect(july.periods.map(({ revenue }) => revenue)).toEqual([-160, -58]);
  expect(july.products.map(({ name, revenue }) => [name, revenue])).toEqual([
    ['Comet', -58],
    ['Triple Pearl', -160],
  ]);
  expect(await findWrongReports(database.db)).toEqual([]);
});

test('every range matches a brute-force count', async () => {
  for (let n = 0; n < 40; n += 1)
    await buy(new Date(Date.UTC(2026, 9, 1) + n * 19 * 3_600_000).toISOString(), 1 + (n % 2), 1 + (n % 3));
  // The clock went back for them.
  await database.transaction([], forgetDays);
  const orders = await database.db
    .selectFrom('orders')
    .select(['status', 'created_at', 'pounds', 'amount_cents'])
    .execute();

  for (const [from, to] of [
    ['2026-10-01', '2026-10-31'],
    ['2026-10-10', '2026-10-10'],
    ['2026-01-01', '2026-12-31'],
    ['2024-01-01', '2026-12-31'],
  ] as const) {
    const counted = orders.filter(({ status, created_at }) => {
      const day = farmDay(created_at);
      return ['paid', 'ready', 'completed'].includes(status) && day >= from && day <= to;
    });
    const { total, periods } = await custom(from, to);
    const revenue = counted.reduce((sum, { amount_cents }) => sum + amount_cents, 0) / 100;
    const pounds = counted.reduce((sum, each) => sum + each.pounds, 0);
    expect(total).toEqual({ revenue, pounds, orders: counted.length });
    expect(periods.reduce((sum, each) => sum + each.pounds, 0)).toBe(pounds);
  }
});

test('the full range starts with the first order and has no previous range', async () => {
  clock.now = new Date('2026-10-03T17:00:00.000Z');

  const { data } = await wren.send('GET /api/sales', { query: { range: 'all' } });

  expect(data.from).toBe('2026-06-29');
  expect(data.before).toBeNull();
});

test('each period has the totals of the same days a year earlier', async () => {
  await buy('2024-02-28T20:00:00.000Z', 1, 1);
  await buy('2024-02-29T20:00:00.000Z', 1, 2);
  await buy('2025-02-28T20:00:00.000Z', 1, 10);

  const leapDay = await custom('2025-02-28', '2025-03-01');
  expect(leapDay.last_year).toEqual({ revenue: 48, pounds: 3, orders: 2 });
  expect(leapDay.periods.map(({ last_year }) => last_year?.pounds)).toEqual([3, 0]);

  const twoYears = await custom('2024-01-01', '2025-12-31');
  expect([twoYears.last_year, twoYears.periods[0]?.last_year]).toEqual([null, null]);
});

test.each([
  ['range=year', 'range'],
  ['range=custom', 'from'],
  ['range=custom&from=2026-02-30&to=2026-03-01', 'from'],
  ['range=custom&from=2026-03-02&to=2026-03-01', 'to'],
  ['range=custom&from=1990-01-01&to=2026-03-01', 'to'],
])('rejects %s and names the field', async (query, field) => {
  const response = await wren.fetch(`/api/sales?${query}`);

  expect(response.status).toBe(422);
  expect(Object.keys((await response.json()).errors)).toContain(field);
});
