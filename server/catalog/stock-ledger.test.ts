import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { StockKind } from '#contracts/stock-kinds.ts';
import { lastingClient } from '#server/testing/lasting-client.ts';
import { cascade, picture } from '#server/testing/product-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const { visitor, clock } = shop;
const wren = lastingClient(shop, 'wren');

const enter = (product_id: number, kind: StockKind, pounds: number, key: string = randomUUID()) =>
  wren.attempt('POST /api/stock-moves', { body: { product_id, kind, pounds, note: 'Barn 2', key } });
const ledgerOf = async (product: number) => (await wren.send('GET /api/stock-moves', { query: { product } })).data;

async function addProduct(stock: number): Promise<number> {
  const form = { ...cascade, name: `Cascade ${randomUUID()}`, stock };
  return (await wren.send('POST /api/products/admin', { form, picture })).data.id;
}

test('every move of a product has its reason, its pounds and the stock after it, newest first', async () => {
  const id = await addProduct(100);
  await enter(id, 'harvest', 50);
  await enter(id, 'loss', 11);
  await enter(id, 'sample', 1);
  await enter(id, 'correction', -3);
  const form = { ...cascade, name: 'Cascade again', stock: 130, stock_seen: 135 };
  await wren.send('PUT /api/products/admin/:id', { params: { id }, form });
  const orderDetails = { productId: id, quantity: 2, name: 'Dana', phone: '707', locationOption: 'pickup' };
  const response = await visitor.fetch('/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sourceId: 'cnon:card-nonce-ok', amount: cascade.price * 200, orderDetails }),
  });
  const { order } = await response.json();
  await wren.send('POST /api/orders/:id/status-changes', { params: { id: order.id }, body: { to: 'refunded' } });

  const moves = await ledgerOf(id);

  expect(moves.map(({ reason, pounds, stock }) => [reason, pounds, stock])).toEqual([
    ['refund', 2, 130],
    ['sale', -2, 128],
    ['correction', -5, 130],
    ['correction', -3, 135],
    ['sample', -1, 138],
    ['loss', -11, 139],
    ['harvest', 50, 150],
    ['opening', 100, 100],
  ]);
  expect(moves[1]).toMatchObject({ order_id: order.id, who: null, product: 'Cascade again' });
  expect(moves[5]).toMatchObject({ note: 'Barn 2', who: 'Farm office', order_id: null });
  const { data: audit } = await wren.send('GET /api/audit');
  expect(audit.filter(({ action, subject_id }) => action === 'stock changed' && subject_id === id)).toHaveLength(4);
});

test('a second click enters nothing, and what is not there cannot be lost', async () => {
  const id = await addProduct(10);
  const key = randomUUID();

  const twice = await Promise.all([enter(id, 'loss', 4, key), enter(id, 'loss', 4, key)]);
  expect(twice.map(({ status, body }) => [status, body.data.stock])).toEqual([
    [200, 6],
    [200, 6],
  ]);
  const tooMuch = await enter(id, 'sample', 7);

  expect([tooMuch.status, tooMuch.body.message]).toEqual([
    409,
    expect.stringMatching(/^Only 6 lbs of Cascade .* are in stock/),
  ]);
  expect(await ledgerOf(id)).toHaveLength(2);
  const parallel = await Promise.all(Array.from({ length: 10 }, () => enter(id, 'loss', 1)));
  expect(parallel.filter(({ status }) => status === 200)).toHaveLength(6);
  expect((await ledgerOf(id))[0]?.stock).toBe(0);
});

test('pages by month and product, each move once', async () => {
  const id = await addProduct(10);
  for (let n = 0; n < 60; n += 1) await enter(id, 'harvest', 1 + n);
  clock.now = new Date('2026-10-05T17:00:00.000Z');
  await enter(id, 'harvest', 500);
  const page = (query: object) => wren.send('GET /api/stock-moves', { query: { product: id, ...query } });

  const first = await page({ month: '2026-10' });
  const second = await page({ month: '2026-10', before: first.data.at(-1)?.id });

  expect([first.data.length, first.more, second.data.length, second.more]).toEqual([50, true, 12, false]);
  const ids = [...first.data, ...second.data].map((move) => move.id);
  expect(new Set(ids).size).toBe(62);
  expect(first.data[0]?.pounds).toBe(500);
  expect((await page({ month: '2026-09' })).data).toEqual([]);
});

test.each([
  ['pounds', { pounds: 0 }],
  ['pounds', { pounds: 1.5 }],
  ['pounds', { pounds: -1 }],
  ['kind', { kind: 'theft' }],
  ['product_id', { product_id: 0 }],
  ['note', { note: 'x'.repeat(301) }],
  ['key', { key: '' }],
])('rejects a bad %s, and changes nothing', async (field, change) => {
  const body = { product_id: 1, kind: 'loss', pounds: 1, note: '', key: randomUUID(), ...change };
  const before = await ledgerOf(1);
  const headers = { 'content-type': 'application/json' };

  const response = await wren.fetch('/api/stock-moves', { method: 'POST', headers, body: JSON.stringify(body) });

  expect([response.status, Object.keys((await response.json()).errors)]).toEqual([422, [field]]);
  expect(await ledgerOf(1)).toEqual(before);
});
