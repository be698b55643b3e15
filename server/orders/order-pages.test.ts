// Compares pages of the order list with a brute-force list.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { insertOrders } from '#server/testing/many-orders.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import * as orderStore from './order.store.ts';
import { listPage } from './order-list.store.ts';

const shop = await openTestShop();
const { db, transaction } = shop.database;
const span = { from: '2026-08-01T00:00:00.000Z', to: '2026-10-01T00:00:00.000Z' };

async function listIds(page: number): Promise<{ ids: number[]; total: number }> {
  const { orders, total } = await listPage(db, page);
  return { ids: orders.map(({ id }) => id), total };
}

async function differences(): Promise<string[]> {
  const all = (await db.selectFrom('orders').select('id').orderBy('id', 'desc').execute()).map(({ id }) => id);
  const wrong: string[] = [];
  for (let page = 1; page <= Math.ceil(all.length / 10) + 2; page += 1) {
    const { ids, total } = await listIds(page);
    const expected = all.slice((page - 1) * 10, page * 10);
    if (total !== all.length || ids.join() !== expected.join())
      wrong.push(`page ${page}: ${ids} of ${total}, not ${expected}`);
  }
  return wrong;
}

test('an empty list has a first page', async () => {
  expect(await listPage(db, 1)).toEqual({ orders: [], total: 0 });
  expect(await listPage(db, 1e12)).toEqual({ orders: [], total: 0 });
});

test('every page is correct at any number of orders, from both ends', async () => {
  for (const more of [1, 8, 1, 1, 9, 79, 1, 57]) {
    await insertOrders(shop.database, more, span);
    expect(await differences()).toEqual([]);
  }
});

test('every page is correct with gaps in the ids', async () => {
  // On PostgreSQL, an order rejected for lack of stock leaves a gap in the ids.
  await transaction([], async (tx) => {
    const ids = [3, 99, 100, 150];
    for (const id of ids) await orderStore.lock(tx, id);
    for (const id of ids)
      for (const [table, column] of [
        ['order_lines', 'order_id'],
        ['order_events', 'order_id'],
        ['order_search_terms', 'order_id'],
        ['orders', 'id'],
      ] as const)
        await tx.deleteFrom(table).where(column, '=', id).execute();
  });

  expect(await differences()).toEqual([]);
});

test('a page past the end is empty and has the total', async () => {
  const { total } = await listPage(db, 1);

  expect(await listPage(db, 1e12)).toEqual({ orders: [], total });
});

test('pages read while orders arrive contain ten consecutive orders and match their total', async () => {
  let done = false;
  const arriving = insertOrders(shop.database, 100, span).finally(() => {
    done = true;
  });
  const results: { page: number; ids: number[]; total: number }[] = [];
  while (!done) {
    const page = 1 + (results.length % 45);
    results.push({ page, ...(await listIds(page)) });
    // SQLite is synchronous: without this, nothing else would run.
    await yieldToEventLoop();
  }
  await arriving;

  const all = (await db.selectFrom('orders').select('id').orderBy('id').execute()).map(({ id }) => id);
  for (const { page, ids, total } of results) {
    // A single process wrote them in sequence, so at that moment exactly the oldest ones existed.
    const ordersAtThatTime = all.slice(0, total).toReversed();
    expect(ids).toEqual(ordersAtThatTime.slice((page - 1) * 10, page * 10));
  }
});
