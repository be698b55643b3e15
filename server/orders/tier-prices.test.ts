// What an order costs if its product has price tiers: the server decides, and keeps what it charged per pound.
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { PriceTier } from '#contracts/price-tiers.ts';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { violatedInvariants } from '#server/testing/invariants.ts';
import { cascade, picture } from '#server/testing/product-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const square = await startFakeSquare({ now: () => shop.clock.now });
afterAll(() => square.close());
const shop = await openTestShop({ settings: { ...squareSettings, SQUARE_API_URL: square.url } });
const { visitor, database } = shop;
const { db } = database;
const wren = await shop.as('wren');

beforeEach(() => database.transaction([], async (tx) => void (await tx.deleteFrom('rate_limits').execute())));

const tiers = [
  { from: 44, price: 11.75 },
  { from: 110, price: 10.5 },
];
const form = { ...cascade, stock: 1000 };
const addProduct = async () =>
  (await wren.send('POST /api/products/admin', { form: { ...form, tiers }, picture })).data;
const setTiers = (id: number, changed: PriceTier[]) =>
  wren.send('PUT /api/products/admin/:id', { params: { id }, form: { ...form, tiers: changed } });

type Item = { productId: number; quantity: number };

async function pay(items: Item[], amount: number) {
  const buyer = { name: 'Dana Whitlock', email: 'dana@tulefog.example', phone: '(707) 555-0188' };
  const response = await visitor.fetch('/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      sourceId: 'cnon:card-nonce-ok',
      amount,
      orderDetails: { ...buyer, items, locationOption: 'pickup' },
    }),
  });
  return { status: response.status, body: await response.json() };
}

const linesOf = (order_id: number) =>
  db
    .selectFrom('order_lines')
    .select(['product_id', 'pounds', 'price_cents'])
    .where('order_id', '=', order_id)
    .execute();
const countOrders = async () => (await db.selectFrom('orders').select('id').execute()).length;

test.each([
  [43, 1250],
  [44, 1175],
  [109, 1175],
  [110, 1050],
])('%i lbs are charged at %i cents per lb, and the line keeps that price', async (quantity, price_cents) => {
  const { id } = await addProduct();
  const amount = quantity * price_cents;

  const { status, body } = await pay([{ productId: id, quantity }], amount);

  expect(status).toBe(200);
  expect(await linesOf(body.order.id)).toEqual([{ product_id: id, pounds: quantity, price_cents }]);
  const order = await db.selectFrom('orders').selectAll().where('id', '=', body.order.id).executeTakeFirstOrThrow();
  expect(order.amount_cents).toBe(amount);
  expect(square.payments.get(order.payment_id ?? '')).toMatchObject({ status: 'COMPLETED', amount });
  expect(await violatedInvariants(database, { payments: square.payments.values() })).toEqual([]);
});

test.each([
  ['the base price where a tier is reached', 44, 44 * 1250],
  ['a tier that is not reached', 43, 43 * 1175],
  ['the second tier for the first', 44, 44 * 1050],
])('refuses %s with 409, and charges nothing', async (_, quantity, amount) => {
  const { id } = await addProduct();
  const [orders, payments] = [await countOrders(), square.payments.size];

  const { status, body } = await pay([{ productId: id, quantity }], amount);

  expect(status).toBe(409);
  expect(body).toMatchObject({ status: 'error', error: 'The price has changed. Please review your order.' });
  expect([await countOrders(), square.payments.size]).toEqual([orders, payments]);
});

test('the pounds of a product that is sent twice are added up before its tier is chosen', async () => {
  const { id } = await addProduct();
  const twice = [
    { productId: id, quantity: 30 },
    { productId: id, quantity: 14 },
  ];

  expect((await pay(twice, 44 * 1250)).status).toBe(409);
  const { body } = await pay(twice, 44 * 1175);

  expect(await linesOf(body.order.id)).toEqual([{ product_id: id, pounds: 44, price_cents: 1175 }]);
});

test('pounds of another product do not count toward a tier', async () => {
  const [one, other] = [await addProduct(), await addProduct()];
  const items = [one, other].map(({ id }) => ({ productId: id, quantity: 30 }));

  expect((await pay(items, 60 * 1175)).status).toBe(409);
  expect((await pay(items, 60 * 1250)).status).toBe(200);
});

test('tiers that change between opening the form and paying are refused once, then charged as they are', async () => {
  const { id } = await addProduct();
  const items = [{ productId: id, quantity: 44 }];
  await setTiers(id, [{ from: 44, price: 12 }]);

  expect((await pay(items, 44 * 1175)).status).toBe(409);
  expect((await pay(items, 44 * 1200)).status).toBe(200);
});

test('while staff change the tiers, each order is charged at one of the prices that were offered', async () => {
  const { id } = await addProduct();
  const offered = [1175, 1200, 1100];
  const edits = (async () => {
    for (const price of [12, 11, 11.75, 12, 11]) await setTiers(id, [{ from: 44, price }]);
  })();

  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, index) => pay([{ productId: id, quantity: 44 }], 44 * (offered[index % 3] ?? 0))),
  );
  await edits;

  for (const [index, { status, body }] of responses.entries()) {
    expect([200, 409]).toContain(status);
    if (status === 200)
      expect(await linesOf(body.order.id)).toEqual([{ product_id: id, pounds: 44, price_cents: offered[index % 3] }]);
  }
  expect(await violatedInvariants(database, { payments: square.payments.values() })).toEqual([]);
});

test('the email, the receipt and the sales use what was charged, also after the tiers are gone', async () => {
  const { id } = await addProduct();
  const { body } = await pay([{ productId: id, quantity: 44 }], 44 * 1175);
  await setTiers(id, []);

  const order = await wren.send('GET /api/orders/:id', { params: { id: body.order.id } });

  expect(order.data).toMatchObject({ total: 517, lines: [{ price: 11.75, pounds: 44, amount: 517 }] });
  const mail = (await shop.mails()).find((each) => each.includes(`Subject: Your order ${body.order.id} at`));
  expect(mail).toContain('$517.00');
  const { products } = (await wren.send('GET /api/sales')).data;
  expect(products.find((each) => each.id === id)).toMatchObject({ revenue: 517, pounds: 44 });
});
