import { beforeEach, expect, test } from 'vitest';
import { defaultSettings } from '#contracts/default-settings.ts';
import * as searchTerms from '#server/orders/search-terms/search-terms.store.ts';
import { findWrongReports } from '#server/testing/recount.ts';
import { termsFixtures } from '#server/testing/terms-fixtures.ts';
import { openTestShop, people } from '#server/testing/test-shop.ts';
import { createPrivacy } from './privacy.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off', KEEP_GUEST_DAYS: '30' } });
const { visitor, database, clock } = shop;
const privacy = createPrivacy({ database, searchTerms, now: () => clock.now, keepGuestDays: 30 });
const wren = await shop.as('wren');

beforeEach(() => {
  clock.now = new Date('2026-10-01T17:00:00.000Z');
});

async function order(email: string, token?: string): Promise<number> {
  const response = await visitor.fetch('/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({
      sourceId: 'cnon:card-nonce-ok',
      amount: 1600,
      orderDetails: {
        productId: 1,
        quantity: 1,
        locationOption: 'pickup',
        email,
        name: 'Dana Whitlock',
        phone: '(707) 555-0188',
        address: '1 Levee Road',
      },
    }),
  });
  return (await response.json()).order.id;
}

/** More than fit into one statement on SQLite. */
async function insertFinished(count: number, email: string): Promise<number[]> {
  const at = new Date(clock.now.getTime() - 1000).toISOString();
  const orders = Array.from({ length: count }, (_, n) => ({
    ...{
      view_key: 'x',
      checkout_key: `${email} ${n}`,
      name: 'Dana',
      email,
      address: null,
      phone: '707',
      account_id: null,
    },
    ...{ location_option: 'pickup' as const, pounds: 1, amount_cents: 1600, status: 'failed' as const, created_at: at },
    ...{ payment_id: null, card: null, failure: null, failure_status: null },
  }));
  return database.transaction([], async (tx) => {
    const rows = await tx.insertInto('orders').values(orders).returning('id').execute();
    const ids = rows.map(({ id }) => id);
    const unsent = {
      text: '',
      html: '',
      created_at: at,
      next_try_at: null,
      leased_until: null,
      sent_at: null,
      last_error: null,
    };
    const emails = ids.map((id) => ({ recipient: 'farm@hops.example', subject: `Order ${id}: Dana`, ...unsent }));
    await tx.insertInto('emails').values(emails).execute();
    return ids;
  });
}

const countAbout = async (ids: number[]) => {
  const rows = await database.db.selectFrom('emails').select('subject').where('sent_at', 'is', null).execute();
  const subjects = new Set(rows.map(({ subject }) => subject));
  return ids.filter((id) => subjects.has(`Order ${id}: Dana`)).length;
};

async function complete(id: number): Promise<void> {
  for (const to of ['ready', 'completed'] as const)
    await wren.send('POST /api/orders/:id/status-changes', { params: { id }, body: { to } });
}

const findOrder = (id: number) =>
  database.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const anonymized = { name: 'Removed', phone: 'Removed', email: null, address: null, card: null };

test('exports everything about a person: account, sessions, orders whatever the case of the email, and emails', async () => {
  const { token } = await visitor.send('POST /api/login', { body: people.otis });
  const [guest, ownOrder] = [await order('Otis@Brewery.example'), await order('elsewhere@brewery.example', token)];
  await shop.mails();
  await shop.jobs.runNow('customers');

  const all = await privacy.exportData(' otis@brewery.example');

  expect(all.account).toMatchObject({ email: people.otis.email, role: 'customer' });
  expect(all.sessions).toMatchObject([{ address: '127.0.0.1', created_at: clock.now.toISOString() }]);
  expect(all.orders.map(({ id }) => id)).toEqual([guest, ownOrder]);
  expect(all.orders[0]).toMatchObject({ total: '$16.00', lines: [{ name: 'Triple Pearl', pounds: 1 }] });
  expect(all.customers).toMatchObject([{ email: people.otis.email, phone: '(707) 555-0188' }]);
  expect(all.mails).toMatchObject([
    { subject: expect.stringContaining(`order ${guest}`), text: expect.stringContaining('Dana Whitlock') },
  ]);
});

test('what staff changed is exported; erasing a person keeps the pounds and the money, not the contact data', async () => {
  const id = await order('moves@tulefog.example');
  const contact = {
    ...{ name: 'Dana Whitlock', phone: '(707) 555-0199', email: 'moves@tulefog.example' },
    address: '2 Levee Road',
  };
  const body = { version: 1, reason: 'Dana moved.', weighed: false, contact, charge: { text: 'Freight', amount: 5 } };
  await wren.send('POST /api/orders/:id/changes', { params: { id }, body });
  await complete(id);
  const { order_changes } = await privacy.exportData('moves@tulefog.example');
  expect(order_changes).toMatchObject([
    {
      lines: ['Freight: $5.00', 'Phone: (707) 555-0188 → (707) 555-0199', 'Address: 1 Levee Road → 2 Levee Road'],
      reason: 'Dana moved.',
    },
  ]);
  const number = (await wren.send('GET /api/orders/:id', { params: { id }, query: {} })).data.invoices[0]?.number ?? 0;
  await wren.send('POST /api/invoices/:id/credit-notes', {
    params: { id: number },
    body: { amount: 5, reason: 'Never mind', key: 'never mind 1' },
  });

  await privacy.erase('moves@tulefog.example');
  const { data } = await wren.send('GET /api/orders/:id', { params: { id }, query: {} });
  expect(data.changes).toMatchObject([{ lines: ['Freight: $5.00'], reason: '' }]);
});

test('the emails that a person asked for are exported, and forgotten', async () => {
  const email = 'asks@tulefog.example';
  await visitor.send('POST /api/alerts', { body: { email, product_id: 1 } });
  await visitor.send('POST /api/alerts', { body: { email } });
  const { subscriptions } = await privacy.exportData(email);
  expect(subscriptions.map(({ about }) => about)).toEqual(['Triple Pearl', 'News']);

  await privacy.erase(email);

  expect((await privacy.exportData(email)).subscriptions).toEqual([]);
});

test('exports what a member of staff wrote in posts', async () => {
  const { data } = await wren.send('POST /api/admin/blogs', { form: { title: 'Mine', content: '<p>Words.</p>' } });
  await wren.send('PUT /api/admin/blogs/:id', { params: { id: data.id }, form: { title: 'Mine, again' } });

  const { post_versions } = await privacy.exportData(people.wren.email);

  expect(post_versions).toMatchObject([
    { post_id: data.id, version: 1, title: 'Mine', content: '<p>Words.</p>' },
    { post_id: data.id, version: 2, title: 'Mine, again' },
  ]);
  expect((await privacy.exportData(people.otis.email)).post_versions).toEqual([]);
});

test('the export of staff has the settings they saved', async () => {
  const value = { ...defaultSettings.farm, tagline: 'Hops, by the pound.' };
  const wren = await shop.as('wren');
  await wren.send('PUT /api/settings/:section', { params: { section: 'farm' }, body: { version: 0, value } });
  const { setting_versions } = await privacy.exportData(people.wren.email);

  expect(setting_versions).toMatchObject([{ section: 'farm', version: 1 }]);
  expect(setting_versions[0]?.value).toContain('Hops, by the pound.');
});

test('erasing a person keeps totals correct; open orders keep their buyer until they are finished', async () => {
  const [done, open] = [await order('dana@tulefog.example'), await order('dana@tulefog.example')];
  await complete(done);
  // Sent, and kept for staff.
  await shop.mails();

  expect(await privacy.erase('dana@tulefog.example')).toEqual({ account: false, orders: 1, open: [open], owing: [] });

  expect(await findOrder(done)).toMatchObject({ ...anonymized, amount_cents: 1600, status: 'completed' });
  const emails = await database.db.selectFrom('emails').select('subject').execute();
  const about = (id: number) => emails.filter(({ subject }) => subject.startsWith(`Order ${id}:`)).length;
  expect([about(done), about(open)]).toEqual([0, 1]);
  expect(await findOrder(open)).toMatchObject({ name: 'Dana Whitlock' });
  expect(await findWrongReports(database.db)).toEqual([]);
  expect(await searchTerms.findWrongTerms(database.db)).toEqual([]);
  expect((await privacy.exportData('dana@tulefog.example')).mails).toEqual([]);
});

test('erasing a person removes the reason of a refund', async () => {
  const id = await order('fig@tulefog.example');
  const params = { id };
  await wren.send('POST /api/orders/:id/status-changes', {
    params,
    body: { to: 'refunded', reason: 'Fig is moving.' },
  });
  const reason = async () =>
    (await wren.send('GET /api/orders/:id', { params, query: {} })).data.history.find(({ note }) => note)?.note;
  expect(await reason()).toBe('Fig is moving.');

  await privacy.erase('fig@tulefog.example');

  expect(await reason()).toBeUndefined();
});

test('an erased account is logged out and can never log in; staff accounts cannot be erased', async () => {
  const customer = { name: 'Fern', email: 'fern@brewery.example', password: 'wet hops in autumn' };
  await visitor.send('POST /api/register', { body: customer });
  const { token } = await visitor.send('POST /api/login', { body: customer });

  expect(await privacy.erase(customer.email)).toMatchObject({ account: true });

  expect((await visitor.fetch('/api/account', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
  expect((await visitor.attempt('POST /api/login', { body: customer })).status).toBe(401);
  await expect(privacy.erase(people.wren.email)).rejects.toThrow('is staff');
});

test('anonymizes finished guest orders after the set time, and not a day earlier', async () => {
  const id = await order('fay@tulefog.example');
  await complete(id);
  const { token } = await visitor.send('POST /api/login', { body: people.otis });
  const ownOrder = await order('fay@tulefog.example', token);
  await complete(ownOrder);

  clock.now = new Date('2026-10-31T16:00:00.000Z');
  await shop.jobs.runNow('clean-up');
  expect(await findOrder(id)).toMatchObject({ name: 'Dana Whitlock' });

  clock.now = new Date('2026-10-31T18:00:00.000Z');
  await shop.jobs.runNow('clean-up');
  expect(await findOrder(id)).toMatchObject(anonymized);
  expect(await findOrder(ownOrder)).toMatchObject({ name: 'Dana Whitlock' });
});

test('erases and exports a person with a thousand orders', async () => {
  const ids = await insertFinished(1100, 'many@tulefog.example');

  expect((await privacy.exportData('many@tulefog.example')).orders).toHaveLength(1100);
  expect(await privacy.erase('many@tulefog.example')).toEqual({ account: false, orders: 1100, open: [], owing: [] });

  expect(await countAbout(ids)).toBe(0);
  expect(await searchTerms.findWrongTerms(database.db)).toEqual([]);
});

test('anonymizes a thousand old guest orders in one run', async () => {
  const ids = await insertFinished(1100, 'old@tulefog.example');
  clock.now = new Date('2026-11-15T18:00:00.000Z');

  await shop.jobs.runNow('clean-up');

  expect(await countAbout(ids)).toBe(0);
  expect((await privacy.exportData('old@tulefog.example')).orders).toEqual([]);
});

test('the export has the tracking number, and forgetting the buyer removes it', async () => {
  const email = 'tracked@tulefog.example';
  const id = await order(email);
  const shipment = { carrier: 'UPS' as const, tracking_number: '1Z999AA1' };
  const row = { order_id: id, ...shipment, at: clock.now.toISOString(), account_id: null };
  await database.transaction([], (tx) => tx.insertInto('shipments').values(row).execute());
  await complete(id);
  expect((await privacy.exportData(email)).orders).toMatchObject([{ id, ...shipment }]);

  await privacy.erase(email);

  const { data } = await wren.send('GET /api/orders/:id', { params: { id }, query: {} });
  expect(data).toMatchObject({ name: 'Removed', shipment: null });
});

test('who owes money is kept until it is settled, and the invoice stays', async () => {
  const { brewery, order: orderOnTerms, pay, changeStatus } = termsFixtures(shop, wren);
  const sandbar = await brewery();
  const { body } = await orderOnTerms(sandbar, 2);
  for (const to of ['ready', 'completed'] as const) await changeStatus(body.order.id, to);

  expect(await privacy.erase(sandbar.email)).toEqual({
    ...{ account: false, orders: 0, open: [body.order.id], owing: [sandbar.id] },
  });
  await privacy.anonymizeOldGuests();
  expect((await sandbar.send('GET /api/account')).data.email).toBe(sandbar.email);
  expect(await privacy.exportData(sandbar.email)).toMatchObject({
    customers: [{ id: sandbar.id, company: 'Sandbar', balance_cents: 3200 }],
    invoices: [{ number: body.invoice, open_cents: 3200 }],
  });

  await pay(sandbar.id, 32);
  expect((await privacy.exportData(sandbar.email)).payments).toMatchObject([{ amount_cents: -3200, method: 'check' }]);
  expect(await privacy.erase(sandbar.email)).toEqual({ account: true, orders: 1, open: [], owing: [] });
  const { data: invoice } = await wren.send('GET /api/invoices/:id', { params: { id: body.invoice }, query: {} });
  expect(invoice).toMatchObject({ bill_to: { name: 'Sandbar' }, open: 0 });
});

test('an erased customer has no account that may order on invoice, and no link to confirm one', async () => {
  const { brewery } = termsFixtures(shop, wren);
  const sandbar = await brewery();
  await visitor.send('POST /api/password-reset-requests', { body: { email: sandbar.email } });
  const [customer] = (await privacy.exportData(sandbar.email)).customers;
  expect(customer).toMatchObject({ account_asked_at: expect.any(String), account_confirmed_at: expect.any(String) });

  await privacy.erase(sandbar.email);

  expect(await database.db.selectFrom('password_resets').selectAll().execute()).toEqual([]);
  const nothing = { terms_account_id: null, account_asked_at: null, account_confirmed_at: null };
  const erased = database.db.selectFrom('customers').selectAll().where('id', '=', sandbar.id);
  expect(await erased.executeTakeFirstOrThrow()).toMatchObject(nothing);
});

test('old guest orders with an open invoice keep their buyer', async () => {
  const { brewery, order: orderOnTerms, changeStatus } = termsFixtures(shop, wren);
  const { body } = await orderOnTerms(await brewery());
  for (const to of ['ready', 'completed'] as const) await changeStatus(body.order.id, to);
  await database.transaction([], async (tx) => {
    await tx.updateTable('orders').set({ account_id: null }).where('id', '=', body.order.id).execute();
  });
  clock.now = new Date(clock.now.getTime() + 40 * 86_400_000);

  await privacy.anonymizeOldGuests();

  const { name } = await database.db
    .selectFrom('orders')
    .select('name')
    .where('id', '=', body.order.id)
    .executeTakeFirstOrThrow();
  expect(name).toBe('Otis');
});
