import { expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';
import { findWrongTerms, reindexAll, reindexOrders } from './search-terms.store.ts';

const { database } = await openTestShop();

/** Names and emails with as many words as are indexed: more rows than SQLite takes in one statement. */
const words = (n: number) => Array.from({ length: 12 }, (_, word) => `w${n}x${word}`);
const orders = Array.from({ length: 600 }, (_, n) => ({
  view_key: 'x',
  checkout_key: `key ${n}`,
  status: 'failed' as const,
  payment_id: null,
  card: null,
  name: words(n).join(' '),
  email: `${words(n).join('.')}@${words(n).join('.')}.example`,
  address: null,
  phone: '(707) 555-0188',
  location_option: 'pickup' as const,
  pounds: 1,
  amount_cents: 1600,
  account_id: null,
  failure: null,
  failure_status: null,
  created_at: '2026-10-01T17:00:00.000Z',
}));

test('indexes orders whose names and emails have many words', async () => {
  const ids = await database.transaction([], async (tx) => {
    const rows = await tx.insertInto('orders').values(orders).returning('id').execute();
    await reindexAll(tx);
    return rows.map(({ id }) => id);
  });
  expect(await findWrongTerms(database.db)).toEqual([]);
  const { count } = await database.db
    .selectFrom('order_search_terms')
    .select((terms) => terms.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count * 3).toBeGreaterThan(32_766);

  await database.transaction([], (tx) => reindexOrders(tx, ids));
  expect(await findWrongTerms(database.db)).toEqual([]);
});
