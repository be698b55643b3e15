import { beforeEach, expect, test } from 'vitest';
import { apiClient } from '#server/testing/api-client.ts';
import { findWrongReports } from '#server/testing/recount.ts';
import { openTestShop, people } from '#server/testing/test-shop.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const { visitor, clock, database } = shop;
const wren = await shop.as('wren');

beforeEach(() => {
  clock.now = new Date('2026-10-01T17:00:00.000Z');
});

async function buy(productId: number, quantity: number): Promise<number> {
  const price = productId === 1 ? 1600 : 1450;
  const orderDetails = { productId, quantity, name: 'Dana', phone: '707', locationOption: 'pickup' };
  const response = await visitor.fetch('/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sourceId: 'cnon:card-nonce-ok', amount: price * quantity, orderDetails }),
  });
  return (await response.json()).order.id;
}

/** Logs in every time: an old session would expire before the next week. */
async function dashboard() {
  const { token } = await visitor.send('POST /api/login', { body: people.wren });
  return (await apiClient(shop.url, token).send('GET /api/dashboard/admin')).data;
}
const changeStatus = (id: number, to: 'ready' | 'completed' | 'cancelled' | 'refunded') =>
  wren.send('POST /api/orders/:id/status-changes', { params: { id }, body: { to } });

test('an empty shop has a dashboard too', async () => {
  expect(await dashboard()).toMatchObject({
    products: { total: 2, low_stock: 0 },
    orders: { total: 0, recent: 0 },
    sales: { total_revenue: '0.00', average_order_value: '0.00', top_products: [] },
    to_do: { to_pack: 0, to_hand_over: 0, payments_to_look_at: 0, to_refund: [], overdue: { invoices: 0, amount: 0 } },
  });
});

test('revenue counts paid, ready and completed orders; canceled and refunded ones drop out', async () => {
  const [a, b, c, d] = [await buy(1, 10), await buy(2, 4), await buy(2, 1), await buy(1, 1)];
  await changeStatus(a, 'ready');
  await changeStatus(a, 'completed');
  await changeStatus(c, 'refunded');
  await changeStatus(d, 'cancelled');

  const { orders, sales, to_do } = await dashboard();

  expect(orders.total).toBe(4);
  expect(orders.by_status).toEqual([
    { status: 'pending', count: 0 },
    { status: 'paid', count: 1 },
    { status: 'ready', count: 0 },
    { status: 'completed', count: 1 },
    { status: 'failed', count: 0 },
    { status: 'cancelled', count: 1 },
    { status: 'refunded', count: 1 },
  ]);
  expect(sales).toEqual({
    total_revenue: '218.00',
    average_order_value: '109.00',
    top_products: [
      { id: 1, name: 'Triple Pearl', quantity: 10, revenue: 160 },
      { id: 2, name: 'Comet', quantity: 4, revenue: 58 },
    ],
  });
  expect(to_do).toMatchObject({ to_pack: 1, to_refund: [d] });
  expect(b).toBeGreaterThan(a);
  expect(await findWrongReports(database.db)).toEqual([]);
});

test('recent orders are those of the last seven farm days, including today', async () => {
  const before = await dashboard();
  await buy(1, 1);

  // The evening of the seventh day in farm time: the order still counts. A day later it does not.
  clock.now = new Date('2026-10-08T06:59:00.000Z');
  expect((await dashboard()).orders.recent).toBe(before.orders.recent + 1);
  clock.now = new Date('2026-10-08T07:01:00.000Z');
  expect((await dashboard()).orders.recent).toBe(0);
});

test('low stock is under 50 lbs', async () => {
  const { data } = await visitor.send('GET /api/products');
  const comet = data.find(({ id }) => id === 2);
  await buy(2, (comet?.stock ?? 0) - 50);
  expect((await dashboard()).products.low_stock).toBe(0);

  await buy(2, 1);

  expect((await dashboard()).products.low_stock).toBe(1);
});

test('emails that were given up are to do for a week; those that wait or were sent are not', async () => {
  const before = (await dashboard()).to_do.undelivered_emails;
  const created_at = clock.now.toISOString();
  const emails = [
    { next_try_at: null, sent_at: null },
    { next_try_at: created_at, sent_at: null },
    { next_try_at: null, sent_at: created_at },
  ].map((state) => ({ ...state, recipient: 'typo@brewrey.example', subject: 'x', text: 'x', html: 'x', created_at }));
  await database.transaction([], (tx) => tx.insertInto('emails').values(emails).execute());

  expect((await dashboard()).to_do.undelivered_emails).toBe(before + 1);

  clock.now = new Date('2026-10-08T17:01:00.000Z');
  expect((await dashboard()).to_do.undelivered_emails).toBe(0);
});
