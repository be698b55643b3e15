// Instances restarted in turn: a short run of npm run soak -- rolling.
import { afterAll, expect, test } from 'vitest';
import { createTempShop } from '#server/testing/temp-shop.ts';
import { restartInTurn } from './rolling-restart.ts';

const tempShop = await createTempShop();
afterAll(tempShop.cleanUp);

test('restarting two instances in turn behind a load balancer loses no requests', async () => {
  const { restarts, orders, findings } = await restartInTurn(tempShop, 1);

  expect(findings).toEqual([]);
  expect(restarts).toBe(2);
  expect(orders).toBeGreaterThan(0);
}, 120_000);
