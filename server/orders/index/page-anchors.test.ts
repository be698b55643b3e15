// Compares pages of the order list with a brute-force list, with no anchors, some, and all.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import * as orderStore from '#server/orders/order.store.ts';
import { insertOrders } from '#server/testing/many-orders.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { addAnchors, deleteAnchors, findWrongAnchors, listPage } from './page-anchors.store.ts';

const shop = await openTestShop();
const { db, transaction, kind } = shop.database;
const span = { from: '2026-08-01T00:00:00.000Z', to: '2026-10-01T00:00:00.000Z' };
const countAnchors = async () =>
  (await db.selectFrom('order_page_anchors').select('rank').orderBy('rank').execute()).length;

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

/** Anchors are left for later while orders are written, and the job that finds the customers of new orders writes them. */
async function addAllAnchors(): Promise<void> {
  await shop.jobs.runNow('customers');
  await shop.jobs.runNow('page anchors');
}

test('an empty list has a first page', async () => {
  expect(await listPage(db, 1)).toEqual({ orders: [], total: 0 });
  expect(await listPage(db, 1e12)).toEqual({ orders: [], total: 0 });
});

test('every page is correct at any number of orders and anchors', async () => {
  for (const more of [99, 1, 1, 148, 7]) {
    await insertOrders(shop.database, more, span);
    expect(await differences()).toEqual([]);
    await addAllAnchors();
    expect(await differences()).toEqual([]);
  }
  expect(await countAnchors()).toBe(2);
  expect(await findWrongAnchors(db)).toEqual([]);
});

test('every page is correct with gaps in the ids and anchors that lag far behind', async () => {
  await transaction([], deleteAnchors);
  expect(await differences()).toEqual([]);
  // On PostgreSQL, an order rejected for lack of stock leaves a gap in the ids.
  await transaction([], async (tx) => {
    const ids = [3, 150, 151, 255];
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
  await transaction([], async (tx) => void (await addAnchors(tx, kind)));
  await insertOrders(shop.database, 160, span);
  expect(await differences()).toEqual([]);
  await addAllAnchors();

  expect(await differences()).toEqual([]);
  expect(await countAnchors()).toBe(4);
  expect(await findWrongAnchors(db)).toEqual([]);
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
    if (results.length % 20 === 0) await shop.jobs.runNow('page anchors');
  }
  await arriving;

  const all = (await db.selectFrom('orders').select('id').orderBy('id').execute()).map(({ id }) => id);
  for (const { page, ids, total } of results) {
    // A single process wrote them in sequence, so at that moment exactly the oldest ones existed.
    const ordersAtThatTime = all.slice(0, total).toReversed();
    expect(ids).toEqual(ordersAtThatTime.slice((page - 1) * 10, page * 10));
  }
});

test('detects an anchor at the wrong order', async () => {
  await transaction(
    [],
    async (tx) =>
      void (await tx.updateTable('order_page_anchors').set({ order_id: 1 }).where('rank', '=', 200).execute()),
  );

  expect(await findWrongAnchors(db)).toEqual(['page anchor 200']);
});
