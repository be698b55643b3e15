// PostgreSQL assigns ids before commit: anchors must not count past an order that has not committed yet.
import { expect, test } from 'vitest';
import { insertOrder, type NewOrder } from '#server/orders/order.store.ts';
import { insertOrders } from '#server/testing/many-orders.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { findWrongAnchors, listPage } from './page-anchors.store.ts';

const shop = await openTestShop();
const { db, transaction } = shop.database;
const span = { from: '2026-08-01T00:00:00.000Z', to: '2026-10-01T00:00:00.000Z' };
const late: NewOrder = {
  view_key: 'x',
  checkout_key: 'late',
  name: 'Late',
  email: null,
  address: null,
  phone: '707',
  account_id: null,
  location_option: 'pickup',
  pounds: 1,
  amount_cents: 1600,
  created_at: '2026-09-01T00:00:00.000Z',
};

test('adds no anchor while an order with a lower id may still appear, and adds it afterwards', async () => {
  await insertOrders(shop.database, 99, span);
  let commit = () => {};
  const released = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let onInserted = () => {};
  const inserted = new Promise<void>((resolve) => {
    onInserted = resolve;
  });
  const slow = transaction([], async (tx) => {
    const id = await insertOrder(tx, late);
    onInserted();
    await released;
    return id;
  });
  await inserted;
  // On a different shard than the slow one, so nobody waits for its totals.
  await transaction([], async (tx) => {
    await tx
      .insertInto('orders')
      .values({ ...late, checkout_key: 'quick', status: 'pending' })
      .execute();
  });
  expect((await listPage(db, 1)).total).toBe(100);

  await shop.jobs.runNow('page anchors');
  expect(await db.selectFrom('order_page_anchors').selectAll().execute()).toEqual([]);
  commit();
  const id = await slow;
  await shop.jobs.runNow('page anchors');

  expect(await db.selectFrom('order_page_anchors').selectAll().execute()).toEqual([{ rank: 100, order_id: id }]);
  expect(await findWrongAnchors(db)).toEqual([]);
});

test('orders go through while anchors are added', async () => {
  const placeOrders = async (buyer: number) => {
    for (let n = 0; n < 50; n += 1)
      await transaction([], (tx) => insertOrder(tx, { ...late, checkout_key: `${buyer} order ${n}` }));
  };
  const ordersPlaced = Promise.all([1, 2, 3, 4].map(placeOrders));
  for (let round = 0; round < 20; round += 1) await shop.jobs.runNow('page anchors');
  await ordersPlaced;
  const countAnchors = async () => {
    await shop.jobs.runNow('page anchors');
    return (await db.selectFrom('order_page_anchors').select('rank').execute()).length;
  };

  // A transaction in any database of the server holds up anchors.
  await expect.poll(countAnchors).toBe(3);
  expect(await findWrongAnchors(db)).toEqual([]);
  expect((await listPage(db, 1)).total).toBe(301);
});
