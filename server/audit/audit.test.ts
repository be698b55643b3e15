import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ENTRIES_PER_PAGE } from '#contracts/audit.ts';
import { apiClient } from '#server/testing/api-client.ts';
import { lot } from '#server/testing/lot-fixtures.ts';
import { cascade, picture } from '#server/testing/product-fixtures.ts';
import { openTestShop, people } from '#server/testing/test-shop.ts';

const shop = await openTestShop();
const { visitor, database } = shop;
const wren = await shop.as('wren');

async function listActions() {
  const { data } = await wren.send('GET /api/audit');
  return data.map(({ who, action, subject, subject_id }) => ({ who, action, subject, subject_id }));
}
const countEntries = async () => (await database.db.selectFrom('audit_log').select('id').execute()).length;

async function order(name: string): Promise<number> {
  const orderDetails = { productId: 1, quantity: 2, name, phone: '707 555 0101', locationOption: 'pickup' };
  const response = await visitor.fetch('/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sourceId: 'demo:ok', amount: 3200, orderDetails }),
  });
  return (await response.json()).order.id;
}

test('records what staff do with products, lots and posts, with actor and subject', async () => {
  const { data: product } = await wren.send('POST /api/products/admin', { form: { ...cascade, stock: 0 }, picture });
  const params = { id: product.id };
  await wren.send('PUT /api/products/admin/:id', { params, form: { ...cascade, stock: 0, name: 'Cascade II' } });
  const { data: added } = await wren.send('POST /api/products/admin/:id/lots', { params, form: lot });
  await wren.send('PUT /api/products/admin/:id/current-lot', { params, body: { lot_id: added.id } });
  await wren.send('PUT /api/products/admin/:id/current-lot', { params, body: { lot_id: null } });
  await wren.send('PUT /api/lots/admin/:id', { params: { id: added.id }, form: { ...lot, number: 'CA-26-02' } });
  await wren.send('DELETE /api/lots/admin/:id', { params: { id: added.id } });
  await wren.send('DELETE /api/products/admin/:id', { params });
  const { data: post } = await wren.send('POST /api/admin/blogs', {
    form: { title: 'Harvest', content: '<p>In.</p>' },
  });
  const form = { title: 'Late harvest', content: '<p>In.</p>' };
  await wren.send('PUT /api/admin/blogs/:id', { params: { id: post.id }, form });
  await wren.send('DELETE /api/admin/blogs/:id', { params: { id: post.id } });

  const lines = (await listActions()).toReversed();

  expect(new Set(lines.map(({ who }) => who))).toEqual(new Set(['Farm office']));
  expect(lines.map(({ action, subject, subject_id }) => [action, subject, subject_id])).toEqual([
    ['product added', 'Cascade', product.id],
    ['product revised', 'Cascade II', product.id],
    ['lot added', lot.number, added.id],
    ['lot made current', lot.number, added.id],
    ['no lot made current', 'Cascade II', product.id],
    ['lot revised', 'CA-26-02', added.id],
    ['lot deleted', 'CA-26-02', added.id],
    ['product withdrawn', 'Cascade II', product.id],
    ['post published', 'Harvest', post.id],
    ['post revised', 'Late harvest', post.id],
    ['post withdrawn', 'Late harvest', post.id],
  ]);
});

test('records status changes, refunds and resolved payment alerts, but nothing about the buyer', async () => {
  const [first, second] = [await order('Dana Brewer'), await order('Dana Brewer')];
  const changeStatus = (id: number, to: 'ready' | 'completed' | 'refunded') =>
    wren.send('POST /api/orders/:id/status-changes', { params: { id }, body: { to } });
  await changeStatus(first, 'ready');
  await changeStatus(first, 'completed');
  await changeStatus(second, 'refunded');
  const { id: alert } = await database.transaction([], (tx) =>
    tx
      .insertInto('payment_alerts')
      .values({ payment_id: 'pay1', order_id: first, what: 'is odd', at: '2026-10-01T10:00:00.000Z' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const resolve = () => wren.send('POST /api/payment-alarms/:id/settlement', { params: { id: alert } });
  await resolve();
  await resolve();

  const lines = (await listActions()).slice(0, 4).toReversed();

  expect(lines.map(({ action, subject }) => [action, subject])).toEqual([
    ['order marked ready', `Order ${first}`],
    ['order marked completed', `Order ${first}`],
    ['order refund asked for', `Order ${second}`],
    ['payment marked as settled', 'Payment pay1'],
  ]);
  expect(JSON.stringify(await listActions())).not.toMatch(/Dana|707/);
});

test('a rejected action leaves no entry', async () => {
  const id = await order('Dana Brewer');
  const before = await countEntries();

  await wren.attempt('POST /api/orders/:id/status-changes', { params: { id }, body: { to: 'completed' } });
  await wren.attempt('DELETE /api/products/admin/:id', { params: { id: 999 } });
  const stale = { ...cascade, stock: 5, stock_seen: 3 };
  const rejected = await wren.attempt('PUT /api/products/admin/:id', { params: { id: 1 }, form: stale });

  expect(rejected.status).toBe(409);
  expect(await countEntries()).toBe(before);
});

test('records password changes of staff but not of customers', async () => {
  const before = await countEntries();
  const change = async ({ email, password }: { email: string; password: string }) => {
    const { token } = await visitor.send('POST /api/login', { body: { email, password } });
    const body = { current_password: password, password };
    return apiClient(shop.url, token).send('PUT /api/account/password', { body });
  };

  await change(people.otis);
  expect(await countEntries()).toBe(before);
  const { token } = await change(people.wren);

  const { data } = await apiClient(shop.url, token).send('GET /api/audit');
  expect(data[0]).toMatchObject({ action: 'password changed', subject: people.wren.email });
});

test('pages by entry id, so new entries do not shift older pages', async () => {
  const { token } = await visitor.send('POST /api/login', { body: people.wren });
  const reader = apiClient(shop.url, token);
  const add = (n: number) =>
    database.transaction([], async (tx) => {
      const line = { at: '2026-10-01T10:00:00.000Z', account_id: null, action: 'staff granted' as const };
      for (let i = 0; i < n; i += 1)
        await tx
          .insertInto('audit_log')
          .values({ ...line, subject: `${i}`, subject_id: null })
          .execute();
    });
  await add(ENTRIES_PER_PAGE);

  const newest = await reader.send('GET /api/audit');
  const last = newest.data.at(-1)?.id ?? 0;
  await add(3);
  const older = await reader.send('GET /api/audit', { query: { before: last } });

  expect(newest.data).toHaveLength(ENTRIES_PER_PAGE);
  expect(newest.data[0]).toMatchObject({ who: null, subject: `${ENTRIES_PER_PAGE - 1}` });
  expect(newest.next_page_url).toBe(`/api/audit?before=${last}`);
  expect(older.data[0]?.id).toBeLessThan(last);
  expect(older.next_page_url).toBeNull();
  expect((await reader.fetch('/api/audit?before=x')).status).toBe(422);
});

test('the database rejects changing or deleting entries', async () => {
  const { db, transaction } = database;
  const before = await db.selectFrom('audit_log').selectAll().execute();

  for (const statement of ["update audit_log set subject = ''", 'delete from audit_log'])
    await expect(transaction([], (tx) => sql.raw(statement).execute(tx))).rejects.toThrow('audit_log is append-only');

  expect(await db.selectFrom('audit_log').selectAll().execute()).toEqual(before);
});
