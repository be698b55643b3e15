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

test('Caddy serves an uploaded picture as the shop does', async () => {
  const [shop] = balanced.shops;
  const [, caddy] = balanced.balancers;
  const { data } = await (await fetch(`${shop?.url}/api/products`)).json();
  const picture: string = data[0].image_url;
  const [fromShop, fromCaddy] = [await fetch(shop?.url + picture), await fetch(caddy?.url + picture)];

  // Only a file server offers ranges.
  expect([fromShop.headers.get('accept-ranges'), fromCaddy.headers.get('accept-ranges')]).toEqual([null, 'bytes']);
  expect(await fromCaddy.bytes()).toEqual(await fromShop.bytes());
  const sent = Object.fromEntries(fromShop.headers);
  for (const name of ['etag', 'date', 'connection', 'keep-alive']) delete sent[name];
  expect(Object.fromEntries(fromCaddy.headers)).toMatchObject(sent);
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
