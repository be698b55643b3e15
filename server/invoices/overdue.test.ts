import { expect, test } from 'vitest';
import { apiClient } from '#server/testing/api-client.ts';
import { termsFixtures } from '#server/testing/terms-fixtures.ts';
import { openTestShop, people } from '#server/testing/test-shop.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const { clock } = shop;
let wren = await shop.as('wren');
let { brewery, order, pay } = termsFixtures(shop, wren);

/** Staff log in again: their session has ended by then. */
async function goTo(day: string) {
  clock.now = new Date(`${day}T18:00:00.000Z`);
  const { token } = await shop.visitor.send('POST /api/login', { body: people.wren });
  wren = apiClient(shop.url, token);
  ({ brewery, order, pay } = termsFixtures(shop, wren));
}

const overdue = async () => (await wren.send('GET /api/dashboard/admin')).data.to_do.overdue;
const salesOf = async (from: string, to: string) =>
  (await wren.send('GET /api/sales', { query: { range: 'custom', from, to } })).data;
const listOverdue = async () =>
  (await wren.send('GET /api/customers', { query: { overdue: 'true' } })).data.map(({ id }) => id);

test('what is overdue is on the to-do list with its customers, until it is paid', async () => {
  await goTo('2026-10-01');
  const [late, later, punctual] = [await brewery({ days: 10 }), await brewery({ days: 20 }), await brewery()];
  await order(late, 2);
  await order(late, 1);
  await order(later, 5);
  await order(punctual, 7);
  expect(await overdue()).toEqual({ invoices: 0, amount: 0 });

  // Due today is not overdue.
  await goTo('2026-10-11');
  expect(await overdue()).toEqual({ invoices: 0, amount: 0 });
  expect(await listOverdue()).toEqual([]);
  await goTo('2026-10-12');
  expect(await overdue()).toEqual({ invoices: 2, amount: 48 });
  expect(await listOverdue()).toEqual([late.id]);
  await goTo('2026-10-25');
  expect(await overdue()).toEqual({ invoices: 3, amount: 128 });
  expect((await listOverdue()).toSorted((a, b) => a - b)).toEqual([late.id, later.id]);

  await pay(late.id, 40);
  expect(await overdue()).toEqual({ invoices: 2, amount: 88 });
  await pay(late.id, 8);
  expect(await listOverdue()).toEqual([later.id]);
});

test('sales say how much of a range is not paid yet', async () => {
  await goTo('2026-12-01');
  const sandbar = await brewery();
  await order(sandbar, 10);
  await goTo('2026-12-02');
  await order(sandbar, 2);
  await pay(sandbar.id, 100);

  expect(await salesOf('2026-12-01', '2026-12-31')).toMatchObject({ total: { revenue: 192 }, open: 92 });
  expect(await salesOf('2026-12-02', '2026-12-02')).toMatchObject({ total: { revenue: 32 }, open: 32 });
  expect(await salesOf('2026-11-01', '2026-11-30')).toMatchObject({ open: 0 });
});

test('a filter that is none is refused', async () => {
  expect((await wren.fetch('/api/customers?overdue=yes')).status).toBe(422);
});
