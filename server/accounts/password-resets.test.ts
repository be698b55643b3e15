import { beforeEach, expect, test } from 'vitest';
import { apiClient } from '#server/testing/api-client.ts';
import { openTestShop, people } from '#server/testing/test-shop.ts';

const shop = await openTestShop();
const { visitor, clock, database } = shop;

beforeEach(async () => {
  await database.transaction([], async (tx) => void (await tx.deleteFrom('rate_limits').execute()));
});

const request = (email: string) => visitor.attempt('POST /api/password-reset-requests', { body: { email } });
const reset = (token: string, password: string) =>
  visitor.attempt('POST /api/password-resets', { body: { token, password } });
const login = (password: string) =>
  visitor.attempt('POST /api/login', { body: { email: people.otis.email, password } });

async function latestToken(): Promise<string> {
  const mail = (await shop.mails()).at(-1) ?? '';
  const unfolded = mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
  return /\/reset-password#([\w-]+)/.exec(unfolded)?.[1] ?? '';
}

test('a link by email sets a new password once and ends every session', async () => {
  const { token: session } = (await login(people.otis.password)).body;

  const requested = await request(people.otis.email.toUpperCase());
  const token = await latestToken();
  expect(requested.body.message).toBe('If this email has an account, we have sent a link to set a new password.');
  expect((await reset(token, 'the new password')).status).toBe(200);

  expect((await login('the new password')).status).toBe(200);
  expect((await login(people.otis.password)).status).toBe(401);
  expect((await visitor.fetch('/api/account', { headers: { authorization: `Bearer ${session}` } })).status).toBe(401);
  const again = await reset(token, 'a third password');
  expect(again).toMatchObject({ status: 422, body: { errors: { token: [expect.stringContaining('has expired')] } } });
});

test('the email names the farm and its link leads to the shop', async () => {
  await request(people.otis.email);

  const mail = (await shop.mails()).at(-1);

  expect(mail).toContain(`To: ${people.otis.email}`);
  expect(mail).toContain('Heron Slough Ranch');
  expect(mail).toMatch(/http:\/\/localhost:\d+\/reset-password#/);
});

test('an unknown email gets the same response and no email', async () => {
  const before = (await shop.mails()).length;

  const { status, body } = await request('nobody@example.com');

  expect(status).toBe(200);
  expect(body).toEqual((await request(people.otis.email)).body);
  expect(await shop.mails()).toHaveLength(before + 1);
});

test('only the latest link works, and only for an hour', async () => {
  await request(people.otis.email);
  const first = await latestToken();
  await request(people.otis.email);
  const second = await latestToken();
  expect(second).not.toBe(first);
  expect((await reset(first, 'a fine password')).status).toBe(422);

  clock.now = new Date(clock.now.getTime() + 60 * 60_000);

  expect((await reset(second, 'a fine password')).status).toBe(422);
});

test('changing the password invalidates older links', async () => {
  const pia = { name: 'Pia', email: 'pia@brewery.example', password: 'the old password' };
  await visitor.send('POST /api/register', { body: pia });
  await request(pia.email);
  const token = await latestToken();
  const { token: session } = await visitor.send('POST /api/login', { body: pia });

  await apiClient(shop.url, session).send('PUT /api/account/password', {
    body: { current_password: pia.password, password: 'the new password' },
  });

  expect((await reset(token, 'a fine password')).status).toBe(422);
});

test('a password that is too short does not use up the link', async () => {
  await request(people.otis.email);
  const token = await latestToken();

  const rejected = await reset(token, 'short');

  expect(rejected).toMatchObject({ status: 422, body: { errors: { password: [expect.any(String)] } } });
  expect((await reset(token, people.otis.password)).status).toBe(200);
});

test('rejects the fourth link for an account within an hour', async () => {
  for (let n = 0; n < 3; n += 1) expect((await request(people.otis.email)).status).toBe(200);

  expect((await request(people.otis.email)).status).toBe(429);
});
