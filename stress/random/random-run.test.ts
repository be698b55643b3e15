// A short run; npm run faults -- random takes two minutes.
import { afterAll, expect, test } from 'vitest';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { violatedInvariants } from '#server/testing/invariants.ts';
import { fillStock } from '#server/testing/opening-stock.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { runAtRandom } from './random-run.ts';

const OPERATIONS = 600;

const square = await startFakeSquare();
afterAll(square.close);
const shop = await openTestShop({ settings: { ...squareSettings, SQUARE_API_URL: square.url, LIMITS: 'off' } });

test('whatever staff and buyers do at the same time, no request fails and all invariants hold', async () => {
  await shop.database.transaction(['products'], (tx) => fillStock(tx));

  const { counts, failures } = await runAtRandom(shop, {
    staff: await shop.as('wren'),
    goOn: (done) => done < OPERATIONS,
  });
  for (let step = 0; step < 8; step += 1) {
    shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
    await shop.jobs.runNow('payments');
  }

  expect(failures).toEqual([]);
  expect(await violatedInvariants(shop.database, { payments: square.payments.values() })).toEqual([]);
  expect([...counts.keys()].filter((outcome) => outcome.endsWith(' 200')).length).toBeGreaterThan(20);
}, 300_000);
