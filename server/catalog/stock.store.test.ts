import { expect, test } from 'vitest';
import { cascade, ledgerAddsUp, picture, stockMovesOf } from '#server/testing/product-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { hold, release } from './stock.store.ts';

const farm = await openTestShop();
const { transaction } = farm.database;
const wren = await farm.as('wren');
const at = '2026-10-02T10:00:00.000Z';

const add = async (stock: number) =>
  (await wren.send('POST /api/products/admin', { form: { ...cascade, stock }, picture })).data;
const stockOf = async (slug: string) =>
  (await farm.visitor.send('GET /api/products/:slug', { params: { slug } })).data.stock;
const held = (product_id: number, pounds: number, order_id = 7) =>
  transaction(['products'], (tx) => hold(tx, { product_id, pounds, order_id, at }));

test('what a new shop sells has its first line in the ledger', async () => {
  const { data } = await farm.visitor.send('GET /api/products');

  for (const { id, stock } of data)
    expect(await stockMovesOf(farm.database, id)).toMatchObject([
      { pounds: stock, stock_after: stock, reason: 'opening' },
    ]);
});

test('pounds are held for an order and given back, each with a line', async () => {
  const { id, slug } = await add(30);

  expect(await held(id, 22)).toBe(true);
  expect(await stockOf(slug)).toBe(8);
  await transaction(['products'], (tx) =>
    release(tx, { product_id: id, pounds: 22, order_id: 7, at, reason: 'release' }),
  );

  expect(await stockOf(slug)).toBe(30);
  expect((await stockMovesOf(farm.database, id)).slice(1)).toMatchObject([
    { pounds: -22, stock_after: 8, reason: 'hold', order_id: 7, at },
    { pounds: 22, stock_after: 30, reason: 'release', order_id: 7, at },
  ]);
});

test('more than there is cannot be held, and leaves no line', async () => {
  const { id, slug } = await add(10);

  expect(await held(id, 11)).toBe(false);
  expect(await held(id, 10)).toBe(true);
  expect(await held(id, 1)).toBe(false);

  expect(await stockOf(slug)).toBe(0);
  expect(await stockMovesOf(farm.database, id)).toHaveLength(2);
});

test('however many hold at once, no pound is sold twice', async () => {
  const { id, slug } = await add(50);

  const answers = await Promise.all(Array.from({ length: 60 }, (_, order) => held(id, 3, order)));

  expect(answers.filter(Boolean)).toHaveLength(16);
  expect(await stockOf(slug)).toBe(2);
  expect(await ledgerAddsUp(farm.database)).toBe(true);
});

test('a sale does not raise the version', async () => {
  const { id, slug } = await add(10);

  await held(id, 4);

  const { data } = await farm.visitor.send('GET /api/products/:slug', { params: { slug } });
  expect(data).toMatchObject({ stock: 6, version: 1 });
});

test('a deleted product is held by nobody, but takes back what was held', async () => {
  const { id } = await add(30);
  await held(id, 5);
  await wren.send('DELETE /api/products/admin/:id', { params: { id } });

  expect(await held(id, 1)).toBe(false);
  await transaction(['products'], (tx) =>
    release(tx, { product_id: id, pounds: 5, order_id: 7, at, reason: 'refund' }),
  );

  expect((await stockMovesOf(farm.database, id)).at(-1)).toMatchObject({
    pounds: 5,
    stock_after: 30,
    reason: 'refund',
  });
  expect(await ledgerAddsUp(farm.database)).toBe(true);
});

test.each([0, -5, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('%d is no weight to hold or release', async (pounds) => {
  const { id, slug } = await add(10);

  await expect(held(id, pounds)).rejects.toThrow('no weight');
  await expect(transaction([], (tx) => release(tx, { product_id: id, pounds, at, reason: 'release' }))).rejects.toThrow(
    'no weight',
  );
  expect(await stockOf(slug)).toBe(10);
});

test('a hold that is not kept leaves neither a line nor a gap', async () => {
  const { id, slug } = await add(10);

  const failing = transaction(['products'], async (tx) => {
    await hold(tx, { product_id: id, pounds: 4, at });
    throw new Error('the card was declined');
  });

  await expect(failing).rejects.toThrow('declined');
  expect(await stockOf(slug)).toBe(10);
  expect(await ledgerAddsUp(farm.database)).toBe(true);
});
