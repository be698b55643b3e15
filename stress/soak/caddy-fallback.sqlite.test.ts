// What Caddy does, with the file in deploy/, when it takes no instance for healthy.
import { expect, test } from 'vitest';
import { startBalancer } from '#scripts/balancers.ts';
import { freePort } from '#scripts/free-port.ts';
import { startShop } from '#scripts/running-shop.ts';
import { createTempShop } from '#server/testing/temp-shop.ts';

const orderDetails = { productId: 1, quantity: 1, name: 'Dana', phone: '707', locationOption: 'pickup' };
const order = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ sourceId: 'cnon:card-nonce-ok', amount: 1600, orderDetails }),
};

test('Caddy asks an instance that is closing, and not one that is gone', async () => {
  const { dataDir, cleanUp } = await createTempShop();
  const shop = await startShop({ DATA_DIR: dataDir, LIMITS: 'off', DRAIN_SECONDS: '300' });
  const instances = [`127.0.0.1:${await freePort()}`, new URL(shop.url).host];
  const caddy = await startBalancer('caddy', { instances, checkInterval: '200ms' });
  shop.process.kill('SIGTERM');

  async function orderTenTimes(): Promise<number[]> {
    const statuses: number[] = [];
    for (let each = 0; each < 10; each += 1)
      statuses.push((await fetch(`${caddy.url}/api/process-payment`, order)).status);
    return statuses;
  }
  // As soon as Caddy has asked both how they are.
  await expect.poll(orderTenTimes, { timeout: 60_000, interval: 2000 }).toEqual(Array(10).fill(200));

  await caddy.stop();
  await shop.kill();
  await cleanUp();
}, 90_000);
