// Everything at once on the real process: the short form of npm run soak.
import { afterAll, expect, test } from 'vitest';
import { createTempShop } from '#server/testing/temp-shop.ts';
import { soak } from './scenario.ts';

const place = await createTempShop();
afterAll(place.cleanUp);

test('readers, buyers, staff, slow people and a burst at once: the books are right, and nothing is left open', async () => {
  const { orders, findings } = await soak(place, { seconds: 2, kills: 0, bursts: 1 });

  expect(findings).toEqual([]);
  expect(orders).toBeGreaterThan(0);
}, 120_000);
