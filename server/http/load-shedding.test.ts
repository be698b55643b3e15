// A shop at its limit: payments are slow, and more requests arrive.
import { createHmac } from 'node:crypto';
import PDFDocument from 'pdfkit';
import { afterAll, expect, test, vi } from 'vitest';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { termsFixtures } from '#server/testing/terms-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { securityNames } from '#stress/fuzz/assert-response.ts';
import { changedTables, tableChecksums } from '#stress/fuzz/table-checksums.ts';

const MAX_IN_FLIGHT = 250;
const METRICS_TOKEN = 'a token nobody can guess';
const KEY = 'the key of the webhook';
const square = await startFakeSquare();
afterAll(square.close);
const shop = await openTestShop({
  settings: {
    ...squareSettings,
    SQUARE_API_URL: square.url,
    SQUARE_WEBHOOK_SIGNATURE_KEY: KEY,
    METRICS_TOKEN,
    LIMITS: 'off',
  },
});
const { visitor } = shop;
// With so much going on, a step may wait too long for a connection. The reconciler takes it then.
shop.expectError(/timeout exceeded when trying to connect/);

/** Once sent, they cost next to nothing. */
const cachedPaths = ['/faqs', '/api/openapi.json', '/api/docs'];

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

test('over the limit, rejects requests with 503, changes nothing, and finishes what it started', async () => {
  await shop.database.transaction([], (tx) =>
    tx
      .updateTable('products')
      .set({ stock: 1000 })
      .where('id', '=', 1)
      .execute()
      .then(() => {}),
  );
  await Promise.all(cachedPaths.map(statusOf));
  const payments = Promise.withResolvers<void>();
  square.duringCall = (call) => (call === 'create' ? payments.promise : Promise.resolve());
  const orders = Array.from({ length: MAX_IN_FLIGHT }, (_, buyer) => order(`buyer ${buyer}`));
  await expect.poll(() => countOrders('pending')).toBe(MAX_IN_FLIGHT);
  const before = await tableChecksums(shop.database);

  const rejectedOrder = await order('one too many');
  const rejectedCall = await visitor.fetch('/api/products?search=comet');
  const rejectedPage = await visitor.fetch('/products?search=comet');
  const nowhere = await visitor.fetch('/nowhere');

  expect([rejectedOrder.status, await rejectedOrder.json()]).toEqual([503, { status: 'error', error: BUSY }]);
  expect([rejectedCall.status, await rejectedCall.json()]).toMatchObject([503, { message: BUSY }]);
  expect([rejectedPage.status, await rejectedPage.text()]).toEqual([503, expect.stringContaining(BUSY)]);
  for (const { status, headers } of [rejectedOrder, rejectedCall, rejectedPage, nowhere]) {
    expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '3', 'no-store']);
    expect(securityNames.filter((name) => !headers.has(name))).toEqual([]);
  }
  expect(changedTables(before, await tableChecksums(shop.database))).toEqual([]);
  expect(await Promise.all(cachedPaths.map(statusOf))).toEqual(cachedPaths.map(() => 200));
  expect(await statusOf('/livez')).toBe(200);
  expect(await statusOf('/healthz')).toBe(200);
  expect(await webhook()).toBe(200);
  const metrics = await visitor.fetch('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  expect(await metrics.text()).toMatch(/^shop_rejected_requests_total 4$[\s\S]*^shop_requests_in_flight 250$/m);
  expect(shop.logLines.filter((line) => line.includes('Too busy'))).toHaveLength(1);

  payments.resolve();

  const statuses = new Set((await Promise.all(orders)).map(({ status }) => status));
  expect([200, 202]).toEqual(expect.arrayContaining([...statuses]));
  shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
  await shop.jobs.runNow('payments');
  expect(await countOrders('paid')).toBe(MAX_IN_FLIGHT);
  expect((await order('one too many')).status).toBe(200);
  expect(await statusOf('/products?search=comet')).toBe(200);
  expect(square.payments.size).toBe(MAX_IN_FLIGHT + 1);
});

test('200 requests at once for the PDF of one invoice draw it once, and /livez still answers', async () => {
  const drawn = vi.spyOn(PDFDocument.prototype, 'end');
  const wren = await shop.as('wren');
  const { brewery, order: orderOnTerms } = termsFixtures(shop, wren);
  const sandbar = await brewery();
  const { invoice: id } = (await orderOnTerms(sandbar)).body;
  const { key } = (await sandbar.send('GET /api/invoices/:id', { params: { id }, query: {} })).data;

  const pdfs = Array.from({ length: 200 }, () => visitor.fetch(`/api/invoices/${id}/pdf?key=${key}`));
  const livez = await statusOf('/livez');

  expect(livez).toBe(200);
  const bodies = await Promise.all(pdfs.map(async (pdf) => (await (await pdf).bytes()).length));
  expect(new Set(bodies).size).toBe(1);
  expect(drawn).toHaveBeenCalledTimes(1);
  drawn.mockRestore();
});

const BUSY = 'The shop is very busy right now. Please try again in a few seconds.';

const countOrders = async (status: 'pending' | 'paid') =>
  (await shop.database.db.selectFrom('orders').select('id').where('status', '=', status).execute()).length;

const statusOf = async (path: string) => (await visitor.fetch(path)).status;

async function webhook(): Promise<number> {
  const body = JSON.stringify({ event_id: 'e1', data: { object: {} } });
  const signature = createHmac('sha256', KEY).update(
    `${shop.url.replace('127.0.0.1', 'localhost')}/api/webhooks/square${body}`,
  );
  const headers = { 'x-square-hmacsha256-signature': signature.digest('base64') };
  return (await visitor.fetch('/api/webhooks/square', { method: 'POST', headers, body })).status;
}
