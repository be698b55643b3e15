// A sample of the fault matrix; npm run faults runs all of it.
import { afterAll, expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';
import { openFaultHarness } from './fault-harness.ts';
import { allRuns } from './fault-matrix.ts';

const shop = await openTestShop();
const harness = await openFaultHarness(shop.database);
afterAll(() => harness.close());

const ONE_IN = 127;

test('after any provider fault and any crash, all invariants hold', async () => {
  const runs = allRuns().filter((_, index) => index % ONE_IN === 0);
  await shop.database.transaction(['products'], async (tx) => {
    await tx.updateTable('products').set({ stock: 1_000_000 }).where('id', '=', 1).execute();
    await tx
      .updateTable('stock_moves')
      .set({ pounds: 1_000_000, stock_after: 1_000_000 })
      .where('product_id', '=', 1)
      .execute();
  });

  for (const run of runs) expect([run, await harness.run(run)]).toEqual([run, []]);

  expect(runs.length).toBeGreaterThan(50);
}, 300_000);
