import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as searchTerms from '#server/orders/search-terms/search-terms.store.ts';
import { createPrivacy } from '#server/privacy/privacy.ts';
import { booksFile, type FileRow, parseCsv, sumCents } from '#server/testing/books-fixtures.ts';
import { lastingClient } from '#server/testing/lasting-client.ts';
import { cascade } from '#server/testing/product-fixtures.ts';
import { termsFixtures } from '#server/testing/terms-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { forgetDays, lock } from './books.store.ts';
import { monthFile } from './month-files.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const { visitor, clock, database } = shop;
const { db } = database;
const wren = lastingClient(shop, 'wren');
const { brewery, order, changeStatus } = termsFixtures(shop, wren);

async function buy(email: string): Promise<number> {
  const contact = { name: 'Dana Whitlock', email, phone: '707', locationOption: 'pickup' };
  const response = await visitor.fetch('/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      sourceId: 'cnon:card-nonce-ok',
      amount: 3200,
      orderDetails: { productId: 1, quantity: 2, ...contact },
    }),
  });
  return (await response.json()).order.id;
}

const receive = (id: number, amount: number, received_on: string) =>
  wren.attempt('POST /api/customers/:id/payments', {
    params: { id },
    body: { amount, method: 'check', received_on, note: '', key: randomUUID() },
  });
const close = (month: string) => wren.attempt('POST /api/books/closings', { body: { month } });
const booksOf = async (month: string) => (await wren.send('GET /api/books', { query: { month } })).data;
const filesOf = async (month: string) => [await booksFile(wren, month), await booksFile(wren, month, 'quickbooks')];
const newestPayment = (customer_id: number) =>
  db
    .selectFrom('ledger_entries')
    .select('id')
    .where('customer_id', '=', customer_id)
    .where('kind', '=', 'payment')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

test('a closed month stays the same, byte for byte, whatever is done later', async () => {
  clock.now = new Date('2026-10-05T17:00:00.000Z');
  const { id, ...sandbar } = await brewery();
  const [refunded, canceled, erased] = [
    await buy('a@b.example'),
    await buy('a@b.example'),
    await buy('dana@b.example'),
  ];
  const [onTerms, toCancel] = [(await order(sandbar, 3)).body, (await order(sandbar, 1)).body];
  await receive(id, 20, '2026-10-04');
  const { id: entry } = await newestPayment(id);
  for (const to of ['ready', 'completed'] as const) await changeStatus(erased, to);
  await shop.jobs.runNow('customers');
  clock.now = new Date('2026-11-02T17:00:00.000Z');
  const before = await filesOf('2026-10');
  const totals = await booksOf('2026-10');

  const { status, body } = await close('2026-10');

  expect(status).toBe(200);
  expect(body.data).toMatchObject({ state: 'closed', closed: { who: 'Farm office' }, closed_months: ['2026-10'] });
  expect(body.data.totals).toEqual(totals.totals);
  expect(await filesOf('2026-10')).toEqual(before);
  const sums = before.map((file) => createHash('sha256').update(file).digest('hex'));
  expect(body.data.files.map(({ sha256 }: { sha256: string }) => sha256)).toEqual(sums);

  await changeStatus(refunded, 'refunded');
  await changeStatus(canceled, 'cancelled');
  await changeStatus(toCancel.order.id, 'cancelled');
  await wren.send('POST /api/customers/:id/payments/:entry/reversal', { params: { id, entry }, body: { note: '' } });
  const change = { reason: 'By phone', weighed: false, version: 1 };
  await wren.send('POST /api/orders/:id/changes', {
    params: { id: onTerms.order.id },
    body: { ...change, lines: [{ product_id: 1, pounds: 4 }], charge: { text: 'Freight', amount: 9 } },
  });
  const credit = { amount: 5, reason: 'Wet', key: randomUUID() };
  await wren.send('POST /api/invoices/:id/credit-notes', { params: { id: onTerms.invoice }, body: credit });
  await wren.send('PUT /api/products/admin/:id', {
    params: { id: 1 },
    form: { ...cascade, name: 'Renamed', price: 16 },
  });
  const {
    login: _,
    last_order_at: __,
    id: ___,
    ...customer
  } = (await wren.send('GET /api/customers/:id', { params: { id } })).data;
  await wren.send('PUT /api/customers/:id', { params: { id }, body: { ...customer, company: 'Sandbar West' } });
  const privacy = createPrivacy({ database, searchTerms, now: () => clock.now });
  await privacy.erase('dana@b.example');
  await database.transaction([], forgetDays);
  await database.transaction([], searchTerms.reindexAll);
  await shop.jobs.runNow('books');

  expect(await filesOf('2026-10')).toEqual(before);
  expect((await booksOf('2026-10')).totals).toEqual(totals.totals);
  expect(before[0]).toContain('Dana Whitlock');
  // Counted again, only names would differ: of the person who was erased, and of the company that was renamed.
  const recounted = parseCsv((await Array.fromAsync(monthFile(db, '2026-10', 'lines'))).join(''));
  const nameless = (rows: FileRow[]) => rows.map(({ Customer: _, ...row }) => row);
  expect(nameless(recounted)).toEqual(nameless(parseCsv(before[0] ?? '')));
  expect(new Set(recounted.map(({ Customer }) => Customer))).toEqual(
    new Set(['Dana Whitlock', 'Removed', 'Sandbar West']),
  );
  // What happened later is on its own day.
  const november = parseCsv(await booksFile(wren, '2026-11'));
  expect(november.map(({ Type, Amount }) => `${Type} ${Amount}`)).toEqual([
    'pounds changed 16.00',
    'charge 9.00',
    'credit note -5.00',
    'sale taken back -32.00',
    'sale taken back -32.00',
    'sale taken back -16.00',
    'payment taken back -20.00',
    'refund -32.00',
  ]);
  const { data: audit } = await wren.send('GET /api/audit');
  expect(audit.find(({ action }) => action === 'month closed')).toMatchObject({ subject: 'October 2026' });
});

test('money received cannot be dated into a closed month', async () => {
  const { id } = await brewery();

  const refused = await receive(id, 10, '2026-10-31');

  expect(refused.status).toBe(422);
  expect(refused.body.errors).toEqual({
    received_on: ['The books of October 2026 are closed. Choose a later day.'],
  });
  expect((await wren.send('GET /api/customers/:id/ledger', { params: { id } })).data).toEqual([]);
  expect((await receive(id, 10, '2026-11-01')).status).toBe(200);
});

test('a month is closed once, by an owner, an hour after its end', async () => {
  expect((await close('2026-10')).body.message).toBe('October 2026 is closed already.');
  clock.now = new Date('2026-12-01T08:59:00.000Z');
  const early = await close('2026-11');
  expect([early.status, Object.keys(early.body.errors)]).toEqual([422, ['month']]);
  expect(early.body.message).toBe('November 2026 can be closed from Dec 1, 1:00 am.');
  clock.now = new Date('2026-12-01T09:00:00.000Z');
  expect((await close('2026-11')).status).toBe(200);
  expect((await close('2027-05')).status).toBe(422);
});

test('an order that waits for its payment keeps its month open', async () => {
  clock.now = new Date('2026-12-10T17:00:00.000Z');
  const id = await buy('late@b.example');
  await database.transaction([], (tx) =>
    tx.updateTable('orders').set({ status: 'authorised' }).where('id', '=', id).execute(),
  );
  clock.now = new Date('2027-01-05T17:00:00.000Z');

  const { status, body } = await close('2026-12');

  expect([status, body.message]).toEqual([
    409,
    `Order ${id} still waits for its payment. Close the month once it is decided.`,
  ]);
  await database.transaction([], (tx) =>
    tx.updateTable('orders').set({ status: 'paid' }).where('id', '=', id).execute(),
  );
});

test('payments that arrive while their month is closed are in its file or refused', async () => {
  const { id } = await brewery();
  const amounts = Array.from({ length: 30 }, (_, n) => 1 + n / 100);

  const requests = amounts.map((amount) => receive(id, amount, '2026-12-20'));
  const closing = close('2026-12');
  const late = amounts.map((amount) => receive(id, 100 + amount, '2026-12-21'));
  const results = await Promise.all([...requests, ...late]);
  expect((await closing).status).toBe(200);

  const statuses = new Set(results.map(({ status }) => status));
  expect([...statuses].toSorted()).toEqual(statuses.size === 1 ? [200] : [200, 422]);
  const accepted = await db
    .selectFrom('ledger_entries')
    .select('amount_cents')
    .where('customer_id', '=', id)
    .where('kind', '=', 'payment')
    .execute();
  expect(accepted).toHaveLength(results.filter(({ status }) => status === 200).length);
  const rows = parseCsv(await booksFile(wren, '2026-12')).filter(({ Method }) => Method === 'check');
  expect(rows).toHaveLength(accepted.length);
  expect(sumCents(rows)).toBe(accepted.reduce((sum, { amount_cents }) => sum - amount_cents, 0));
});

test('a process that ends while it closes a month leaves the rest to the next one', async () => {
  clock.now = new Date('2027-02-02T17:00:00.000Z');
  await database.transaction([], (tx) =>
    tx
      .insertInto('closed_months')
      .values({ month: '2027-01', closed_at: clock.now.toISOString(), account_id: null })
      .execute(),
  );
  expect((await booksOf('2027-01')).state).toBe('closing');

  await shop.jobs.runNow('books');

  expect((await booksOf('2027-01')).state).toBe('closed');
});

test('the database refuses to change what is closed', async () => {
  const changes = [
    () => database.transaction([], (tx) => tx.updateTable('closed_month_files').set({ content: '' }).execute()),
    () => database.transaction([], (tx) => tx.deleteFrom('closed_month_files').execute()),
    () => database.transaction([], (tx) => tx.deleteFrom('closed_months').execute()),
  ];
  for (const change of changes) await expect(change()).rejects.toThrow('append-only');
});

test('what is dated into the books is counted in whole numbers, which either database reads after a restore', async () => {
  for (let n = 0; n < 2; n += 1) await database.transaction([], lock);

  const { value } = await db
    .selectFrom('shop_state')
    .select('value')
    .where('name', '=', 'books')
    .executeTakeFirstOrThrow();
  expect(value).toMatch(/^\d+$/);
});
