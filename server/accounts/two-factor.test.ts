import { beforeEach, expect, test } from 'vitest';
import { apiClient } from '#server/testing/api-client.ts';
import { openTestShop, people } from '#server/testing/test-shop.ts';
import { codeAt, stepAt } from './totp.ts';

const farm = await openTestShop({ settings: { TRUST_PROXY: '1' } });
const { visitor, clock, database } = farm;
const { email, password } = people.wren;
const right = { email, password };

beforeEach(async () => {
  clock.now = new Date(clock.now.getTime() + 60 * 60_000);
  await database.transaction([], async (tx) => {
    await tx.deleteFrom('limits').execute();
    await tx.deleteFrom('recovery_codes').execute();
    await tx.deleteFrom('second_factors').execute();
  });
});

const codeOf = (secret: string, stepsFromNow = 0) => codeAt(secret, stepAt(clock.now) + stepsFromNow);
const later = (seconds: number) => {
  clock.now = new Date(clock.now.getTime() + seconds * 1000);
};

async function login(code?: string, address = '203.0.113.5') {
  const response = await visitor.fetch('/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(code === undefined ? right : { ...right, code }),
  });
  return { status: response.status, body: await response.json() };
}

async function switchedOn() {
  const wren = apiClient(farm.url, (await login()).body.token);
  const { data } = await wren.send('POST /api/account/second-factor', { body: { password } });
  const body = { code: codeOf(data.secret) };
  const confirmed = await wren.send('POST /api/account/second-factor/confirmation', { body });
  later(60);
  return { wren, secret: data.secret, link: data.link, codes: confirmed.data.recovery_codes };
}

test('without a second factor the answers to a login are what they were', async () => {
  const { status, body } = await login('123456');

  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['token', 'user', 'message']);
});

test('with it a right password is asked for a code, and the right code opens the session', async () => {
  const { secret } = await switchedOn();

  const asked = await login();
  const wrong = await login('000000');
  const entered = await login(codeOf(secret));

  const text = 'Enter the code from your authenticator app, or a recovery code.';
  expect(asked).toEqual({ status: 401, body: { message: text, errors: { code: [text] } } });
  expect(wrong).toMatchObject({
    status: 401,
    body: { errors: { code: ['This code is incorrect or was already used.'] } },
  });
  expect(entered.status).toBe(200);
  expect(Object.keys(entered.body)).toEqual(['token', 'user', 'message']);
});

test('a wrong password says nothing of a second factor', async () => {
  await switchedOn();

  const { status, body } = await visitor.attempt('POST /api/login', { body: { email, password: 'wrong', code: '1' } });

  expect({ status, body }).toEqual({ status: 401, body: { message: 'Incorrect email or password.' } });
});

test('a code works once, also when it is sent twice at the same moment, and so does an older one', async () => {
  const { secret } = await switchedOn();

  const both = await Promise.all([login(codeOf(secret)), login(codeOf(secret))]);
  const older = await login(codeOf(secret, -1));

  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  expect(older.status).toBe(401);
});

test('each recovery code works once, however it is typed', async () => {
  const { wren, codes } = await switchedOn();
  expect(new Set(codes).size).toBe(10);

  expect((await login(codes[0]?.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
  expect((await login(codes[0])).status).toBe(401);
  expect((await login(codes[1])).status).toBe(200);

  const { data } = await wren.send('GET /api/account/second-factor');
  expect(data.recovery_codes_left).toBe(8);
});

test('the secret is told once; recovery codes are stored as hashes', async () => {
  const { wren, secret, link, codes } = await switchedOn();

  const state = await (await wren.fetch('/api/account/second-factor')).text();
  const again = await wren.attempt('POST /api/account/second-factor', { body: { password } });
  const rows = JSON.stringify(await database.db.selectFrom('recovery_codes').selectAll().execute());

  expect(link).toMatch(/^otpauth:\/\/totp\/Heron%20Slough%20Ranch:wren%40farm\.example\?secret=[A-Z2-7]{32}&issuer=/);
  expect(state).not.toContain(secret);
  expect(again).toMatchObject({ status: 409, body: { message: 'Two-factor authentication is already on.' } });
  expect(codes.filter((code) => rows.includes(code))).toEqual([]);
  expect(farm.logged.filter((line) => line.includes(secret))).toEqual([]);
});

test('it is on only when a first code confirms it, and that ends the sessions elsewhere', async () => {
  const [here, elsewhere] = [await login(), await login()].map(({ body }) => apiClient(farm.url, body.token));
  if (!here || !elsewhere) throw new Error('Two logins give two sessions.');
  const { data } = await here.send('POST /api/account/second-factor', { body: { password } });

  const wrong = await here.attempt('POST /api/account/second-factor/confirmation', { body: { code: '000000' } });
  expect(wrong).toMatchObject({ status: 422, body: { errors: { code: [expect.any(String)] } } });
  expect((await login()).status).toBe(200);
  await here.send('POST /api/account/second-factor/confirmation', { body: { code: codeOf(data.secret) } });

  expect((await login()).status).toBe(401);
  expect((await elsewhere.fetch('/api/account')).status).toBe(401);
  expect((await here.fetch('/api/account')).status).toBe(200);
});

test('it takes the password to begin, and password and code to switch it off', async () => {
  const { wren, secret } = await switchedOn();
  const remove = (body: { password: string; code: string }) =>
    wren.attempt('POST /api/account/second-factor/removal', { body });

  const wrongPassword = await remove({ password: 'wrong', code: codeOf(secret) });
  const wrongCode = await remove({ password, code: '000000' });
  expect(wrongPassword).toMatchObject({ status: 422, body: { errors: { password: [expect.any(String)] } } });
  expect(wrongCode).toMatchObject({ status: 422, body: { errors: { code: [expect.any(String)] } } });
  expect((await login()).status).toBe(401);
  expect((await remove({ password, code: codeOf(secret) })).status).toBe(200);

  expect((await login()).status).toBe(200);
  const begun = await wren.attempt('POST /api/account/second-factor', { body: { password: 'wrong' } });
  expect(begun).toMatchObject({ status: 422, body: { errors: { password: [expect.any(String)] } } });
  const lines = (await wren.send('GET /api/audit')).data.slice(0, 2).map(({ action }) => action);
  expect(lines).toEqual(['second factor switched off', 'second factor switched on']);
});

test('a new password by link does not get round it', async () => {
  const { secret } = await switchedOn();
  await visitor.send('POST /api/password-reset-requests', { body: { email } });
  const mail = ((await farm.mails()).at(-1) ?? '').replace(/=\r?\n/g, '');
  const token = /\/reset-password#([\w-]+)/.exec(mail)?.[1] ?? '';
  await visitor.send('POST /api/password-resets', { body: { token, password } });

  expect((await login()).status).toBe(401);
  expect((await login(codeOf(secret))).status).toBe(200);
});

test('guesses stop at five from an address and at twenty a day from new ones, and the owner gets in from where they were', async () => {
  const { secret } = await switchedOn();
  const statuses: number[] = [];
  for (let n = 0; n < 30; n += 1) statuses.push((await login('000000', `198.51.100.${n}`)).status);

  expect(statuses.filter((status) => status === 401)).toHaveLength(20);
  expect((await login(codeOf(secret), '198.51.100.99')).status).toBe(429);
  expect((await login(codeOf(secret))).status).toBe(200);
  for (let n = 0; n < 5; n += 1) expect((await login('000000')).status).toBe(401);
  later(30);
  expect((await login(codeOf(secret))).status).toBe(429);
});
