// Everything at once on the real process: a short run of npm run soak.
import { afterAll, expect, test } from 'vitest';
import { createTempShop } from '#server/testing/temp-shop.ts';
import { soak } from './scenario.ts';

const tempShop = await createTempShop();
afterAll(tempShop.cleanUp);

test('with readers, buyers, staff, slow clients and a burst at once, invariants hold and nothing leaks', async () => {
  const { orders, findings } = await soak(tempShop, { seconds: 2, kills: 0, bursts: 1 });

  expect(findings).toEqual([]);
  expect(orders).toBeGreaterThan(0);
}, 120_000);
