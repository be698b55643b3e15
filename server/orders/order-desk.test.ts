import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { findWrongReports } from '#server/testing/recount.ts';
import { termsFixtures } from '#server/testing/terms-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const { visitor, database } = shop;
const wren = await shop.as('wren');
const { brewery, order, termsOf, findOrder } = termsFixtures(shop, wren);
const stock = async () => (await visitor.send('GET /api/products')).data[0]?.stock ?? 0;

type Change = { customer_id: number; payment?: string; amount?: number; key?: string };

async function takeOrder({ key, ...change }: Change) {
  const response = await wren.fetch('/api/orders/desk', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
    body: JSON.stringify({
      ...{ amount: 3200, payment: 'cash', ...change },
      orderDetails: {
        ...{ items: [{ productId: 1, quantity: 2 }], name: 'Sedge', phone: '(707) 555-0133', locationOption: 'pickup' },
        email: 'sedge@sandbar.example',
      },
    }),
  });
  return { status: response.status, body: await response.json() };
}

async function addCustomer(): Promise<number> {
  const body = { name: 'Sedge', company: '', email: '', phone: '', address: '', notes: '' };
  return (await wren.send('POST /api/customers', { body })).data.id;
}

test('an order paid in cash at the desk is paid at once, holds its pounds, and is in the same figures', async () => {
  const customer_id = await addCustomer();
  const before = await stock();

  const { status, body } = await takeOrder({ customer_id });

  expect(status).toBe(200);
  expect(await stock()).toBe(before - 2);
  expect(await findOrder(body.order.id)).toMatchObject({
    ...{ status: 'paid', customer_id, total: 32, invoice: { number: body.invoice, open: 0 } },
    history: [{ status: 'pending', who: 'Farm office' }, { status: 'paid' }],
  });
  expect(await termsOf(customer_id)).toMatchObject({ balance: 0 });
  const { data } = await wren.send('GET /api/customers/:id/ledger', { params: { id: customer_id }, query: {} });
  expect(data.map(({ kind, amount, method }) => [kind, amount, method])).toEqual([
    ['payment', -32, 'cash'],
    ['invoice', 32, null],
  ]);
  const { data: trail } = await wren.send('GET /api/audit');
  expect(trail[0]).toMatchObject({ action: 'order taken', subject_id: body.order.id });
  expect((await shop.mails()).some((text) => text.includes('It is paid'))).toBe(true);
  expect(await findWrongReports(database.db)).toEqual([]);
});

test('money at the desk is for that order, even if an older invoice is open', async () => {
  const sandbar = await brewery();
  const { body: older } = await order(sandbar, 3);

  const { body } = await takeOrder({ customer_id: sandbar.id, payment: 'check' });

  expect(await findOrder(body.order.id)).toMatchObject({ status: 'paid' });
  expect(await findOrder(older.order.id)).toMatchObject({ status: 'pending', invoice: { open: 48 } });
  expect(await termsOf(sandbar.id)).toMatchObject({ balance: 48 });
  const { data } = await sandbar.send('GET /api/orders', { query: { page: 1 } });
  expect(data.map(({ id }) => id)).toEqual([body.order.id, older.order.id]);
});

test("an order on terms or at the desk is its customer's last, and lists them first", async () => {
  const [sandbar, sedge] = [await brewery(), await addCustomer()];
  const latest = async () => (await wren.send('GET /api/customers', { query: {} })).data[0];
  const later = () => {
    shop.clock.now = new Date(shop.clock.now.getTime() + 1000);
    return shop.clock.now.toISOString();
  };

  const first = later();
  await order(sandbar);
  expect(await latest()).toMatchObject({ id: sandbar.id, last_order_at: first });
  for (const payment of ['cash', 'card']) {
    const at = later();
    await takeOrder({ customer_id: sedge, payment });
    expect(await latest()).toMatchObject({ id: sedge, last_order_at: at });
  }
  const second = later();
  await takeOrder({ customer_id: sandbar.id, payment: 'invoice' });
  expect(await latest()).toMatchObject({ id: sandbar.id, last_order_at: second });
});

test('by invoice needs approval and credit; a refusal names the field and changes nothing', async () => {
  const [unknown, sandbar] = [await addCustomer(), await brewery({ limit: 40 })];
  const before = await stock();

  expect((await takeOrder({ customer_id: unknown, payment: 'invoice' })).body.errors).toHaveProperty('payment');
  expect((await takeOrder({ customer_id: 999_999 })).body.errors).toHaveProperty('customer_id');
  expect((await takeOrder({ customer_id: unknown, payment: 'barter' })).body.errors).toHaveProperty('payment');
  expect((await takeOrder({ customer_id: unknown, amount: 100 })).status).toBe(409);
  expect(await stock()).toBe(before);

  const { body } = await takeOrder({ customer_id: sandbar.id, payment: 'invoice' });
  expect(await findOrder(body.order.id)).toMatchObject({ status: 'pending', invoice: { open: 32 } });
  expect((await takeOrder({ customer_id: sandbar.id, payment: 'invoice' })).body.errors.payment).toEqual([
    'This order is $24.00 above the credit limit. Raise it on their page first.',
  ]);
});

test('a click repeated with the same key takes the order once', async () => {
  const customer_id = await addCustomer();
  const key = randomUUID();

  const [first, again] = await Promise.all([takeOrder({ customer_id, key }), takeOrder({ customer_id, key })]);

  expect(again).toEqual(first);
  expect((await takeOrder({ customer_id, key, payment: 'check' })).status).toBe(422);
});
