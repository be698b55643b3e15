// Compares reports with a count over all orders. Its days follow the farm's time zone with the
// 2026 daylight saving rules written out here, not the machine's time zone data.
import { beforeAll, expect, test } from 'vitest';
import { defaultSettings } from '#contracts/default-settings.ts';
import { statuses } from '#contracts/ordering-rules.ts';
import { countDays, yearBefore } from '#contracts/sales-range.ts';
import { createDays } from '#server/books/day-totals.ts';
import * as cardCredits from '#server/invoices/card-credits.store.ts';
import * as orderStore from '#server/orders/order.store.ts';
import { insertOrders } from '#server/testing/many-orders.ts';
import { findWrongReports } from '#server/testing/recount.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { createDashboard } from './dashboard.ts';
import { createSales } from './sales.ts';

const shop = await openTestShop();
const { database, clock } = shop;
const { db, transaction } = database;
const now = () => clock.now;
const days = createDays({ database, now, report: () => {} });
const { dashboard } = createDashboard({ database, days, now, farm: () => defaultSettings.farm, cardCredits });
const { sales } = createSales({ database, days, now });

const SPRING = Date.parse('2026-03-08T10:00:00Z');
const AUTUMN = Date.parse('2026-11-01T09:00:00Z');
/** Minutes around midnight on daylight saving days and New Year. */
const edges = [
  ['2026-03-08T07:59:00.000Z', '2026-03-07'],
  ['2026-03-08T08:00:00.000Z', '2026-03-08'],
  ['2026-03-09T06:59:00.000Z', '2026-03-08'],
  ['2026-03-09T07:00:00.000Z', '2026-03-09'],
  ['2026-11-01T06:59:00.000Z', '2026-10-31'],
  ['2026-11-01T07:00:00.000Z', '2026-11-01'],
  ['2026-11-02T07:59:00.000Z', '2026-11-01'],
  ['2026-11-02T08:00:00.000Z', '2026-11-02'],
  ['2026-01-01T07:59:00.000Z', '2025-12-31'],
  ['2026-01-01T08:00:00.000Z', '2026-01-01'],
] as const;

function dayOf(iso: string): string {
  const at = Date.parse(iso);
  const hours = at >= SPRING && at < AUTUMN ? 7 : 8;
  return new Date(at - hours * 3_600_000).toISOString().slice(0, 10);
}

beforeAll(async () => {
  await insertOrders(database, 120, { from: '2025-12-01T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' });
  for (const [at] of edges)
    await insertOrders(database, 2, { from: at, to: new Date(Date.parse(at) + 59_999).toISOString() });
  clock.now = new Date('2026-11-21T06:00:00.000Z');
});

type CountedOrder = {
  status: string;
  day: string;
  /** The day a paid order was canceled or refunded. */
  endDay: string | undefined;
  pounds: number;
  amount_cents: number;
  lines: Line[];
};
type Line = { product_id: number; price_cents: number; pounds: number };

async function listOrders(): Promise<CountedOrder[]> {
  const orders = await db.selectFrom('orders').selectAll().execute();
  const lines = await db.selectFrom('order_lines').selectAll().execute();
  const events = await db.selectFrom('order_events').selectAll().orderBy('id').execute();
  const endOf = (id: number) => {
    const own = events.filter(({ order_id }) => order_id === id);
    const end = own.find(({ status }) => status === 'cancelled' || status === 'refunded');
    return end && own.some(({ status }) => status === 'paid') ? dayOf(end.at) : undefined;
  };
  return orders.map(({ id, status, created_at, pounds, amount_cents }) => ({
    pounds,
    endDay: endOf(id),
    amount_cents,
    day: dayOf(created_at),
    status: status === 'authorised' ? 'pending' : status,
    lines: lines.filter(({ order_id }) => order_id === id),
  }));
}

const isRevenue = ({ status }: CountedOrder) => status === 'paid' || status === 'ready' || status === 'completed';
const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);
const sumOf = (orders: CountedOrder[]) => ({
  revenue: sum(orders.map(({ amount_cents }) => amount_cents)) / 100,
  pounds: sum(orders.map(({ pounds }) => pounds)),
  orders: orders.length,
});
/** What came in on these days, and with a minus what went back on them. */
function movesWithin(all: CountedOrder[], first: string, last: string): CountedOrder[] {
  const within = (day: string | undefined) => day !== undefined && day >= first && day <= last;
  const sold = all.filter((each) => (isRevenue(each) || each.endDay) && within(each.day));
  const ended = all.filter(({ endDay }) => within(endDay)).map(takenBack);
  return [...sold, ...ended];
}
const takenBack = (order: CountedOrder): CountedOrder => ({
  ...order,
  pounds: -order.pounds,
  amount_cents: -order.amount_cents,
  lines: order.lines.map((line) => ({ ...line, pounds: -line.pounds })),
});
/** An order that was taken back counts as minus one. */
const revenueOf = (moves: CountedOrder[]) => ({
  ...sumOf(moves),
  orders: sum(moves.map(({ pounds }) => Math.sign(pounds))),
});
const salesOf = (orders: CountedOrder[], product: number) => {
  const lines = orders.flatMap(({ lines: all }) => all.filter(({ product_id }) => product_id === product));
  return {
    pounds: sum(lines.map(({ pounds }) => pounds)),
    revenue: sum(lines.map(({ pounds, price_cents }) => pounds * price_cents)) / 100,
  };
};

test('the test computes the right farm day for the edge cases', () => {
  for (const [at, day] of edges) expect(dayOf(at)).toBe(day);
});

async function checkDashboard() {
  const all = await listOrders();
  const revenueOrders = all.filter(isRevenue);
  const { data } = await dashboard();
  const { revenue, orders } = sumOf(revenueOrders);

  expect(data.orders).toEqual({
    total: all.length,
    by_status: statuses.map((status) => ({ status, count: all.filter((each) => each.status === status).length })),
    recent: all.filter(({ day }) => day >= '2026-11-14' && day <= '2026-11-20').length,
  });
  expect(data.sales).toEqual({
    total_revenue: revenue.toFixed(2),
    average_order_value: (Math.round((revenue * 100) / orders) / 100).toFixed(2),
    top_products: [1, 2]
      .map((id) => ({ id, ...salesOf(revenueOrders, id) }))
      .sort((a, b) => b.revenue - a.revenue)
      .map(({ id, pounds, revenue: each }) => ({
        id,
        name: id === 1 ? 'Triple Pearl' : 'Comet',
        quantity: pounds,
        revenue: each,
      })),
  });
  expect(data.to_do).toMatchObject({
    to_pack: all.filter(({ status }) => status === 'paid').length,
    to_hand_over: all.filter(({ status }) => status === 'ready').length,
  });
}

async function checkSales() {
  const all = await listOrders();
  for (const [from, to] of [
    ...edges.map(([, day]) => [day, day] as const),
    ['2026-03-07', '2026-03-09'],
    ['2026-10-31', '2026-11-02'],
    ['2026-06-01', '2026-06-30'],
    ['2025-11-21', '2026-11-20'],
    ['2024-01-01', '2026-12-31'],
    ['2030-01-01', '2030-01-31'],
  ] as const) {
    const within = (first: string, last: string) => all.filter(({ day }) => day >= first && day <= last);
    const range = within(from, to);
    const { data } = await sales({ range: 'custom', from, to });
    const before = new Date(Date.parse(from) - countDays({ from, to }) * 86_400_000).toISOString().slice(0, 10);
    const dayBefore = new Date(Date.parse(from) - 86_400_000).toISOString().slice(0, 10);

    expect(data.total).toEqual(revenueOf(movesWithin(all, from, to)));
    expect(data.before).toEqual(revenueOf(movesWithin(all, before, dayBefore)));
    for (const { from: first, to: last, last_year, ...period } of data.periods) {
      expect(period).toEqual(revenueOf(movesWithin(all, first, last)));
      const earlier = yearBefore({ from: first, to: last });
      expect(last_year).toEqual(data.last_year && revenueOf(movesWithin(all, earlier.from, earlier.to)));
    }
    expect(sum(data.periods.map(countDays))).toBe(countDays({ from, to }));
    for (const { id, pounds, revenue } of data.products)
      expect({ pounds, revenue }).toEqual(salesOf(movesWithin(all, from, to), id));
    expect(sum(data.products.map(({ pounds }) => pounds))).toBe(data.total.pounds);
    for (const { status, orders } of data.statuses)
      expect([status, orders]).toEqual([status, range.filter((each) => each.status === status).length]);
  }
}

test('the dashboard matches the orders', checkDashboard);
test('sales by day, week and month, on daylight saving days, and on days without orders', checkSales);

test('everything stays correct after past days are stored and an old order is refunded', async () => {
  await shop.jobs.runNow('books');
  expect(await findWrongReports(db)).toEqual([]);
  await checkDashboard();
  const old = await db.selectFrom('orders').select('id').where('status', '=', 'completed').orderBy('id').execute();
  for (const { id } of old.slice(0, 5))
    await transaction([], async (tx) => {
      const at = clock.now.toISOString();
      await orderStore.transition(tx, { id, from: ['completed'], to: 'refunded' });
      await orderStore.insertEvent(tx, { order_id: id, status: 'refunded', at });
    });

  await checkDashboard();
  await checkSales();
  expect(await findWrongReports(db)).toEqual([]);
});
