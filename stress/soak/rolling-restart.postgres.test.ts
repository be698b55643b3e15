// Several shops restarted in turn: the short form of npm run soak -- rolling.
import { afterAll, expect, test } from 'vitest';
import { createTempShop } from '#server/testing/temp-shop.ts';
import { restartInTurn } from './rolling-restart.ts';

const place = await createTempShop();
afterAll(place.cleanUp);

test('two instances behind a balancer are restarted in turn while people buy, and nobody notices', async () => {
  const { restarts, orders, findings } = await restartInTurn(place, 1);

  expect(findings).toEqual([]);
  expect(restarts).toBe(2);
  expect(orders).toBeGreaterThan(0);
}, 120_000);
