// A sample of the matrix of refunds and changes; npm run faults runs all of it.

import { afterAll, expect, inject, test } from 'vitest';
import { fillStock } from '#server/testing/opening-stock.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { openFaultHarness } from './fault-harness.ts';
import { refundRuns, runRefund } from './refund-matrix.ts';

const shop = await openTestShop();
const harness = await openFaultHarness(shop.database);
afterAll(() => harness.close());

// On PostgreSQL each step takes several times as long.
const ONE_IN = inject('kind') === 'postgres' ? 41 : 19;

test('after any fault of the provider and any crash, refunds and changes add up, and no refund exceeds its charge', async () => {
  const runs = refundRuns().filter((_, index) => index % ONE_IN === 0);
  await shop.database.transaction(['products'], (tx) => fillStock(tx));

  for (const run of runs) expect([run, await runRefund(harness, run)]).toEqual([run, []]);

  expect(runs.length).toBeGreaterThan(15);
}, 300_000);
