// Two instances on one PostgreSQL database, and a provider that gives back whatever it is asked for.
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { apiClient } from '#server/testing/api-client.ts';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { violatedInvariants } from '#server/testing/invariants.ts';
import { createTempShop } from '#server/testing/temp-shop.ts';
import { openShopAt, people } from '#server/testing/test-shop.ts';

const clock = { now: new Date('2026-10-01T17:00:00.000Z') };
const square = await startFakeSquare({ now: () => clock.now });
square.limitsRefunds = false;
const tempShop = await createTempShop();
const settings = { ...squareSettings, SQUARE_API_URL: square.url, LIMITS: 'off' };
const instances = [
  await openShopAt(tempShop, { settings, now: () => clock.now }),
  await openShopAt(tempShop, { settings, now: () => clock.now }),
];
afterAll(async () => {
  for (const { shop } of instances) await shop.close();
  await square.close();
  await tempShop.cleanUp();
});

test('clicks at two instances never refund more than was taken', async () => {
  const [first] = instances;
  if (!first) throw new Error('There is no instance.');
  const { token } = await apiClient(first.url).send('POST /api/login', { body: people.wren });
  const clients = instances.map(({ url }) => apiClient(url, token));
  for (let round = 0; round < 5; round += 1) {
    const response = await fetch(`${first.url}/api/process-payment`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ sourceId: 'cnon:card-nonce-ok', amount: 16_000 },
        orderDetails: { productId: 1, quantity: 10, name: 'Dana', phone: '707', locationOption: 'pickup' },
      }),
    });
    const { id } = (await response.json()).order;
    const shared = randomUUID();
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        clients[n % 2]?.attempt('POST /api/orders/:id/refunds', {
          params: { id },
          body: {
            ...{ lines: [{ product_id: 1, pounds: 3 }], restock: true, reason: 'Wet' },
            key: n % 3 === 0 ? shared : randomUUID(),
          },
        }),
      ),
    );
    await Promise.all([
      ...clients.map((client) =>
        client.attempt('POST /api/orders/:id/status-changes', { params: { id }, body: { to: 'refunded' } }),
      ),
      ...clients.map((client) =>
        client.attempt('POST /api/orders/:id/changes', {
          params: { id },
          body: { version: 2, reason: 'Less', weighed: false, lines: [{ product_id: 1, pounds: 7 }] },
        }),
      ),
    ]);
  }
  for (let step = 0; step < 8; step += 1) {
    clock.now = new Date(clock.now.getTime() + 60_000);
    await first.shop.jobs.runNow('payments');
  }

  expect([...square.payments.values()].some(({ refunded }) => refunded > 0)).toBe(true);
  expect(await violatedInvariants(first.shop.database, { payments: square.payments.values() })).toEqual([]);
});
