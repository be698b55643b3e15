// A sample of the matrix of refunds and changes; npm run faults runs all of it.

import { afterAll, expect, test } from 'vitest';
import { fillStock } from '#server/testing/opening-stock.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { openFaultHarness } from './fault-harness.ts';
import { refundRuns, runRefund } from './refund-matrix.ts';

const shop = await openTestShop();
const harness = await openFaultHarness(shop.database);
afterAll(() => harness.close());

const ONE_IN = 19;

test('after any fault of the provider and any crash, refunds and changes add up, and no refund exceeds its charge', async () => {
  const runs = refundRuns().filter((_, index) => index % ONE_IN === 0);
  await shop.database.transaction(['products'], (tx) => fillStock(tx));

  for (const run of runs) expect([run, await runRefund(harness, run)]).toEqual([run, []]);

  expect(runs.length).toBeGreaterThan(30);
}, 300_000);
