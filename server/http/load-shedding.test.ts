// A shop that has as much to do as it can: the till is slow, and more people come.
import { createHmac } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { securityNames } from '#stress/fuzz/assert-response.ts';
import { changedTables, tableChecksums } from '#stress/fuzz/table-checksums.ts';

const MOST = 250;
const METRICS_TOKEN = 'a token that nobody guesses';
const KEY = 'the key of the webhook';
const square = await startFakeSquare();
afterAll(square.close);
const farm = await openTestShop({
  settings: {
    ...{ ...squareSettings, SQUARE_API_URL: square.url, SQUARE_WEBHOOK_SIGNATURE_KEY: KEY, METRICS_TOKEN },
    LIMITS: 'off',
  },
});
const { visitor } = farm;

const order = (key: string) =>
  visitor.fetch('/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({
      sourceId: 'cnon:card-nonce-ok',
      amount: 1600,
      orderDetails: { productId: 1, quantity: 1, name: 'Dana', phone: '707', locationOption: 'pickup' },
    }),
  });

test('beyond what it can do it asks to come again, changes nothing, and ends what it began', async () => {
  await farm.database.transaction([], (tx) =>
    tx
      .updateTable('products')
      .set({ stock: 1000 })
      .where('id', '=', 1)
      .execute()
      .then(() => {}),
  );
  await visitor.fetch('/faqs');
  const till = Promise.withResolvers<void>();
  square.meanwhile = (call) => (call === 'create' ? till.promise : Promise.resolve());
  const orders = Array.from({ length: MOST }, (_, buyer) => order(`buyer ${buyer}`));
  await expect.poll(begun, { timeout: 30_000 }).toBe(MOST);
  const before = await tableChecksums(farm.database);

  const refusedOrder = await order('one too many');
  const refusedCall = await visitor.fetch('/api/products?search=comet');
  const refusedPage = await visitor.fetch('/products?search=comet');
  const nowhere = await visitor.fetch('/nowhere');

  expect([refusedOrder.status, await refusedOrder.json()]).toEqual([503, { status: 'error', error: BUSY }]);
  expect([refusedCall.status, await refusedCall.json()]).toMatchObject([503, { message: BUSY }]);
  expect([refusedPage.status, await refusedPage.text()]).toEqual([503, expect.stringContaining(BUSY)]);
  for (const { status, headers } of [refusedOrder, refusedCall, refusedPage, nowhere]) {
    expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '3', 'no-store']);
    expect(securityNames.filter((name) => !headers.has(name))).toEqual([]);
  }
  expect(changedTables(before, await tableChecksums(farm.database))).toEqual([]);
  expect(await open('/faqs')).toBe(200);
  expect(await open('/livez')).toBe(200);
  expect(await open('/healthz')).toBe(200);
  expect(await webhook()).toBe(200);
  const figures = await visitor.fetch('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  expect(await figures.text()).toMatch(/^shop_rejected_requests_total 4$[\s\S]*^shop_requests_in_flight 250$/m);
  expect(farm.logged.filter((line) => line.includes('Too busy'))).toHaveLength(1);

  till.resolve();

  expect(new Set((await Promise.all(orders)).map(({ status }) => status))).toEqual(new Set([200]));
  expect((await order('one too many')).status).toBe(200);
  expect(await open('/products?search=comet')).toBe(200);
  expect(square.payments.size).toBe(MOST + 1);
}, 60_000);

const BUSY = 'The shop is very busy right now. Please try again in a few seconds.';

const begun = async () => (await farm.database.db.selectFrom('orders').select('id').execute()).length;

const open = async (path: string) => (await visitor.fetch(path)).status;

async function webhook(): Promise<number> {
  const body = JSON.stringify({ event_id: 'e1', data: { object: {} } });
  const signature = createHmac('sha256', KEY).update(
    `${farm.url.replace('127.0.0.1', 'localhost')}/api/webhooks/square${body}`,
  );
  const headers = { 'x-square-hmacsha256-signature': signature.digest('base64') };
  return (await visitor.fetch('/api/webhooks/square', { method: 'POST', headers, body })).status;
}
