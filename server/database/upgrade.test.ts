// A shop from before migration 10 opens with today's code, with its orders, posts and accounts.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { findWrongLots } from '#server/catalog/verify-lots.store.ts';
import { configFrom } from '#server/config.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { createLog } from '#server/log.ts';
import { findWrongTerms } from '#server/orders/search-terms/search-terms.store.ts';
import { readWebBuild } from '#server/pages/build-manifest.ts';
import { openShop } from '#server/shop.ts';
import { apiClient } from '#server/testing/api-client.ts';
import { findWrongReports } from '#server/testing/recount.ts';
import { createTempShop } from '#server/testing/temp-shop.ts';

const tempShop = await createTempShop();
await loadFixture();
const shop = await openShop({
  config: configFrom({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: tempShop.dataDir,
    DATABASE_URL: tempShop.databaseUrl,
    LIMITS: 'off',
  }),
  web: await readWebBuild('dist', securityHeaders('data', false)),
  log: createLog({ write: () => {} }),
  now: () => new Date('2026-11-18T10:00:00.000Z'),
});
afterAll(async () => {
  await shop.close();
  await tempShop.cleanUp();
});

const url = `http://127.0.0.1:${Object(shop.http.addresses()[0]).port}`;
const visitor = apiClient(url);
const { token } = await logIn('wren@farm.example', 'tall bines in may');
const staff = apiClient(url, token);

async function loadFixture(): Promise<void> {
  const statements = await readFile(`server/database/fixtures/shop-at-migration-9.${inject('kind')}.sql`, 'utf8');
  if (tempShop.databaseUrl) {
    const client = new pg.Client({ connectionString: tempShop.databaseUrl });
    await client.connect();
    await client.query(statements);
    await client.end();
  } else {
    const database = new DatabaseSync(join(tempShop.dataDir, 'farm.sqlite'));
    database.exec(statements);
    database.close();
  }
}

function logIn(email: string, password: string) {
  return visitor.send('POST /api/login', { body: { email, password } });
}

test('keeps every order with its status', async () => {
  const { data, pagination } = await staff.send('GET /api/orders/admin', { query: { page: 1 } });

  expect(pagination.total).toBe(6);
  expect(data.map(({ id, status, quantity }) => [id, status, quantity])).toEqual([
    [6, 'refunded', 1],
    [5, 'cancelled', 2],
    [4, 'completed', 6],
    [3, 'failed', 3],
    [2, 'ready', 25],
    [1, 'paid', 11],
  ]);
});

test('finds orders, and totals and search terms are right', async () => {
  const { data } = await staff.send('GET /api/orders/search', { query: { q: 'whitlock' } });
  const { db } = shop.database;

  expect(data).toHaveLength(5);
  expect(await findWrongReports(db)).toEqual([]);
  expect(await findWrongTerms(db)).toEqual([]);
});

test('moves an old order on and records it in the audit log', async () => {
  await staff.send('POST /api/orders/:id/status-changes', { params: { id: 1 }, body: { to: 'ready' } });
  const { data } = await staff.send('GET /api/audit', { query: {} });

  expect(data[0]).toMatchObject({ action: 'order marked ready', subject: 'Order 1', who: 'Farm office' });
  expect(data.some(({ action }) => action === 'post published')).toBe(true);
});

test('keeps posts, accounts, two-factor logins and open payment alerts', async () => {
  const { data: posts } = await visitor.send('GET /api/blogs', { query: { page: 1 } });
  const otis = await logIn('otis@brewery.example', 'one malt, one yeast');
  const { data: ownOrders } = await apiClient(url, otis.token).send('GET /api/orders', { query: { page: 1 } });
  const kit = await visitor.attempt('POST /api/login', {
    body: { email: 'kit@farm.example', password: 'kiln doors at dusk' },
  });
  const { data: alerts } = await staff.send('GET /api/payment-alarms');

  expect(posts[0]?.title).toBe('Kiln day');
  expect(posts).toHaveLength(4);
  expect(ownOrders.map(({ id }) => id)).toEqual([2]);
  expect(kit).toMatchObject({ status: 401, body: { errors: { code: [expect.any(String)] } } });
  expect(alerts).toMatchObject([{ payment_id: 'pay_lost', order_id: 1 }]);
});

test('old posts are published on their date, and what they say is their first version', async () => {
  const { data: posts } = await staff.send('GET /api/admin/blogs', { query: { page: 1 } });
  const [post] = posts;
  const revisions = await staff.send('GET /api/admin/blogs/:id/revisions', {
    params: { id: post?.id ?? 0 },
    query: {},
  });

  expect(posts.map(({ published_at }) => published_at)).toEqual(posts.map(({ created_at }) => created_at));
  expect(revisions.data).toMatchObject([{ version: 1, who: null, changes: [] }]);
  const { data: revised } = await staff.send('PUT /api/admin/blogs/:id', {
    params: { id: post?.id ?? 0 },
    form: { title: 'Kiln days', version: 1 },
  });
  expect(revised).toMatchObject({ title: 'Kiln days', version: 2, published_at: post?.published_at });
});

test('puts the stock on the current lot, and orders keep theirs', async () => {
  const { data: products } = await visitor.send('GET /api/products');
  for (const { id, stock } of products) {
    const { data } = await staff.send('GET /api/products/admin/:id/lots', { params: { id } });
    expect(data).toMatchObject([{ current: true, stock }]);
  }
  const { data } = await staff.send('GET /api/orders/:id', { params: { id: 2 }, query: {} });
  expect(data.lines.map(({ pounds, lots }) => [pounds, lots])).toMatchObject([
    [20, [{ number: 'TP-26-SAMPLE', pounds: 20 }]],
    [5, [{ number: 'CO-26-SAMPLE', pounds: 5 }]],
  ]);

  await staff.send('POST /api/orders/:id/status-changes', { params: { id: 2 }, body: { to: 'cancelled' } });

  const { data: lots } = await staff.send('GET /api/products/admin/:id/lots', { params: { id: 1 } });
  expect(lots[0]?.stock).toBe((products[0]?.stock ?? 0) + 20);
  expect(await findWrongLots(shop.database.db)).toEqual([]);
});

test('sells on from the old stock', async () => {
  const { data } = await visitor.send('GET /api/products');
  const [pearl] = data;
  const response = await visitor.fetch('/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      sourceId: 'cnon:card-nonce-ok',
      amount: 1600,
      orderDetails: { productId: 1, quantity: 1, name: 'Dana', phone: '707', locationOption: 'pickup' },
    }),
  });
  const { data: after } = await visitor.send('GET /api/products');

  expect(await response.json()).toMatchObject({ status: 'success', order: { id: 7 } });
  expect(after[0]?.stock).toBe((pearl?.stock ?? 0) - 1);
});
