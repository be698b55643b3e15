// Lots, pounds of no lot and orders stay in step, whatever happens in whatever order.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '#server/database/schema.ts';
import * as orderStore from '#server/orders/order.store.ts';
import { howMany } from '#server/testing/how-many.ts';
import { lot as lotDraft } from '#server/testing/lot-fixtures.ts';
import { seededRandom } from '#server/testing/many-orders.ts';
import { cascade, ledgerAddsUp, picture } from '#server/testing/product-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import * as products from './catalog.store.ts';
import * as lots from './lots.store.ts';
import { repack } from './repack.store.ts';
import * as stock from './stock.store.ts';
import { findWrongLots } from './verify-lots.store.ts';

/** Enough for every kind of move to meet every other. */
const MOVES = howMany(10_000);
/** Moves in one transaction, each behind a savepoint: a commit for each would take most of the time. */
const BATCH = 50;

const shop = await openTestShop();
const { database } = shop;
const wren = await shop.as('wren');
const at = shop.clock.now.toISOString();
const account_id = 1;

test(`after ${MOVES} random moves the lots add up to the product, and each lot to its moves`, async () => {
  const { id: product_id } = (await wren.send('POST /api/products/admin', { form: cascade, picture })).data;
  const roll = seededRandom(26);
  const upTo = (max: number) => 1 + roll(max);
  const pick = <Each>(list: Each[]): Each | undefined => list[roll(list.length)];
  const orders: { id: number; pounds: number; back: number }[] = [];
  let made = 0;

  const listLots = (tx: Db) =>
    tx.selectFrom('lots').select(['id', 'stock']).where('product_id', '=', product_id).orderBy('id').execute();
  const own = { product_id, account_id, at };
  const change = async (tx: Db, order_id: number) => {
    const values = { order_id, lines: '[]', reason: 'test', account_id, at };
    return (await tx.insertInto('order_changes').values(values).returning('id').executeTakeFirstOrThrow()).id;
  };

  const buy = async (tx: Db, chosen: 'any' | 'lot' | 'both') => {
    const lot = pick(await listLots(tx));
    const pounds = upTo(12);
    const wanted = { any: 0, lot: pounds, both: Math.ceil(pounds / 2) }[chosen];
    const order_id = await insertOrder(tx, pounds);
    const from = lot && wanted > 0 ? [{ lot_id: lot.id, pounds: wanted }] : [];
    if (!(await stock.hold(tx, { ...own, order_id, pounds, chosen: from }))) return false;
    await orderStore.insertLines(tx, { lines: [{ order_id, product_id, name: 'Cascade', price_cents: 100, pounds }] });
    return () => orders.push({ id: order_id, pounds, back: 0 });
  };

  /** False if it was refused. A function notes what became of an order. */
  const moves: Record<string, (tx: Db) => Promise<boolean | (() => void)>> = {
    buyAny: (tx) => buy(tx, 'any'),
    buyLot: (tx) => buy(tx, 'lot'),
    buyBoth: (tx) => buy(tx, 'both'),
    cancel: async (tx) => {
      const order = pick(orders);
      const out = order ? order.pounds - order.back : 0;
      if (!order || out === 0) return false;
      await stock.release(tx, { ...own, order_id: order.id, pounds: out, reason: 'release' });
      return () => orders.splice(orders.indexOf(order), 1);
    },
    refundPart: async (tx) => {
      const order = pick(orders);
      if (!order || order.pounds === order.back) return false;
      const pounds = upTo(order.pounds - order.back);
      const change_id = await change(tx, order.id);
      await stock.release(tx, { ...own, order_id: order.id, change_id, pounds, reason: 'refund' });
      return () => {
        order.back += pounds;
      };
    },
    changeOrder: async (tx) => {
      const order = pick(orders);
      if (!order) return false;
      const pounds = Math.max(1, order.back, order.pounds + upTo(9) - 5);
      const change_id = await change(tx, order.id);
      const move = { ...own, order_id: order.id, change_id };
      if (pounds > order.pounds && !(await stock.hold(tx, { ...move, pounds: pounds - order.pounds }))) return false;
      if (pounds < order.pounds) await stock.release(tx, { ...move, pounds: order.pounds - pounds, reason: 'release' });
      await tx.updateTable('order_lines').set({ pounds }).where('order_id', '=', order.id).execute();
      return () => {
        order.pounds = pounds;
      };
    },
    repack: async (tx) => {
      const order = pick(orders.filter(({ back }) => back === 0));
      if (!order) return false;
      const all = await listLots(tx);
      const [first, second] = [pick(all), pick(all)];
      const half = Math.floor(order.pounds / 2);
      const packed = new Map<number, number>();
      if (first && half > 0) packed.set(first.id, half);
      if (second) packed.set(second.id, (packed.get(second.id) ?? 0) + upTo(order.pounds - half));
      const change_id = await change(tx, order.id);
      const chosen = [...packed].map(([lot_id, pounds]) => ({ lot_id, pounds }));
      return !(await repack(tx, { ...own, order_id: order.id, pounds: order.pounds, lots: chosen, change_id }));
    },
    harvest: async (tx) =>
      stock.adjust(tx, { ...own, pounds: upTo(20), kind: 'harvest', note: '', lot_id: pick(await listLots(tx))?.id }),
    harvestAny: (tx) => stock.adjust(tx, { ...own, pounds: upTo(20), kind: 'harvest', note: '' }),
    loss: async (tx) =>
      stock.adjust(tx, { ...own, pounds: -upTo(9), kind: 'loss', note: '', lot_id: pick(await listLots(tx))?.id }),
    lossAny: (tx) => stock.adjust(tx, { ...own, pounds: -upTo(9), kind: 'loss', note: '' }),
    move: async (tx) => {
      const all = [...(await listLots(tx)).map(({ id }) => id), null];
      const [from = null, to = null] = [pick(all), pick(all)];
      return from !== to && stock.transfer(tx, { ...own, from, to, pounds: upTo(9) });
    },
    count: async (tx) => {
      const { stock: seen } = await tx
        .selectFrom('products')
        .select('stock')
        .where('id', '=', product_id)
        .executeTakeFirstOrThrow();
      return stock.setCounted(tx, { ...own, seen, stock: Math.max(0, seen + upTo(11) - 6) });
    },
    setCurrent: async (tx) => {
      const id = pick([...(await listLots(tx)).map((each) => each.id), null]) ?? null;
      await lots.setCurrent(tx, { product_id, id, at });
      if (id !== null) await stock.adoptLoose(tx, { ...own, lot_id: id });
      return true;
    },
    addLot: async (tx) => {
      if ((await listLots(tx)).length > 5) return false;
      const year = 2020 + upTo(6);
      const number = `R-${randomUUID().slice(0, 8)}`;
      const details = { product_id, certificate: null, current_since: null, created_at: at };
      await lots.insert(tx, { ...lotDraft, number, harvest_year: year, ...details });
      return true;
    },
    deleteLot: async (tx) => {
      const lot = pick(await listLots(tx));
      if (!lot || lot.stock > 0 || roll(10) < 7) return false;
      const used = await tx.selectFrom('order_line_lots').select('lot_id').where('lot_id', '=', lot.id).execute();
      if (used.length > 0) return false;
      await lots.remove(tx, lot.id);
      return true;
    },
  };

  const kinds = Object.values(moves);
  const tryOne = async (tx: Db) => {
    await sql`savepoint one_move`.execute(tx);
    const done = await pick(kinds)?.(tx);
    if (!done) await sql`rollback to savepoint one_move`.execute(tx);
    await sql`release savepoint one_move`.execute(tx);
    if (typeof done === 'function') done();
    if (done) made += 1;
  };
  for (let batch = 1; made < MOVES; batch += 1) {
    await database.transaction([], async (tx) => {
      // As everyone does who calls the stores.
      await tx.updateTable('orders').set({ status: sql`status` }).execute();
      await products.lock(tx, product_id);
      for (let each = 0; each < BATCH; each += 1) await tryOne(tx);
    });
    if (batch % 20 === 0) expect(await findWrongLots(database.db)).toEqual([]);
  }

  expect(await ledgerAddsUp(database)).toBe(true);
  expect(await findWrongLots(database.db)).toEqual([]);
  expect(await findWrongLines()).toEqual([]);
}, 300_000);

test('buyers who want one lot at the same time get exactly its pounds', async () => {
  const { id: product_id } = (await wren.send('POST /api/products/admin', { form: cascade, picture })).data;
  const form = { ...lotDraft, number: 'ONE', stock: 30 };
  const { id: lot_id } = (await wren.send('POST /api/products/admin/:id/lots', { params: { id: product_id }, form }))
    .data;

  const results = await Promise.all(
    Array.from({ length: 40 }, () =>
      database
        .transaction([], async (tx) => {
          const order_id = await insertOrder(tx, 2);
          const chosen = [{ lot_id, pounds: 2 }];
          if (!(await stock.hold(tx, { product_id, order_id, pounds: 2, chosen, at }))) throw new Error('sold out');
        })
        .then(
          () => true,
          () => false,
        ),
    ),
  );

  expect(results.filter(Boolean)).toHaveLength(15);
  const { data } = await wren.send('GET /api/products/admin/:id/lots', { params: { id: product_id } });
  expect(data).toMatchObject([{ number: 'ONE', stock: 0 }]);
  expect(await ledgerAddsUp(database)).toBe(true);
});

async function insertOrder(tx: Db, pounds: number): Promise<number> {
  const order = { view_key: 'v', checkout_key: randomUUID(), status: 'paid', name: 'Dana', phone: '707' } as const;
  const values = { ...order, location_option: 'pickup', pounds, amount_cents: 100 * pounds, created_at: at } as const;
  const row = { ...values, on_terms: 0, pay_first: 0 };
  return (await tx.insertInto('orders').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** Lots of orders whose pounds that are out differ from what the ledger says. */
async function findWrongLines() {
  const { db } = database;
  const [rows, moves] = await Promise.all([
    db.selectFrom('order_line_lots').selectAll().execute(),
    db
      .selectFrom('stock_moves')
      .selectAll()
      .where('lot_id', 'is not', null)
      .where('order_id', 'is not', null)
      .execute(),
  ]);
  const out = new Map<string, number>();
  const add = (key: string, pounds: number) => out.set(key, (out.get(key) ?? 0) + pounds);
  for (const { order_id, lot_id, pounds, returned } of rows) add(`${order_id} ${lot_id}`, pounds - returned);
  for (const { order_id, lot_id, pounds } of moves) add(`${order_id} ${lot_id}`, pounds);
  return [...out].filter(([, difference]) => difference !== 0);
}
