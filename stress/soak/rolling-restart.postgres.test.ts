// Instances behind HAProxy and Caddy: a short run of npm run soak -- rolling.
import { afterAll, expect, test } from 'vitest';
import { createTempShop } from '#server/testing/temp-shop.ts';
import { openBalancedShops } from './balanced-shops.ts';
import { killOne, restartInTurn } from './rolling-restart.ts';

const tempShop = await createTempShop();
const balanced = await openBalancedShops(tempShop, { balancers: ['haproxy', 'caddy'], quick: true });
afterAll(async () => {
  await balanced.close();
  await tempShop.cleanUp();
});

test('restarting two instances in turn behind a load balancer loses no requests', async () => {
  const { responses, findings } = await restartInTurn(balanced, 1);

  expect(findings).toEqual([]);
  expect(responses.length).toBeGreaterThan(0);
}, 120_000);

test('killing an instance fails only what it was working on, and no payment is sent twice', async () => {
  const { answered, findings } = await killOne(balanced, { index: 0, buyers: 2 });

  expect(findings).toEqual([]);
  expect(answered).toBeGreaterThan(0);
}, 120_000);
