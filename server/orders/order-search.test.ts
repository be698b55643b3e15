// Compares the search with a brute-force scan of every order, page by page, forward and back.
import { expect, test } from 'vitest';
import { farmDay } from '#contracts/dates.ts';
import type { OrderSearch } from '#contracts/order-search.ts';
import { statuses } from '#contracts/ordering-rules.ts';
import type { ListedOrder } from '#contracts/orders.ts';
import {
  findWrongTerms,
  indexOrder,
  ORDERS_PER_BUCKET,
  reindexAll,
  reindexAllOnce,
  removeTerms,
} from '#server/orders/search-terms/search-terms.store.ts';
import { insertOrders } from '#server/testing/many-orders.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { publicStatus } from './order-list.store.ts';
import { createOrderSearch } from './order-search.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const { db, transaction } = shop.database;
const wren = await shop.as('wren');
const find = (query: Partial<OrderSearch> = {}) => wren.send('GET /api/orders/search', { query });
const { search } = createOrderSearch({ database: shop.database });
const idsOf = ({ data }: { data: ListedOrder[] }) => data.map(({ id }) => id);

test('a shop without orders returns no results', async () => {
  expect(await find()).toEqual({ data: [], older: null, newer: null, unfinished: false });
  expect((await find({ q: '1' })).data).toEqual([]);
});

test('finds an order as soon as it is placed, by its payment once paid, and by its status as it changes', async () => {
  const orderDetails = {
    productId: 1,
    quantity: 2,
    name: 'Ida Quill',
    email: 'ida@quill.example',
    phone: '(916) 555-0101',
    locationOption: 'pickup',
  };
  const response = await shop.visitor.fetch('/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sourceId: 'cnon:card-nonce-ok', amount: 3200, orderDetails }),
  });
  const { id } = (await response.json()).order;
  const [order] = (await find({ q: 'quill' })).data;
  expect(order).toMatchObject({ id, name: 'Ida Quill', quantity: 2, status: 'paid' });
  for (const q of ['ida@quill.example', '555-0101', order?.payment_id ?? 'none', String(id), `#${id}`])
    expect(idsOf(await find({ q }))).toEqual([id]);

  await wren.send('POST /api/orders/:id/status-changes', { params: { id }, body: { to: 'ready' } });

  expect(idsOf(await find({ q: 'quill', status: 'ready' }))).toEqual([id]);
  expect(idsOf(await find({ q: 'quill', status: 'paid' }))).toEqual([]);
  expect(await findWrongTerms(db)).toEqual([]);
});

test('after its terms are removed, only its number finds an order', async () => {
  const [id = 0] = idsOf(await find({ q: 'quill' }));

  await transaction([], (tx) => removeTerms(tx, id));

  expect((await find({ q: 'quill' })).data).toEqual([]);
  expect(await findWrongTerms(db)).toEqual([`search terms of order ${id}`]);
  await transaction([], reindexAll);
  expect(idsOf(await find({ q: 'quill' }))).toEqual([id]);
});

test('indexes orders from before the search index when the shop opens, once', async () => {
  await transaction([], async (tx) => {
    await tx.deleteFrom('order_search_terms').execute();
    await reindexAllOnce(tx);
  });
  expect((await find({ q: 'quill' })).data).toEqual([]);

  await transaction([], async (tx) => {
    await tx.deleteFrom('shop_state').where('name', '=', 'order words').execute();
    await reindexAllOnce(tx);
  });

  expect((await find({ q: 'quill' })).data).toHaveLength(1);
});

test('every search matches a brute-force scan, newest first, on pages that lead forward and back', async () => {
  await insertOrders(shop.database, 300, { from: '2026-03-01T00:00:00.000Z', to: '2026-09-30T00:00:00.000Z' });
  // Spread the orders over several buckets.
  await transaction([], async (tx) => {
    for (const bucket of [1, 2, 4]) {
      const rows = await tx.selectFrom('orders').selectAll().where('id', '<', 60).execute();
      for (const { id, ...row } of rows) {
        const moved = { ...row, id: bucket * ORDERS_PER_BUCKET + id, payment_id: null };
        await tx
          .insertInto('orders')
          .values({ ...moved, checkout_key: `${bucket} ${id}` })
          .execute();
        await indexOrder(tx, { ...moved, status: publicStatus(row.status) });
      }
    }
  });
  expect(await findWrongTerms(db)).toEqual([]);
  const rows = await db.selectFrom('orders').selectAll().orderBy('id', 'desc').execute();
  const all = rows.map((row) => ({ ...row, status: publicStatus(row.status) }));
  const matches = (order: (typeof all)[number], word: string) =>
    [
      ...order.name.toLowerCase().split(/[\s-]/),
      ...(order.email ?? '').split(/(?<=[@.])/),
      order.email ?? '',
      order.payment_id ?? '',
    ]
      .map((each) => each.normalize('NFKD').replace(/[\p{M}']/gu, ''))
      .some((each) => each.startsWith(word));

  for (const words of [[], ['d'], ['dana'], ['jos'], ['jones', 'luis'], ['obrien'], ['whitlock', 'brew7']])
    for (const status of [undefined, 'pending', 'refunded'] as const)
      for (const [from, to] of [[], ['2026-03-08', '2026-03-08'], ['2026-05-01'], [undefined, '2026-06-30']]) {
        const expected = all.filter((order) => {
          const day = farmDay(order.created_at);
          return (
            words.every((word) => matches(order, word)) &&
            (!status || order.status === status) &&
            day >= (from ?? '') &&
            day <= (to ?? '9')
          );
        });
        const query = { q: words.join(' '), status, from, to, before: undefined, after: undefined };
        const ids = expected.map(({ id }) => id);
        expect(await everyPage(query)).toEqual(ids);
        expect((await scanByBucket(query)).sort((a, b) => b - a)).toEqual(ids);
      }
});

/** Goes to the last page and back to the first; the way back must show the same pages. */
async function everyPage(query: OrderSearch): Promise<number[]> {
  const pages = [await search(query)];
  for (let older = pages[0]?.older; older; older = pages.at(-1)?.older)
    pages.push(await search({ ...query, before: older }));
  expect(pages[0]?.newer).toBeNull();
  for (const [at, page] of pages.entries()) {
    const back = page.newer === null ? undefined : await search({ ...query, after: page.newer });
    expect(back && idsOf(back)).toEqual(pages[at - 1] && idsOf(pages[at - 1] ?? page));
  }
  for (const page of pages.slice(0, -1)) expect([page.data.length, page.unfinished]).toEqual([10, false]);
  return pages.flatMap(idsOf);
}

/** The same with a search that stops after each bucket, forward and back. */
async function scanByBucket(query: OrderSearch): Promise<number[]> {
  const { search: searchOneBucket } = createOrderSearch({ database: shop.database, maxBuckets: 1 });
  const forward: number[] = [];
  let page = await searchOneBucket(query);
  forward.push(...idsOf(page));
  for (; page.older; forward.push(...idsOf(page))) page = await searchOneBucket({ ...query, before: page.older });
  const backward = new Set(idsOf(page));
  while (page.newer) {
    page = await searchOneBucket({ ...query, after: page.newer });
    for (const id of idsOf(page)) backward.add(id);
  }
  expect(backward).toEqual(new Set(forward));
  return forward;
}

test('the order with the number comes first, then those that contain it', async () => {
  const { data } = await find({ q: '55' });

  expect(data[0]?.id).toBe(55);
  expect(data.slice(1).map(({ phone }) => phone.includes('55'))).toEqual(Array.from({ length: 10 }, () => true));
  expect(idsOf(await find({ q: '#55' }))).toEqual([55]);
  const [first] = data;
  const other = statuses.find((status) => status !== first?.status) ?? 'paid';
  expect((await find({ q: '#55', status: other })).data).toEqual([]);
});

test.each([
  [`q=${'x'.repeat(101)}`, 'q'],
  ['q=%28%29', 'q'],
  ['q=a%20b%20c%20d%20e%20f%20g%20h%20i', 'q'],
  ['q=a&q=b', 'q'],
  ['q=a%00b', 'q'],
  ['status=lost', 'status'],
  ['from=2026-02-30', 'from'],
  ['to=yesterday', 'to'],
  ['from=2026-03-02&to=2026-03-01', 'to'],
  ['before=0', 'before'],
  ['after=-1', 'after'],
  ['before=5&after=3', 'after'],
])('rejects %s and names the field', async (query, field) => {
  const response = await wren.fetch(`/api/orders/search?${query}`);

  expect(response.status).toBe(422);
  expect(Object.keys((await response.json()).errors)).toEqual([field]);
});

test.each(["' or 1=1 --", '%', '_', '\\', '*', '"dana"', 'x'.repeat(100)])('treats %s as plain text', async (q) => {
  const { status, body } = await wren.attempt('GET /api/orders/search', { query: { q } });

  expect([200, 422]).toContain(status);
  if (status === 200 && q !== '"dana"') expect(body.data).toEqual([]);
});
