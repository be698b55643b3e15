// Staff add, write off, count and move the pounds of each lot.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { NewLot } from '#contracts/lots.ts';
import { lot } from '#server/testing/lot-fixtures.ts';
import { cascade, picture } from '#server/testing/product-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { findWrongLots } from './verify-lots.store.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const wren = await shop.as('wren');

const product = async () => (await wren.send('POST /api/products/admin', { form: cascade, picture })).data;
const add = async (id: number, changes: Partial<NewLot> = {}) =>
  (await wren.send('POST /api/products/admin/:id/lots', { params: { id }, form: { ...lot, ...changes } })).data;
const makeCurrent = (id: number, lot_id: number | null) =>
  wren.attempt('PUT /api/products/admin/:id/current-lot', { params: { id }, body: { lot_id } });
const remove = (id: number) => wren.attempt('DELETE /api/lots/admin/:id', { params: { id } });
const lotsOf = async (id: number) => (await wren.send('GET /api/products/admin/:id/lots', { params: { id } })).data;

test('each lot has its own pounds, and the pounds of no lot go to the first lot that is made current', async () => {
  const { id } = await product();
  const first = await add(id);
  expect(first.stock).toBe(0);
  const listed = await makeCurrent(id, first.id);
  expect(listed.body).toMatchObject({ data: [{ stock: 80 }], pounds_without_lot: 0 });
  const second = await add(id, { number: 'CA-26-02', stock: 25 });
  expect(second.stock).toBe(25);
  await makeCurrent(id, second.id);

  expect((await lotsOf(id)).map(({ number, stock }) => [number, stock])).toEqual([
    ['CA-26-02', 25],
    ['CA-26-01', 80],
  ]);
  expect(await remove(second.id)).toMatchObject({
    status: 409,
    body: { message: 'Lot CA-26-02 still has 25 lbs. Write them off or move them first.', current: { stock: 25 } },
  });
});

test('a later current lot takes none of the pounds of no lot, even if every lot is empty', async () => {
  const { id } = await product();
  const [first, second] = [await add(id, { number: 'CA-26-21' }), await add(id, { number: 'CA-26-22' })];
  await makeCurrent(id, first.id);
  await makeCurrent(id, null);
  await wren.send('PUT /api/products/admin/:id', { params: { id }, form: { ...cascade, stock: 0 } });
  await wren.send('PUT /api/products/admin/:id', { params: { id }, form: { ...cascade, stock: 30 } });

  for (const lot_id of [second.id, first.id]) {
    const { body } = await makeCurrent(id, lot_id);
    expect(body).toMatchObject({ data: [{ stock: 0 }, { stock: 0 }], pounds_without_lot: 30 });
  }
});

test('pounds of a lot are written off, counted and moved, and never more than it has', async () => {
  const { id } = await product();
  const [old, young] = [
    await add(id, { number: 'CA-26-11', stock: 10 }),
    await add(id, { number: 'CA-26-12', stock: 20 }),
  ];
  const other = await add((await product()).id, { number: 'CA-26-13' });
  const enter = (body: object) =>
    wren.attempt('POST /api/stock-moves', {
      body: { product_id: id, kind: 'loss', pounds: 4, note: '', key: randomUUID(), ...body },
    });
  const stocks = async () => (await lotsOf(id)).map(({ stock }) => stock).toReversed();

  const lost = await enter({ lot_id: old.id, note: 'Mice' });
  expect(lost.body).toMatchObject({ data: { lot: old.number, reason: 'loss', pounds: -4, stock: 106, note: 'Mice' } });
  expect(await enter({ lot_id: old.id, pounds: 7 })).toMatchObject({
    status: 409,
    body: { message: 'Lot CA-26-11 has only 6 lbs. Nothing was changed.' },
  });
  expect((await enter({ lot_id: other.id })).status).toBe(404);
  expect((await enter({ kind: 'move', lot_id: old.id, to_lot_id: old.id })).status).toBe(422);
  expect((await enter({ lot_id: old.id, to_lot_id: young.id })).status).toBe(422);
  expect(await stocks()).toEqual([6, 20]);

  expect((await enter({ kind: 'move', lot_id: old.id, to_lot_id: young.id })).body).toMatchObject({
    data: { lot: young.number, reason: 'move', pounds: 4, stock: 110 },
  });
  expect((await enter({ kind: 'move', to_lot_id: old.id, pounds: 30 })).status).toBe(200);
  expect((await enter({ kind: 'move', to_lot_id: old.id, pounds: 51 })).status).toBe(409);
  expect(await stocks()).toEqual([32, 24]);

  // Counted in the product's own form: the pounds of no lot come first, as there is no current lot.
  await wren.send('PUT /api/products/admin/:id', { params: { id }, form: { ...cascade, stock: 50 } });
  expect(await stocks()).toEqual([26, 24]);
  expect(await findWrongLots(shop.database.db)).toEqual([]);
});
