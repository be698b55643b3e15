import { expect, test } from 'vitest';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { lot } from '#server/testing/lot-fixtures.ts';
import { cascade, picture } from '#server/testing/product-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const { visitor } = shop;
const wren = await shop.as('wren');

async function buy(items: { productId: number; quantity: number }[], amount: number): Promise<number> {
  const orderDetails = { name: 'Dana', phone: '(707) 555-0188', locationOption: 'pickup', items };
  const response = await visitor.fetch('/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sourceId: 'cnon:card-nonce-ok', amount, orderDetails }),
  });
  return (await response.json()).order.id;
}
const read = (orders: string) => wren.fetch(`/api/orders/labels?orders=${orders}`);
const labels = async (orders: number[]): Promise<ResponseOf<'GET /api/orders/labels'>> =>
  (await read(orders.join(','))).json();

test('every bag has a label with the figures of its lot and the URL of its page', async () => {
  const { data: added } = await wren.send('POST /api/products/admin/:id/lots', {
    params: { id: 1 },
    form: { ...lot, number: 'Label 1/26', stock: 100 },
  });
  await wren.send('PUT /api/products/admin/:id/current-lot', { params: { id: 1 }, body: { lot_id: added.id } });
  const order = await buy([{ productId: 1, quantity: 39 }], 39 * 1600);

  const { data } = await labels([order]);

  expect(data.map(({ pounds, bag, bags }) => [pounds, bag, bags])).toEqual([
    [22, 1, 4],
    [11, 2, 4],
    [5.5, 3, 4],
    [0.5, 4, 4],
  ]);
  const { harvest_year, form, alpha_acid, tested_on } = lot;
  expect(data[0]).toMatchObject({
    order_id: order,
    lot: {
      number: 'Label 1/26',
      harvest_year,
      form,
      alpha_acid,
      tested_on,
      url: expect.stringMatching(/^https?:.*\/lots\/label%201%2F26$/),
    },
  });
  expect((await visitor.fetch(new URL(data[0]?.lot?.url ?? '').pathname)).status).toBe(200);
});

test('bags without a lot have a label without a code; several orders come in the given order', async () => {
  const form = { ...cascade, stock: 50 };
  const { data: product } = await wren.send('POST /api/products/admin', { form, picture });
  const [first, second] = [
    await buy([{ productId: product.id, quantity: 5 }], 5 * cascade.price * 100),
    await buy([{ productId: product.id, quantity: 11 }], 11 * cascade.price * 100),
  ];

  const { data } = await labels([second, first, second]);

  expect(data.map(({ order_id, pounds, lot }) => [order_id, pounds, lot])).toEqual([
    [second, 11, null],
    [first, 5, null],
  ]);
});

test.each(['', '0', 'x', '1,', '1;2', '9999999999', Array.from({ length: 51 }, (_, index) => index + 1).join(',')])(
  'rejects the orders %j',
  async (orders) => {
    const response = await read(orders);
    expect(response.status).toBe(422);
    expect(Object.keys((await response.json()).errors)).toEqual(['orders']);
  },
);

test('an order that does not exist is not found', async () => {
  expect((await read('999999')).status).toBe(404);
});
