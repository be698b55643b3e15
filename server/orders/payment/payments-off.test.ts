// PAYMENTS=off, the switch for an owner who sees fraud: no new charges, and what is open is still settled.
import { afterAll, expect, test } from 'vitest';
import { configFrom } from '#server/config.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { createLog } from '#server/log.ts';
import { readWebBuild } from '#server/pages/build-manifest.ts';
import { openShop } from '#server/shop.ts';
import { apiClient } from '#server/testing/api-client.ts';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { createTempShop } from '#server/testing/temp-shop.ts';
import { people } from '#server/testing/test-shop.ts';

const clock = { now: new Date('2026-10-01T17:00:00.000Z') };
const tempShop = await createTempShop();
const square = await startFakeSquare({ now: () => clock.now });
afterAll(async () => {
  await square.close();
  await tempShop.cleanUp();
});

async function open(settings: Record<string, string>) {
  const shop = await openShop({
    config: configFrom({
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: tempShop.dataDir,
      DATABASE_URL: tempShop.databaseUrl,
      ADMIN_EMAIL: people.wren.email,
      ADMIN_PASSWORD: people.wren.password,
      ...squareSettings,
      SQUARE_API_URL: square.url,
      ...settings,
    }),
    web: await readWebBuild('dist', securityHeaders('data', false)),
    log: createLog({ write: () => {} }),
    now: () => clock.now,
  });
  return { shop, visitor: apiClient(`http://127.0.0.1:${Object(shop.http.addresses()[0]).port}`) };
}

const body = {
  sourceId: 'cnon:card-nonce-ok',
  amount: 1600,
  orderDetails: Object({ productId: 1, quantity: 1, name: 'Dana', phone: '707', locationOption: 'pickup' }),
};

test('without new charges, authorized orders are captured, abandoned ones released, and refunds go on', async () => {
  const before = await open({});
  square.faultOf = (call) => (call === 'complete' || call === 'get' ? '500 before recording' : undefined);
  const authorized = await before.visitor.attempt('POST /api/process-payment', { body });
  square.faultOf = (call) => (call === 'create' || call === 'cancel by key' ? 'dropped after recording' : undefined);
  const abandoned = await before.visitor.attempt('POST /api/process-payment', { body });
  expect([authorized.status, abandoned.status]).toEqual([202, 202]);
  square.faultOf = () => undefined;
  await before.shop.close();

  const { shop, visitor } = await open({ PAYMENTS: 'off' });
  expect((await visitor.attempt('POST /api/process-payment', { body })).status).toBe(503);
  clock.now = new Date(clock.now.getTime() + 60_000);
  await shop.jobs.runNow('payments');

  const statuses = await shop.database.db.selectFrom('orders').select(['id', 'status']).orderBy('id').execute();
  expect(statuses.map(({ status }) => status)).toEqual(['paid', 'failed']);
  const { token } = await visitor.send('POST /api/login', { body: people.wren });
  const staff = apiClient(`http://127.0.0.1:${Object(shop.http.addresses()[0]).port}`, token);
  const params = { id: statuses[0]?.id ?? 0 };
  const { data } = await staff.send('POST /api/orders/:id/status-changes', { params, body: { to: 'refunded' } });
  expect(data.status).toBe('refunded');
  expect([...square.payments.values()].map(({ status, refunded }) => [status, refunded])).toEqual([
    ['COMPLETED', 1600],
    ['CANCELED', 0],
  ]);
  await shop.close();
});
