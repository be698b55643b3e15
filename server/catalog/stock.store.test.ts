import { expect, test } from 'vitest';
import { cascade, ledgerAddsUp, picture, stockMovesOf } from '#server/testing/product-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { hold, release } from './stock.store.ts';

const shop = await openTestShop();
const { transaction } = shop.database;
const wren = await shop.as('wren');
const at = '2026-10-02T10:00:00.000Z';

const add = async (stock: number) =>
  (await wren.send('POST /api/products/admin', { form: { ...cascade, stock }, picture })).data;
const stockOf = async (slug: string) =>
  (await shop.visitor.send('GET /api/products/:slug', { params: { slug } })).data.stock;
const tryHold = (product_id: number, pounds: number, order_id = 7) =>
  transaction(['products'], (tx) => hold(tx, { product_id, pounds, order_id, at }));

test('the products of a new shop have an opening ledger entry', async () => {
  const { data } = await shop.visitor.send('GET /api/products');

  for (const { id, stock } of data)
    expect(await stockMovesOf(shop.database, id)).toMatchObject([
      { pounds: stock, stock_after: stock, reason: 'opening' },
    ]);
});

test('holds and releases pounds for an order, each with a ledger entry', async () => {
  const { id, slug } = await add(30);

  expect(await tryHold(id, 22)).toBe(true);
  expect(await stockOf(slug)).toBe(8);
  await transaction(['products'], (tx) =>
    release(tx, { product_id: id, pounds: 22, order_id: 7, at, reason: 'release' }),
  );

  expect(await stockOf(slug)).toBe(30);
  expect((await stockMovesOf(shop.database, id)).slice(1)).toMatchObject([
    { pounds: -22, stock_after: 8, reason: 'hold', order_id: 7, at },
    { pounds: 22, stock_after: 30, reason: 'release', order_id: 7, at },
  ]);
});

test('cannot hold more than the stock, and then adds no entry', async () => {
  const { id, slug } = await add(10);

  expect(await tryHold(id, 11)).toBe(false);
  expect(await tryHold(id, 10)).toBe(true);
  expect(await tryHold(id, 1)).toBe(false);

  expect(await stockOf(slug)).toBe(0);
  expect(await stockMovesOf(shop.database, id)).toHaveLength(2);
});

test('concurrent holds never sell a pound twice', async () => {
  const { id, slug } = await add(50);

  const results = await Promise.all(Array.from({ length: 60 }, (_, order) => tryHold(id, 3, order)));

  expect(results.filter(Boolean)).toHaveLength(16);
  expect(await stockOf(slug)).toBe(2);
  expect(await ledgerAddsUp(shop.database)).toBe(true);
});

test('a sale does not change the version', async () => {
  const { id, slug } = await add(10);

  await tryHold(id, 4);

  const { data } = await shop.visitor.send('GET /api/products/:slug', { params: { slug } });
  expect(data).toMatchObject({ stock: 6, version: 1 });
});

test('a deleted product cannot be held, but takes back released pounds', async () => {
  const { id } = await add(30);
  await tryHold(id, 5);
  await wren.send('DELETE /api/products/admin/:id', { params: { id } });

  expect(await tryHold(id, 1)).toBe(false);
  await transaction(['products'], (tx) =>
    release(tx, { product_id: id, pounds: 5, order_id: 7, at, reason: 'refund' }),
  );

  expect((await stockMovesOf(shop.database, id)).at(-1)).toMatchObject({
    pounds: 5,
    stock_after: 30,
    reason: 'refund',
  });
  expect(await ledgerAddsUp(shop.database)).toBe(true);
});

test.each([0, -5, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
  'rejects %d as a weight to hold or release',
  async (pounds) => {
    const { id, slug } = await add(10);

    await expect(tryHold(id, pounds)).rejects.toThrow('not a whole number of pounds');
    await expect(
      transaction([], (tx) => release(tx, { product_id: id, pounds, at, reason: 'release' })),
    ).rejects.toThrow('not a whole number of pounds');
    expect(await stockOf(slug)).toBe(10);
  },
);

test('a hold that is rolled back leaves no entry and no missing pounds', async () => {
  const { id, slug } = await add(10);

  const failing = transaction(['products'], async (tx) => {
    await hold(tx, { product_id: id, pounds: 4, at });
    throw new Error('the card was declined');
  });

  await expect(failing).rejects.toThrow('declined');
  expect(await stockOf(slug)).toBe(10);
  expect(await ledgerAddsUp(shop.database)).toBe(true);
});
