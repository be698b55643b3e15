// A sample of the fault matrix; npm run faults runs all of it.

import { afterAll, expect, inject, test } from 'vitest';
import { fillStock } from '#server/testing/opening-stock.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { openFaultHarness } from './fault-harness.ts';
import { allRuns } from './fault-matrix.ts';

const shop = await openTestShop();
const harness = await openFaultHarness(shop.database);
afterAll(() => harness.close());

// On PostgreSQL each step takes several times as long.
const ONE_IN = inject('kind') === 'postgres' ? 383 : 191;

test('after any provider fault and any crash, all invariants hold', async () => {
  const runs = allRuns().filter((_, index) => index % ONE_IN === 0);
  await shop.database.transaction(['products'], (tx) => fillStock(tx));

  for (const run of runs) expect([run, await harness.run(run)]).toEqual([run, []]);

  expect(runs.length).toBeGreaterThan(25);
}, 300_000);
