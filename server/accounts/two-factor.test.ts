import { beforeEach, expect, test } from 'vitest';
import { hashToken } from '#server/secret-token.ts';
import { apiClient } from '#server/testing/api-client.ts';
import { openTestShop, people } from '#server/testing/test-shop.ts';
import { sealSecrets } from './seal-secrets.ts';
import { createSecretBox } from './secret-box.ts';
import { loadSecretsKey } from './secrets-key.ts';
import { codeAt, stepAt } from './totp.ts';
import { saveRecoveryCodes } from './two-factor.store.ts';

const shop = await openTestShop({ settings: { TRUST_PROXY: '1' } });
const { visitor, clock, database } = shop;
const { email, password } = people.wren;
const credentials = { email, password };

beforeEach(async () => {
  clock.now = new Date(clock.now.getTime() + 60 * 60_000);
  for (const table of ['rate_limits', 'recovery_codes', 'two_factor_secrets'] as const)
    await database.transaction([], (tx) => tx.deleteFrom(table).execute());
});

const codeOf = (secret: string, stepsFromNow = 0) => codeAt(secret, stepAt(clock.now) + stepsFromNow);
const advance = (seconds: number) => {
  clock.now = new Date(clock.now.getTime() + seconds * 1000);
};

async function login(code?: string, address = '203.0.113.5') {
  const response = await visitor.fetch('/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(code === undefined ? credentials : { ...credentials, code }),
  });
  return { status: response.status, body: await response.json() };
}

async function enableTwoFactor() {
  const wren = apiClient(shop.url, (await login()).body.token);
  const { data } = await wren.send('POST /api/account/second-factor', { body: { password } });
  const body = { code: codeOf(data.secret) };
  const confirmed = await wren.send('POST /api/account/second-factor/confirmation', { body });
  advance(60);
  return { wren, secret: data.secret, link: data.link, codes: confirmed.data.recovery_codes };
}

test('without two-factor, login works as before', async () => {
  const { status, body } = await login('123456');

  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['token', 'user', 'message']);
});

test('with two-factor, login asks for a code and accepts the right one', async () => {
  const { secret } = await enableTwoFactor();

  const withoutCode = await login();
  const wrong = await login('000000');
  const correct = await login(codeOf(secret));

  const text = 'Enter the code from your authenticator app, or a recovery code.';
  expect(withoutCode).toEqual({ status: 401, body: { message: text, errors: { code: [text] } } });
  expect(wrong).toMatchObject({
    status: 401,
    body: { errors: { code: ['This code is incorrect or was already used.'] } },
  });
  expect(correct.status).toBe(200);
  expect(Object.keys(correct.body)).toEqual(['token', 'user', 'message']);
});

test('a wrong password does not reveal that two-factor is on', async () => {
  await enableTwoFactor();

  const { status, body } = await visitor.attempt('POST /api/login', { body: { email, password: 'wrong', code: '1' } });

  expect({ status, body }).toEqual({ status: 401, body: { message: 'Incorrect email or password.' } });
});

test('a code works once, even when sent twice at the same time, and invalidates older codes', async () => {
  const { secret } = await enableTwoFactor();

  const both = await Promise.all([login(codeOf(secret)), login(codeOf(secret))]);
  const older = await login(codeOf(secret, -1));

  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  expect(older.status).toBe(401);
});

test('each recovery code works once, however it is typed', async () => {
  const { wren, codes } = await enableTwoFactor();
  expect(new Set(codes).size).toBe(10);
  expect(codes[0]).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/);

  expect((await login(codes[0]?.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
  expect((await login(codes[0])).status).toBe(401);
  expect((await login(codes[1])).status).toBe(200);

  const { data } = await wren.send('GET /api/account/second-factor');
  expect(data.recovery_codes_left).toBe(8);
});

test('shorter recovery codes from before still work', async () => {
  await enableTwoFactor();
  await database.transaction([], async (tx) => {
    await saveRecoveryCodes(tx, 1, [hashToken('abcd-efgh-2345')]);
  });

  expect((await login('ABCD EFGH 2345')).status).toBe(200);
});

test('shows the secret only once and stores recovery codes as hashes', async () => {
  const { wren, secret, link, codes } = await enableTwoFactor();

  const state = await (await wren.fetch('/api/account/second-factor')).text();
  const again = await wren.attempt('POST /api/account/second-factor', { body: { password } });
  const rows = JSON.stringify(await database.db.selectFrom('recovery_codes').selectAll().execute());

  expect(link).toMatch(/^otpauth:\/\/totp\/Heron%20Slough%20Ranch:wren%40farm\.example\?secret=[A-Z2-7]{32}&issuer=/);
  expect(state).not.toContain(secret);
  expect(again).toMatchObject({ status: 409, body: { message: 'Two-step login is already on.' } });
  expect(codes.filter((code) => rows.includes(code))).toEqual([]);
  expect(shop.logLines.filter((line) => line.includes(secret))).toEqual([]);
});

test('two-factor is on only after the first code confirms it, and that ends other sessions', async () => {
  const [here, elsewhere] = [await login(), await login()].map(({ body }) => apiClient(shop.url, body.token));
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

test('setup requires the password; turning it off requires password and code', async () => {
  const { wren, secret } = await enableTwoFactor();
  const remove = (body: { password: string; code: string }) =>
    wren.attempt('POST /api/account/second-factor/removal', { body });

  const wrongPassword = await remove({ password: 'wrong', code: codeOf(secret) });
  const wrongCode = await remove({ password, code: '000000' });
  expect(wrongPassword).toMatchObject({ status: 422, body: { errors: { password: [expect.any(String)] } } });
  expect(wrongCode).toMatchObject({ status: 422, body: { errors: { code: [expect.any(String)] } } });
  expect((await login()).status).toBe(401);
  expect((await remove({ password, code: codeOf(secret) })).status).toBe(200);

  expect((await login()).status).toBe(200);
  const started = await wren.attempt('POST /api/account/second-factor', { body: { password: 'wrong' } });
  expect(started).toMatchObject({ status: 422, body: { errors: { password: [expect.any(String)] } } });
  const actions = (await wren.send('GET /api/audit')).data.slice(0, 2).map(({ action }) => action);
  expect(actions).toEqual(['second factor switched off', 'second factor switched on']);
});

test('the owner is told when two-step login is turned on or off', async () => {
  const { wren, secret } = await enableTwoFactor();
  const on = (await shop.mails()).at(-1);
  await wren.send('POST /api/account/second-factor/removal', { body: { password, code: codeOf(secret) } });
  const off = (await shop.mails()).at(-1);

  expect(on).toContain('Subject: Two-step login was turned on');
  expect(off).toContain('Subject: Two-step login was turned off');
  expect(off).toContain(`To: ${email}`);
});

test('secrets are stored encrypted; older ones are encrypted when the shop opens, and keep working', async () => {
  const { secret } = await enableTwoFactor();
  const stored = async () =>
    (await database.db.selectFrom('two_factor_secrets').select('secret').executeTakeFirstOrThrow()).secret;
  expect(await stored()).toMatch(/^v1\./);
  expect(await stored()).not.toContain(secret);

  const store = (text: string) =>
    database.transaction(
      [],
      async (tx) => void (await tx.updateTable('two_factor_secrets').set({ secret: text }).execute()),
    );
  await store(secret);
  const box = createSecretBox(loadSecretsKey({ secretsKey: undefined, dataDir: shop.tempShop.dataDir }));
  await sealSecrets(database, box);

  expect(await stored()).toMatch(/^v1\./);
  expect((await login(codeOf(secret))).status).toBe(200);
});

test('another key is refused while there are secrets, and no secret is stored with a key that others do not have', async () => {
  const { secret } = await enableTwoFactor();
  const other = createSecretBox('another key '.repeat(4));
  await expect(sealSecrets(database, other)).rejects.toThrow('is not the key of this shop: one two-step login');
  expect((await login(codeOf(secret))).status).toBe(200);

  await database.transaction([], async (tx) => void (await tx.deleteFrom('two_factor_secrets').execute()));
  const wren = apiClient(shop.url, (await login()).body.token);
  await sealSecrets(database, other);
  shop.expectError(/Another instance has opened this shop with another key/);
  expect((await wren.attempt('POST /api/account/second-factor', { body: { password } })).status).toBe(500);
  await sealSecrets(
    database,
    createSecretBox(loadSecretsKey({ secretsKey: undefined, dataDir: shop.tempShop.dataDir })),
  );
});

test('a password reset does not bypass two-factor', async () => {
  const { secret } = await enableTwoFactor();
  await visitor.send('POST /api/password-reset-requests', { body: { email } });
  const mail = ((await shop.mails()).at(-1) ?? '').replace(/=\r?\n/g, '');
  const token = /\/reset-password#([\w-]+)/.exec(mail)?.[1] ?? '';
  await visitor.send('POST /api/password-resets', { body: { token, password } });

  expect((await login()).status).toBe(401);
  expect((await login(codeOf(secret))).status).toBe(200);
});

test('guesses stop at 5 per address and 20 a day from new addresses, and the owner can log in from a known one', async () => {
  const { secret } = await enableTwoFactor();
  const statuses: number[] = [];
  for (let n = 0; n < 30; n += 1) statuses.push((await login('000000', `198.51.100.${n}`)).status);

  expect(statuses.filter((status) => status === 401)).toHaveLength(20);
  expect((await login(codeOf(secret), '198.51.100.99')).status).toBe(429);
  expect((await login(codeOf(secret))).status).toBe(200);
  for (let n = 0; n < 5; n += 1) expect((await login('000000')).status).toBe(401);
  advance(30);
  expect((await login(codeOf(secret))).status).toBe(429);
});
