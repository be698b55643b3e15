import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { defaultSettings } from '#contracts/default-settings.ts';
import { termsEndpoints } from '#contracts/terms.ts';
import { findByEmail, setDeactivated, setStaffRole } from '#server/accounts/accounts.store.ts';
import { createSessions } from '#server/accounts/sessions.ts';
import { createAudit } from '#server/audit/audit.ts';
import { createOrderOnTerms } from '#server/orders/order-on-terms.ts';
import { createRateLimits } from '#server/rate-limits/rate-limits.ts';
import { type ApiClient, apiClient } from '#server/testing/api-client.ts';
import { followLink } from '#server/testing/follow-link.ts';
import { lastingClient } from '#server/testing/lasting-client.ts';
import { linkToken } from '#server/testing/link-token.ts';
import { makeStaff } from '#server/testing/make-staff.ts';
import { termsFixtures } from '#server/testing/terms-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const { visitor, clock, database } = shop;
const wren = lastingClient(shop, 'wren');
const { brewery, order, termsOf } = termsFixtures(shop, wren);

const DAY_MS = 86_400_000;
const password = 'one malt, one yeast';
const chosen = 'picked by the real owner';

async function signUp(email: string = `${randomUUID()}@sandbar.example`) {
  await visitor.send('POST /api/register', { body: { name: 'Otis', email, password } });
  return { email, client: await logIn(email, password) };
}

async function logIn(email: string, typed: string) {
  const { token } = await visitor.send('POST /api/login', { body: { email, password: typed } });
  return apiClient(shop.url, token);
}

async function addCustomer(email: string): Promise<number> {
  const body = { name: 'Otis', company: 'Sandbar', email, phone: '', address: '', notes: '' };
  return (await wren.send('POST /api/customers', { body })).data.id;
}

const approve = (id: number, login: string, days: number | null = 30) =>
  wren.attempt('PUT /api/customers/:id/terms', { params: { id }, body: { days, credit_limit: 5000, login } });
const askAgain = (id: number) => wren.attempt('POST /api/customers/:id/account-confirmation', { params: { id } });
const linksTo = async (email: string) =>
  (await shop.mails()).filter((text) => text.includes(`To: ${email}`)).flatMap((text) => linkToken(text) || []);
const setPassword = (token = '') => visitor.attempt('POST /api/password-resets', { body: { token, password: chosen } });
const accountOf = async (id: number) => (await termsOf(id)).account;
const mayOrder = async (client: ApiClient) => (await order(client)).status === 200;

async function takeOrder(customer_id: number) {
  const response = await wren.fetch('/api/orders/desk', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      customer_id,
      amount: 1600,
      payment: 'invoice',
      orderDetails: { productId: 1, quantity: 1, name: 'Otis', phone: '(707) 555-0133', locationOption: 'pickup' },
    }),
  });
  expect(response.status).toBe(200);
  return (await response.json()).invoice;
}

async function buyByCard(client: ApiClient, email: string): Promise<void> {
  const response = await client.fetch('/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      sourceId: 'cnon:card-nonce-ok',
      amount: 1600,
      orderDetails: { productId: 1, quantity: 1, locationOption: 'pickup', name: 'Otis', phone: '7', email },
    }),
  });
  expect(response.status).toBe(200);
  await shop.jobs.runNow('customers');
}

async function expectNothing(client: ApiClient, invoice: number): Promise<void> {
  expect((await client.send('GET /api/account/terms')).data).toBeNull();
  expect((await order(client)).status).toBe(403);
  expect((await client.send('GET /api/account/invoices')).data).toEqual([]);
  expect((await client.attempt('GET /api/invoices/:id', { params: { id: invoice } })).status).toBe(404);
}

/** As it was before links were sent. */
function unconfirm(id: number): Promise<void> {
  return database.transaction([], async (tx) => {
    const before = { account_asked_at: null, account_confirmed_at: null };
    await tx.updateTable('customers').set(before).where('id', '=', id).execute();
  });
}

test('a stranger who signed up with the email of a brewery gets none of its credit, before and after its owner confirms', async () => {
  const { email, client: stranger } = await signUp('otis@sandbar.example');
  const id = await addCustomer(email);
  // Makes the account the one of this customer.
  await buyByCard(stranger, email);

  await approve(id, email);

  const invoice = await takeOrder(id);
  const again = await logIn(email, password);
  for (const client of [stranger, again]) await expectNothing(client, invoice);
  expect((await stranger.send('GET /api/orders', { query: { page: 1 } })).data).toHaveLength(1);
  expect(await termsOf(id)).toMatchObject({ login: email, account: 'waiting' });

  const [link] = await linksTo(email);
  expect((await setPassword(link)).body.message).toBe(
    'Your password was changed, and your account is confirmed. You can log in now.',
  );

  for (const client of [stranger, again]) expect((await order(client)).status).toBe(401);
  expect((await visitor.attempt('POST /api/login', { body: { email, password } })).status).toBe(401);
  expect((await setPassword(link)).status).toBe(422);
  const otis = await logIn(email, chosen);
  expect((await otis.send('GET /api/account/terms')).data).toEqual({ days: 30, available: 4984 });
  expect((await order(otis)).status).toBe(200);
  expect((await otis.send('GET /api/account/invoices')).data.map(({ number }) => number)).toContain(invoice);
  expect(await accountOf(id)).toBe('confirmed');
});

test('the link works for a week, staff send it again, and a link to reset the password does the same', async () => {
  const { email } = await signUp();
  const id = await addCustomer(email);
  await approve(id, email);
  clock.now = new Date(clock.now.getTime() + 7 * DAY_MS);
  expect((await setPassword((await linksTo(email)).at(-1))).status).toBe(422);

  expect((await askAgain(id)).body.data).toMatchObject({
    account: 'waiting',
    account_asked_at: clock.now.toISOString(),
  });
  const { data: trail } = await wren.send('GET /api/audit', { query: {} });
  expect(trail[0]).toMatchObject({ action: 'account asked to confirm', subject: 'Otis', subject_id: id });
  const [first, second] = await linksTo(email);
  expect(second).not.toBe(first);
  await visitor.send('POST /api/password-reset-requests', { body: { email } });
  expect((await setPassword((await linksTo(email)).at(-1))).status).toBe(200);
  expect((await setPassword(second)).status).toBe(422);
  expect(await accountOf(id)).toBe('confirmed');
  clock.now = new Date(clock.now.getTime() - 7 * DAY_MS);
});

test('a confirmed login needs no second link; another one starts over, and the first is out', async () => {
  const sandbar = await brewery();
  const { email } = await signUp();

  await approve(sandbar.id, sandbar.email, null);
  await approve(sandbar.id, sandbar.email);
  await approve(sandbar.id, '');
  expect(await linksTo(sandbar.email)).toHaveLength(1);
  expect(await mayOrder(sandbar)).toBe(true);

  await approve(sandbar.id, email);
  expect(await mayOrder(sandbar)).toBe(false);
  expect(await accountOf(sandbar.id)).toBe('waiting');
  expect(await mayOrder(apiClient(shop.url, await followLink(shop, { email, password })))).toBe(true);
  expect(await mayOrder(sandbar)).toBe(false);
});

test('saving other terms while an account is asked sends no second link; approving again does', async () => {
  const { email } = await signUp();
  const id = await addCustomer(email);
  await approve(id, email);
  await approve(id, email, 10);
  expect(await linksTo(email)).toHaveLength(1);

  await approve(id, '', null);
  expect((await askAgain(id)).status).toBe(409);
  await approve(id, email);

  expect(await linksTo(email)).toHaveLength(2);
});

test('an account that staff did not name is not confirmed by a new password', async () => {
  const { email, client } = await signUp();
  const id = await addCustomer(email);
  await approve(id, '');
  await buyByCard(client, email);

  const otis = apiClient(shop.url, await followLink(shop, { email, password }));

  expect(await termsOf(id)).toMatchObject({ login: email, account: 'waiting', account_asked_at: null });
  expect(await mayOrder(otis)).toBe(false);
  expect((await askAgain(id)).status).toBe(200);
  expect(await mayOrder(apiClient(shop.url, await followLink(shop, { email, password })))).toBe(true);
});

test('a two-step login left by an earlier role ends with the link; staff keep theirs', async () => {
  const emails = [(await signUp()).email, (await signUp()).email] as const;
  for (const email of emails) {
    const id = await addCustomer(email);
    await database.transaction([], async (tx) => {
      const account = await findByEmail(tx, email);
      const factor = { account_id: account?.id ?? 0, secret: 'A'.repeat(32), confirmed_at: clock.now.toISOString() };
      await tx.insertInto('two_factor_secrets').values(factor).execute();
    });
    await approve(id, email);
  }
  const [former, staff] = emails;
  await makeStaff(database, staff);

  for (const email of [former, staff]) await setPassword((await linksTo(email)).at(-1));

  expect(await visitor.attempt('POST /api/login', { body: { email: former, password: chosen } })).toMatchObject({
    status: 200,
  });
  const asked = await visitor.attempt('POST /api/login', { body: { email: staff, password: chosen } });
  expect(asked).toMatchObject({ status: 401, body: { errors: { code: [expect.any(String)] } } });
});

test('an account from before links were sent goes on, and its other sessions end when it follows one', async () => {
  const sandbar = await brewery();
  await unconfirm(sandbar.id);
  expect(await accountOf(sandbar.id)).toBe('unconfirmed');

  await approve(sandbar.id, sandbar.email, 10);
  expect(await linksTo(sandbar.email)).toHaveLength(1);
  expect(await mayOrder(sandbar)).toBe(true);
  expect((await askAgain(sandbar.id)).body.data).toMatchObject({ account: 'unconfirmed' });
  expect(await mayOrder(sandbar)).toBe(true);

  await setPassword((await linksTo(sandbar.email)).at(-1));

  expect(await accountOf(sandbar.id)).toBe('confirmed');
  expect((await order(sandbar)).status).toBe(401);
  expect((await askAgain(sandbar.id)).status).toBe(409);
});

test('staff pause an account from before links were sent until it follows one, and no other', async () => {
  const sandbar = await brewery();
  const pause = () => wren.attempt('POST /api/customers/:id/terms-pause', { params: { id: sandbar.id } });
  expect((await pause()).status).toBe(409);
  await unconfirm(sandbar.id);

  expect((await pause()).body.data).toMatchObject({ account: 'waiting' });

  expect(await mayOrder(sandbar)).toBe(false);
  expect((await pause()).status).toBe(409);
  await setPassword((await linksTo(sandbar.email)).at(-1));
  expect(await mayOrder(await logIn(sandbar.email, chosen))).toBe(true);
  const { data } = await wren.send('GET /api/audit', { query: {} });
  expect(data.filter(({ action }) => action === 'terms paused')).toMatchObject([{ subject_id: sandbar.id }]);
});

test('an order that was on its way when the account was confirmed is refused', async () => {
  const { email, client } = await signUp();
  const id = await addCustomer(email);
  await approve(id, email);
  const { data: person } = await client.send('GET /api/account');
  const { token } = await visitor.send('POST /api/login', { body: { email, password } });
  const now = () => clock.now;
  const audit = createAudit({ database, now });
  const rateLimits = createRateLimits({ database, now, on: true });
  const orders = createOrderOnTerms({
    database,
    audit,
    now,
    sessions: createSessions({ database, audit, now }),
    outbox: { queue: async () => {}, discard: async () => {}, deliverDue: async () => {}, cleanUp: async () => {} },
    sender: () => ({ siteUrl: shop.url, farm: defaultSettings.farm }),
    rateLimits: {
      ...rateLimits,
      async consume(...attempts) {
        await rateLimits.consume(...attempts);
        await followLink(shop, { email, password: chosen });
      },
    },
  });
  const request = termsEndpoints['POST /api/orders/on-terms'].body.parse({
    amount: 1600,
    orderDetails: { productId: 1, quantity: 1, locationOption: 'pickup', name: 'Otis', phone: '7', email: null },
  });

  await expect(orders.place(request, { actor: person, token }, undefined)).rejects.toMatchObject({ status: 401 });

  expect(await accountOf(id)).toBe('confirmed');
  expect(await termsOf(id)).toMatchObject({ balance: 0 });
});

test('staff read no link, and a deactivated account gets none', async () => {
  const { email } = await signUp();
  const id = await addCustomer(email);
  await database.transaction([], async (tx) => {
    const account = await findByEmail(tx, email);
    await setStaffRole(tx, account?.id ?? 0, 'staff');
    await setDeactivated(tx, account?.id ?? 0, clock.now.toISOString());
  });

  expect((await approve(id, email)).body.errors).toEqual({ login: ['This account is deactivated.'] });
  expect((await approve(id, 'nobody@sandbar.example')).body.errors).toEqual({
    login: ['No account has this email. Ask them to sign up first.'],
  });
  expect(await linksTo(email)).toEqual([]);

  const sandbar = await brewery();
  const { data: emails } = await wren.send('GET /api/emails', { query: {} });
  const link = emails.find(({ recipient, subject }) => recipient === sandbar.email && subject.startsWith('Confirm'));
  expect(link).toMatchObject({ secret: true });
  expect((await wren.send('GET /api/emails/:id', { params: { id: link?.id ?? 0 } })).data.text).toBeNull();
});
