// Two people edit one product, or somebody buys while staff edit: nothing is lost, nothing is undone.
import { expect, test } from 'vitest';
import type { ProductRevision } from '#contracts/catalog.ts';
import { cascade, ledgerAddsUp, picture, stockMovesOf } from '#server/testing/product-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { hold } from './stock.store.ts';

const farm = await openTestShop();
const { transaction } = farm.database;
const wren = await farm.as('wren');

const add = async () => (await wren.send('POST /api/products/admin', { form: cascade, picture })).data;
const now = async (id: number) =>
  (await wren.send('GET /api/products/admin')).data.find((product) => product.id === id);
const revise = (id: number, changed: Partial<ProductRevision>) =>
  wren.attempt('PUT /api/products/admin/:id', { params: { id }, form: { ...cascade, ...changed } });
const sell = (product_id: number, pounds: number) =>
  transaction(['products'], (tx) => hold(tx, { product_id, pounds, at: '2026-10-02T10:00:00.000Z' }));

test('a stock edited from an old number is refused with the number of now, and nothing is changed', async () => {
  const { id } = await add();
  await sell(id, 11);
  const before = await now(id);

  const refused = await revise(id, { stock: 100, stock_seen: 80, version: 1, price: 9 });

  expect(refused).toMatchObject({
    status: 409,
    body: { message: 'Stock is now 69 lbs, not 80. Nothing was saved.', current: before },
  });
  expect(await now(id)).toEqual(before);
  expect((await stockMovesOf(farm.database, id)).map(({ reason }) => reason)).toEqual(['opening', 'hold']);
});

test('a sale does not stand in the way of an edit that leaves the stock alone, and is not undone by it', async () => {
  const { id } = await add();
  await sell(id, 11);

  const saved = await revise(id, { description: 'New words.', stock: 80, stock_seen: 80, version: 1 });

  expect(saved).toMatchObject({ status: 200, body: { data: { description: 'New words.', stock: 69, version: 2 } } });
});

test('a stock edited from the number of now is set, with a line in the ledger that says who', async () => {
  const { id } = await add();

  const saved = await revise(id, { stock: 95, stock_seen: 80, version: 1 });

  expect(saved.body.data).toMatchObject({ stock: 95, version: 2 });
  expect((await stockMovesOf(farm.database, id)).at(-1)).toMatchObject({
    pounds: 15,
    stock_after: 95,
    reason: 'by hand',
    account_id: expect.any(Number),
    order_id: null,
  });
});

test('a call that does not say what it saw sets the number, from whatever it was', async () => {
  const { id } = await add();
  await sell(id, 11);

  const saved = await revise(id, { stock: 50 });

  expect(saved.body.data).toMatchObject({ stock: 50 });
  expect((await stockMovesOf(farm.database, id)).at(-1)).toMatchObject({
    pounds: -19,
    stock_after: 50,
    reason: 'by hand',
  });
});

test('a call that sets the number there is leaves no line', async () => {
  const { id } = await add();

  await revise(id, {});

  expect(await stockMovesOf(farm.database, id)).toHaveLength(1);
});

test('an edit from an old version is refused with the product of now, its stock included', async () => {
  const { id } = await add();
  await revise(id, { price: 13, version: 1 });
  const before = await now(id);

  const refused = await revise(id, { price: 14, stock: 90, stock_seen: 80, version: 1 });

  expect(refused).toMatchObject({
    status: 409,
    body: { message: 'Someone else changed this product. Nothing was saved.', current: before },
  });
  expect(await now(id)).toEqual(before);
  expect(await stockMovesOf(farm.database, id)).toHaveLength(1);
});

test('of many edits from one version exactly one is saved', async () => {
  const { id } = await add();

  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => revise(id, { price: 20 + index, version: 1 })),
  );

  const saved = answers.filter(({ status }) => status === 200);
  expect(saved).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(11);
  expect(await now(id)).toEqual(saved[0]?.body.data);
});

test('sales and counts at the same time: every sale counts, and the ledger adds up', async () => {
  const { id } = await add();

  const sales = Promise.all(Array.from({ length: 20 }, () => sell(id, 3)));
  const edits = Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      revise(id, index % 2 ? { stock: 80 + index, stock_seen: 80 } : { stock: 80, stock_seen: 80 }),
    ),
  );
  const sold = (await sales).filter(Boolean).length * 3;
  expect((await edits).every(({ status }) => status === 200 || status === 409)).toBe(true);

  const moves = await stockMovesOf(farm.database, id);
  const counted = moves.filter(({ reason }) => reason === 'by hand').reduce((sum, { pounds }) => sum + pounds, 0);
  expect((await now(id))?.stock).toBe(80 - sold + counted);
  expect(moves.at(-1)?.stock_after).toBe((await now(id))?.stock);
  expect(await ledgerAddsUp(farm.database)).toBe(true);
});

test('a product that is deleted while it is edited is a 404 for the later one', async () => {
  const { id } = await add();
  const params = { id };

  const [edit, deletion] = await Promise.all([
    revise(id, { price: 15, version: 1 }),
    wren.attempt('DELETE /api/products/admin/:id', { params }),
  ]);

  expect(deletion.status).toBe(200);
  expect([200, 404]).toContain(edit.status);
  expect(await now(id)).toBeUndefined();
});
