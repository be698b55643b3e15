import { beforeEach, expect, test } from 'vitest';
import { apiClient } from '#server/testing/api-client.ts';
import { linkToken } from '#server/testing/link-token.ts';
import { openTestShop, people } from '#server/testing/test-shop.ts';

const shop = await openTestShop({ settings: { TRUST_PROXY: '1' } });
const { visitor, clock, database } = shop;

beforeEach(async () => {
  await database.transaction([], async (tx) => void (await tx.deleteFrom('rate_limits').execute()));
});

const request = (email: string) => visitor.attempt('POST /api/password-reset-requests', { body: { email } });
const reset = (token: string, password: string) =>
  visitor.attempt('POST /api/password-resets', { body: { token, password } });
const login = (password: string) =>
  visitor.attempt('POST /api/login', { body: { email: people.otis.email, password } });

const latestToken = async () => linkToken((await shop.mails()).at(-1));

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

test('a second request leaves the first link valid, using one ends the other, and each works for an hour', async () => {
  await request(people.otis.email);
  const first = await latestToken();
  await request(people.otis.email);
  const second = await latestToken();
  expect(second).not.toBe(first);
  expect((await reset(first, people.otis.password)).status).toBe(200);
  expect((await reset(second, 'a fine password')).status).toBe(422);

  await request(people.otis.email);
  const third = await latestToken();
  clock.now = new Date(clock.now.getTime() + 60 * 60_000);

  expect((await reset(third, 'a fine password')).status).toBe(422);
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

test('rejects the fourth link for an account within an hour from the same address', async () => {
  for (let n = 0; n < 3; n += 1) expect((await request(people.otis.email)).status).toBe(200);

  expect((await request(people.otis.email)).status).toBe(429);
});

test('strangers can neither use up the requests of an account nor void its link nor flood its mailbox', async () => {
  const fern = { name: 'Fern', email: 'fern@brewery.example', password: 'wet hops in autumn' };
  await visitor.send('POST /api/register', { body: fern });
  const requestFrom = async (address: string) => {
    const response = await visitor.fetch('/api/password-reset-requests', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email: fern.email }),
    });
    expect(response.status).toBe(200);
  };
  await requestFrom('203.0.113.7');
  const fernsLink = await latestToken();
  const before = (await shop.mails()).length;

  for (let n = 0; n < 40; n += 1) await requestFrom(`198.51.100.${n}`);
  const sent = (await shop.mails()).slice(before);
  expect(sent).toHaveLength(9);

  // No more mail from an unknown address, but every link in the mailbox works, and for half an hour longer.
  clock.now = new Date(clock.now.getTime() + 29 * 60_000);
  await requestFrom('203.0.113.8');
  expect(await shop.mails()).toHaveLength(before + 9);
  clock.now = new Date(clock.now.getTime() + 30 * 60_000);
  expect((await reset(fernsLink, fern.password)).status).toBe(200);

  // An address the account has used is always served.
  await visitor.send('POST /api/login', { body: fern });
  for (let n = 0; n < 40; n += 1) await requestFrom(`198.51.100.${n + 50}`);
  const flooded = (await shop.mails()).length;
  await request(fern.email);
  expect(await shop.mails()).toHaveLength(flooded + 1);
});

test('staff cannot set a common password or one made of their email, and the link survives the attempt', async () => {
  await request(people.wren.email);
  const token = await latestToken();

  for (const password of ['password1', 'wren@farm.example'])
    expect(await reset(token, password)).toMatchObject({
      status: 422,
      body: { errors: { password: [expect.stringContaining('easy to guess')] } },
    });

  expect((await reset(token, people.wren.password)).status).toBe(200);
});

test('customers may choose any eight characters', async () => {
  await request(people.otis.email);

  expect((await reset(await latestToken(), 'password')).status).toBe(200);
});

test('the owner of the account is told that the password was changed', async () => {
  await request(people.otis.email);
  await reset(await latestToken(), people.otis.password);

  const mail = (await shop.mails()).at(-1);

  expect(mail).toContain('Subject: Your password was changed');
  expect(mail).toContain(`To: ${people.otis.email}`);
});
