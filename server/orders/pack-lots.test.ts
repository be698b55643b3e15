// A buyer chooses a lot, staff pack over two lots, and the recall sheets follow what was packed.
import { expect, test } from 'vitest';
import { findWrongLots } from '#server/catalog/verify-lots.store.ts';
import { lot } from '#server/testing/lot-fixtures.ts';
import { cascade, ledgerAddsUp, picture } from '#server/testing/product-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const { visitor, database } = shop;
const wren = await shop.as('wren');

/** The numbers of the lots of the newest hop: each is unique in the shop. */
let OLD = '';
let NEW = '';
let hops = 0;

/** A hop with 20 lbs of an old lot, which is current, 30 of a new one, and 5 of no lot. */
async function hop() {
  hops += 1;
  OLD = `OLD-${hops}`;
  NEW = `NEW-${hops}`;
  const { data: product } = await wren.send('POST /api/products/admin', { form: { ...cascade, stock: 5 }, picture });
  const params = { id: product.id };
  const add = async (number: string, harvest_year: number, stock: number) => {
    const form = { ...lot, number, harvest_year, stock };
    return (await wren.send('POST /api/products/admin/:id/lots', { params, form })).data.id;
  };
  const [old, young] = [await add(OLD, 2025, 20), await add(NEW, 2026, 30)];
  await wren.send('PUT /api/products/admin/:id/current-lot', { params, body: { lot_id: old } });
  return { id: product.id, slug: product.slug, old, young };
}

async function buy(productId: number, quantity: number, details: object = {}) {
  const contact = { name: 'Dana', phone: '707', locationOption: 'pickup' };
  const response = await visitor.fetch('/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      sourceId: 'cnon:card-nonce-ok',
      amount: 1250 * quantity,
      orderDetails: { productId, quantity, ...contact, ...details },
    }),
  });
  return { status: response.status, body: await response.json() };
}

const place = async (...order: Parameters<typeof buy>): Promise<number> => (await buy(...order)).body.order.id;
const find = async (id: number) => (await wren.send('GET /api/orders/:id', { params: { id }, query: {} })).data;
const lotsIn = async (id: number) => (await find(id)).lines[0]?.lots.map(({ number, pounds }) => [number, pounds]);
const pack = async (id: number, product_id: number, lots: [lot_id: number, pounds: number][], version?: number) =>
  wren.attempt('PUT /api/orders/:id/lots', {
    params: { id },
    body: {
      version: version ?? (await find(id)).version,
      lines: [{ product_id, lots: lots.map(([lot_id, pounds]) => ({ lot_id, pounds })) }],
    },
  });
const stocks = async (id: number) => {
  const { data, pounds_without_lot } = await wren.send('GET /api/products/admin/:id/lots', { params: { id } });
  return { ...Object.fromEntries(data.map(({ number, stock }) => [number, stock])), none: pounds_without_lot };
};
const recalled = async (lot_id: number) =>
  (await (await wren.fetch(`/api/lots/admin/${lot_id}/recall-sheet`)).text())
    .trim()
    .split('\r\n')
    .slice(1)
    .map((row) => [Number(row.split(',')[0]), Number(row.split(',').at(-1))]);

test('an order takes the current lot first, or the chosen one, and says what is left of it', async () => {
  const { id, slug, young } = await hop();
  const { data } = await visitor.send('GET /api/products/:slug', { params: { slug } });
  expect(data.lots_on_sale).toMatchObject([
    { number: NEW, stock: 30 },
    { number: OLD, stock: 20 },
  ]);

  expect(await lotsIn(await place(id, 8, { lotId: young }))).toEqual([[NEW, 8]]);
  expect(await lotsIn(await place(id, 15))).toEqual([[OLD, 15]]);
  expect(await buy(id, 23, { lotId: young })).toMatchObject({
    status: 409,
    body: { error: `Only 22 lbs of lot ${NEW} are left.` },
  });
  expect((await buy(id, 1, { lotId: 999_999 })).status).toBe(404);
  expect((await buy(id, 1, { lotId: 'x' })).status).toBe(422);
  expect(await stocks(id)).toEqual({ [OLD]: 5, [NEW]: 22, none: 5 });

  expect(await lotsIn(await place(id, 30))).toEqual([
    [OLD, 5],
    [NEW, 22],
  ]);
  const { data: soldOut } = await visitor.send('GET /api/products/:slug', { params: { slug } });
  expect(soldOut).toMatchObject({ stock: 2 });
  expect(soldOut.lots_on_sale).toBeUndefined();
});

test('a cart may want pounds of two lots of one hop', async () => {
  const { id, old, young } = await hop();
  const items = [
    { productId: id, quantity: 4, lotId: young },
    { productId: id, quantity: 3, lotId: old },
    { productId: id, quantity: 2 },
  ];
  const order = await place(id, 9, { items });
  expect(await lotsIn(order)).toEqual([
    [OLD, 5],
    [NEW, 4],
  ]);
  const { lines } = await find(order);
  expect(lines).toHaveLength(1);
});

test('an order packed over two lots is on both recall sheets, and its history says so', async () => {
  const { id, old, young } = await hop();
  const order = await place(id, 11, { email: 'dana@tulefog.example' });
  const packed = await pack(order, id, [
    [old, 8],
    [young, 3],
  ]);

  expect(packed.body.data).toMatchObject({
    ...{ version: 2, total: 137.5, quantity: 11 },
    changes: [{ lines: [`Cascade packed: ${OLD} → ${OLD} (8 lbs), ${NEW} (3 lbs)`], who: 'Farm office' }],
  });
  expect(await stocks(id)).toEqual({ [OLD]: 12, [NEW]: 27, none: 5 });
  expect(await recalled(old)).toEqual([[order, 8]]);
  expect(await recalled(young)).toEqual([[order, 3]]);
  const csv = await (await wren.fetch('/api/orders/export?range=all')).text();
  expect(csv).toContain(`Cascade 11 lbs (lots ${OLD} (8 lbs), ${NEW} (3 lbs))`);
  expect((await wren.send('GET /api/audit', { query: {} })).data[0]).toMatchObject({
    action: 'order packed from lots',
  });

  // Packed as it is: nothing to write.
  expect(
    (
      await pack(order, id, [
        [old, 8],
        [young, 3],
      ])
    ).body.data.version,
  ).toBe(2);
  // Part of it from pounds of no lot.
  await pack(order, id, [[young, 7]]);
  expect(await stocks(id)).toEqual({ [OLD]: 20, [NEW]: 23, none: 1 });
  expect(await recalled(old)).toEqual([]);

  await wren.send('POST /api/orders/:id/status-changes', { params: { id: order }, body: { to: 'cancelled' } });
  expect(await stocks(id)).toEqual({ [OLD]: 20, [NEW]: 30, none: 5 });
  expect(await recalled(young)).toEqual([[order, 7]]);
  expect(await findWrongLots(database.db)).toEqual([]);
  expect(await ledgerAddsUp(database)).toBe(true);
});

test('refuses what cannot be packed, and then nothing has changed', async () => {
  const other = await hop();
  const { id, old, young } = await hop();
  const order = await place(id, 11);
  expect(await pack(order, id, [[young, 31]])).toMatchObject({ status: 422 });
  await place(id, 25, { lotId: young });
  expect(await pack(order, id, [[young, 11]])).toMatchObject({
    status: 409,
    body: { message: `Lot ${NEW} has only 5 lbs more. Nothing was changed.` },
  });
  expect(await pack(order, id, [])).toMatchObject({
    status: 409,
    body: { message: 'There are not that many pounds without a lot. Nothing was changed.' },
  });
  expect(await pack(order, id, [[other.old, 1]])).toMatchObject({ status: 422 });
  expect(await pack(order, other.id, [[other.old, 1]])).toMatchObject({ status: 422 });
  expect(
    await pack(order, id, [
      [old, 1],
      [old, 2],
    ]),
  ).toMatchObject({ status: 422 });
  expect(await pack(order, id, [[young, 2]], 7)).toMatchObject({ status: 409, body: { current: { version: 1 } } });
  expect(await pack(999_999, id, [[old, 1]], 1)).toMatchObject({ status: 404 });
  expect(await stocks(id)).toEqual({ [OLD]: 9, [NEW]: 5, none: 5 });

  for (const to of ['ready', 'completed'] as const)
    await wren.send('POST /api/orders/:id/status-changes', { params: { id: order }, body: { to } });
  expect(await pack(order, id, [[young, 2]])).toMatchObject({ status: 409 });
});

test('pounds that come back in part go to the newest lot, and packing keeps what came back', async () => {
  const { id, old, young } = await hop();
  const order = await place(id, 22);
  expect(await lotsIn(order)).toEqual([
    [OLD, 20],
    [NEW, 2],
  ]);
  const refund = { lines: [{ product_id: id, pounds: 5 }], restock: true, reason: 'Too much', key: 'refund-of-5' };
  await wren.send('POST /api/orders/:id/refunds', { params: { id: order }, body: refund });
  expect(await stocks(id)).toEqual({ [OLD]: 3, [NEW]: 30, none: 5 });
  expect(await pack(order, id, [[old, 20]])).toMatchObject({ status: 409 });
  expect(
    await pack(order, id, [
      [old, 19],
      [young, 3],
    ]),
  ).toMatchObject({ status: 200 });
  const lines = [{ product_id: id, pounds: 10 }];
  const change = { version: (await find(order)).version, reason: 'Less', weighed: false, lines };
  await wren.send('POST /api/orders/:id/changes', { params: { id: order }, body: change });

  expect(await lotsIn(order)).toEqual([
    [OLD, 8],
    [NEW, 2],
  ]);
  expect(await findWrongLots(database.db)).toEqual([]);
});

test('more pounds of a line keep its lot as far as it goes', async () => {
  const { id, young } = await hop();
  const order = await place(id, 20, { lotId: young });
  const grow = async (pounds: number) =>
    wren.send('POST /api/orders/:id/changes', {
      params: { id: order },
      body: {
        version: (await find(order)).version,
        reason: 'More',
        weighed: false,
        lines: [{ product_id: id, pounds }],
      },
    });
  await grow(25);
  expect(await lotsIn(order)).toEqual([[NEW, 25]]);
  await grow(37);
  expect(await lotsIn(order)).toEqual([
    [OLD, 7],
    [NEW, 30],
  ]);
});
