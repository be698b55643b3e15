import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { fillStock } from '#server/testing/opening-stock.ts';
import { termsFixtures } from '#server/testing/terms-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const PAIRS = 60;

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const wren = await shop.as('wren');
const { brewery, order } = termsFixtures(shop, wren);

test('a refund that brings hops back never stops an order on terms for the same hops', async () => {
  await shop.database.transaction(['products'], (tx) => fillStock(tx));
  const [sandbar, tulefog] = [await brewery({ limit: 1_000_000 }), await brewery({ limit: 1_000_000 })];
  const { id } = (await order(sandbar, 2 * PAIRS)).body.order;
  const statuses = new Set<number>();

  for (let pair = 0; pair < PAIRS; pair += 1) {
    const body = { lines: [{ product_id: 1, pounds: 1 }], restock: true, reason: 'Wet', key: randomUUID() };
    const both = await Promise.all([
      wren.attempt('POST /api/orders/:id/refunds', { params: { id }, body }),
      order(tulefog),
    ]);
    for (const { status } of both) statuses.add(status);
  }

  expect([...statuses]).toEqual([200]);
});
