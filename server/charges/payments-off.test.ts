// PAYMENTS=off, the switch for an owner who sees fraud: no new charges, and what is open is still settled.
import { afterAll, expect, test } from 'vitest';
import { apiClient } from '#server/testing/api-client.ts';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { createTempShop } from '#server/testing/temp-shop.ts';
import { openShopAt, people } from '#server/testing/test-shop.ts';

const clock = { now: new Date('2026-10-01T17:00:00.000Z') };
const tempShop = await createTempShop();
const square = await startFakeSquare({ now: () => clock.now });
afterAll(async () => {
  await square.close();
  await tempShop.cleanUp();
});

async function open(settings: Record<string, string> = {}) {
  const { shop, url } = await openShopAt(tempShop, {
    settings: { ...squareSettings, SQUARE_API_URL: square.url, ...settings },
    now: () => clock.now,
  });
  return { shop, url, visitor: apiClient(url) };
}

const body = {
  sourceId: 'cnon:card-nonce-ok',
  amount: 1600,
  orderDetails: Object({ productId: 1, quantity: 1, name: 'Dana', phone: '707', locationOption: 'pickup' }),
};

test('without new charges, authorized orders are captured, abandoned ones released, and refunds go on', async () => {
  const before = await open();
  square.faultOf = (call) => (call === 'complete' || call === 'get' ? '500 before recording' : undefined);
  const authorized = await before.visitor.attempt('POST /api/process-payment', { body });
  square.faultOf = (call) => (call === 'create' || call === 'cancel by key' ? 'dropped after recording' : undefined);
  const abandoned = await before.visitor.attempt('POST /api/process-payment', { body });
  expect([authorized.status, abandoned.status]).toEqual([202, 202]);
  square.faultOf = () => undefined;
  await before.shop.close();

  const { shop, url, visitor } = await open({ PAYMENTS: 'off' });
  expect((await visitor.attempt('POST /api/process-payment', { body })).status).toBe(503);
  clock.now = new Date(clock.now.getTime() + 60_000);
  await shop.jobs.runNow('payments');

  const statuses = await shop.database.db.selectFrom('orders').select(['id', 'status']).orderBy('id').execute();
  expect(statuses.map(({ status }) => status)).toEqual(['paid', 'failed']);
  const { token } = await visitor.send('POST /api/login', { body: people.wren });
  const staff = apiClient(url, token);
  const params = { id: statuses[0]?.id ?? 0 };
  const { data } = await staff.send('POST /api/orders/:id/status-changes', { params, body: { to: 'refunded' } });
  expect(data.status).toBe('refunded');
  expect([...square.payments.values()].map(({ status, refunded }) => [status, refunded])).toEqual([
    ['COMPLETED', 1600],
    ['CANCELED', 0],
  ]);
  await shop.close();
});

test('a buyer who repeats a payment from before hears that it was charged', async () => {
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'lost before the switch' };
  const pay = ({ visitor }: Awaited<ReturnType<typeof open>>) =>
    visitor.fetch('/api/process-payment', { method: 'POST', headers, body: JSON.stringify(body) });
  const before = await open();
  const paid = await (await pay(before)).json();
  await before.shop.close();

  const after = await open({ PAYMENTS: 'off' });
  const repeated = await pay(after);

  expect([repeated.status, await repeated.json()]).toEqual([200, paid]);
  await after.shop.close();
});
