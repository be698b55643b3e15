// Concurrent edits, and sales during an edit: nothing is lost or undone.
import { expect, test } from 'vitest';
import type { ProductRevision } from '#contracts/catalog.ts';
import { cascade, ledgerAddsUp, picture, stockMovesOf } from '#server/testing/product-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { hold } from './stock.store.ts';

const shop = await openTestShop();
const { transaction } = shop.database;
const wren = await shop.as('wren');

const add = async () => (await wren.send('POST /api/products/admin', { form: cascade, picture })).data;
const current = async (id: number) =>
  (await wren.send('GET /api/products/admin')).data.find((product) => product.id === id);
const revise = (id: number, changes: Partial<ProductRevision>) =>
  wren.attempt('PUT /api/products/admin/:id', { params: { id }, form: { ...cascade, ...changes } });
const sell = (product_id: number, pounds: number) =>
  transaction(['products'], (tx) => hold(tx, { product_id, pounds, at: '2026-10-02T10:00:00.000Z' }));

test('rejects a stock edit based on an outdated number, returns the current product, and changes nothing', async () => {
  const { id } = await add();
  await sell(id, 11);
  const before = await current(id);

  const rejected = await revise(id, { stock: 100, stock_seen: 80, version: 1, price: 9 });

  expect(rejected).toMatchObject({
    status: 409,
    body: { message: 'Stock is now 69 lbs, not 80. Nothing was saved.', current: before },
  });
  expect(await current(id)).toEqual(before);
  expect((await stockMovesOf(shop.database, id)).map(({ reason }) => reason)).toEqual(['opening', 'hold']);
});

test('a sale does not block an edit that leaves the stock alone, and the edit does not undo the sale', async () => {
  const { id } = await add();
  await sell(id, 11);

  const saved = await revise(id, { description: 'New words.', stock: 80, stock_seen: 80, version: 1 });

  expect(saved).toMatchObject({ status: 200, body: { data: { description: 'New words.', stock: 69, version: 2 } } });
});

test('sets a stock edited from the current number, with a ledger entry that names the account', async () => {
  const { id } = await add();

  const saved = await revise(id, { stock: 95, stock_seen: 80, version: 1 });

  expect(saved.body.data).toMatchObject({ stock: 95, version: 2 });
  expect((await stockMovesOf(shop.database, id)).at(-1)).toMatchObject({
    pounds: 15,
    stock_after: 95,
    reason: 'by hand',
    account_id: expect.any(Number),
    order_id: null,
  });
});

test('a request without stock_seen sets the stock whatever it was', async () => {
  const { id } = await add();
  await sell(id, 11);

  const saved = await revise(id, { stock: 50 });

  expect(saved.body.data).toMatchObject({ stock: 50 });
  expect((await stockMovesOf(shop.database, id)).at(-1)).toMatchObject({
    pounds: -19,
    stock_after: 50,
    reason: 'by hand',
  });
});

test('setting the same stock adds no ledger entry', async () => {
  const { id } = await add();

  await revise(id, {});

  expect(await stockMovesOf(shop.database, id)).toHaveLength(1);
});

test('rejects an edit of an old version with the current product, and leaves the stock alone', async () => {
  const { id } = await add();
  await revise(id, { price: 13, version: 1 });
  const before = await current(id);

  const rejected = await revise(id, { price: 14, stock: 90, stock_seen: 80, version: 1 });

  expect(rejected).toMatchObject({
    status: 409,
    body: { message: 'Someone else changed this product. Nothing was saved.', current: before },
  });
  expect(await current(id)).toEqual(before);
  expect(await stockMovesOf(shop.database, id)).toHaveLength(1);
});

test('saves exactly one of many edits of the same version', async () => {
  const { id } = await add();

  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, index) => revise(id, { price: 20 + index, version: 1 })),
  );

  const saved = responses.filter(({ status }) => status === 200);
  expect(saved).toHaveLength(1);
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(11);
  expect(await current(id)).toEqual(saved[0]?.body.data);
});

test('with concurrent sales and stock edits, every sale counts and the ledger adds up', async () => {
  const { id } = await add();

  const sales = Promise.all(Array.from({ length: 20 }, () => sell(id, 3)));
  const edits = Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      revise(id, index % 2 ? { stock: 80 + index, stock_seen: 80 } : { stock: 80, stock_seen: 80 }),
    ),
  );
  const sold = (await sales).filter(Boolean).length * 3;
  expect((await edits).every(({ status }) => status === 200 || status === 409)).toBe(true);

  const moves = await stockMovesOf(shop.database, id);
  const counted = moves.filter(({ reason }) => reason === 'by hand').reduce((sum, { pounds }) => sum + pounds, 0);
  expect((await current(id))?.stock).toBe(80 - sold + counted);
  expect(moves.at(-1)?.stock_after).toBe((await current(id))?.stock);
  expect(await ledgerAddsUp(shop.database)).toBe(true);
});

test('an edit of a product deleted at the same time gets a 404 or comes first', async () => {
  const { id } = await add();
  const params = { id };

  const [edit, deletion] = await Promise.all([
    revise(id, { price: 15, version: 1 }),
    wren.attempt('DELETE /api/products/admin/:id', { params }),
  ]);

  expect(deletion.status).toBe(200);
  expect([200, 404]).toContain(edit.status);
  expect(await current(id)).toBeUndefined();
});
