import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AuditEntry } from '#contracts/audit.ts';
import { loginAt, type RunningShop, staffAccount, staffSettings, startShop } from '#scripts/running-shop.ts';
import { codeOf } from '#server/testing/authenticator.ts';
import { linkToken } from '#server/testing/link-token.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'staff-'));
let shop: RunningShop;

beforeAll(async () => {
  shop = await startShop({ DATA_DIR: dataDir, ...staffSettings });
});
afterAll(async () => {
  await shop.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function command(file: string, ...args: string[]) {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], { env, encoding: 'utf8' });
  return { status, output: (stdout + stderr).trim() };
}

/** The shop sends every few seconds; without SMTP it writes a file. */
function lastMail(): string {
  const folder = join(dataDir, 'outbox');
  const [newest = ''] = readdirSync(folder).toSorted().toReversed();
  return readFileSync(join(folder, newest), 'utf8');
}

function expectValue(text: string): string {
  expect(text).not.toBe('');
  return text;
}

const staff = (...args: string[]) => command('cli/staff.ts', ...args);
const post = (path: string, body: object) =>
  fetch(shop.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('grants and revokes staff access while the shop runs, but not for the last owner', async () => {
  const email = 'finch@farm.example';
  expect(staff('grant', email)).toMatchObject({ status: 1, output: expect.stringContaining('has no account') });
  await post('/api/register', { name: 'Finch', email, password: 'a hundred bines' });

  const old = await (await post('/api/login', { email, password: 'a hundred bines' })).json();

  expect(staff('grant', 'Finch@Farm.example')).toEqual({
    status: 0,
    output: expect.stringContaining(`${email} is now staff. The old password no longer works`),
  });
  expect(staff('grant', email)).toEqual({ status: 0, output: `${email} is staff already.` });
  expect((await post('/api/login', { email, password: 'a hundred bines' })).status).toBe(401);
  const orders = await fetch(`${shop.url}/api/orders/admin`, { headers: { authorization: `Bearer ${old.token}` } });
  expect(orders.status).toBe(401);
  const link = await vi.waitFor(async () => expectValue(linkToken(lastMail())), { timeout: 60_000, interval: 200 });
  await post('/api/password-resets', { token: link, password: 'two hundred bines' });
  let { token } = await (await post('/api/login', { email, password: 'two hundred bines' })).json();
  const admin = () => fetch(`${shop.url}/api/admin/blogs`, { headers: { authorization: `Bearer ${token}` } });
  expect((await admin()).status).toBe(200);
  expect(staff('list').output).toBe(`1  ${staffAccount.email}  Farm office  owner\n2  ${email}  Finch  staff`);

  expect(staff('log-out', email)).toEqual({ status: 0, output: `${email} is logged out everywhere.` });
  expect((await admin()).status).toBe(401);
  ({ token } = await (await post('/api/login', { email, password: 'two hundred bines' })).json());

  expect(staff('grant', email, 'writer').output).toBe(`${email} is now a writer.`);
  expect((await admin()).status).toBe(200);
  expect((await fetch(`${shop.url}/api/orders/admin`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(
    403,
  );
  expect(staff('grant', email, 'king')).toMatchObject({ status: 1, output: expect.stringContaining('no role king') });

  expect(staff('revoke', email)).toEqual({ status: 0, output: `${email} is now a customer.` });
  expect((await admin()).status).toBe(403);
  const audit = await (await fetch(`${shop.url}/api/audit`, { headers: await loginAt(shop.url) })).json();
  expect(audit.data.map(({ who, action, subject }: AuditEntry) => [who, action, subject])).toEqual([
    [null, 'staff revoked', email],
    [null, 'staff role changed', email],
    [null, 'all sessions ended', email],
    ['Finch', 'password set by link', email],
    [null, 'staff granted', email],
  ]);
  expect(staff('revoke', staffAccount.email)).toMatchObject({
    status: 1,
    output: expect.stringContaining('the only owner'),
  });
  expect(staff('fire', email)).toMatchObject({ status: 1, output: expect.stringContaining('npm run staff -- grant') });
});

test('resets two-factor for someone who lost phone and recovery codes', async () => {
  const headers = { ...(await loginAt(shop.url)), 'content-type': 'application/json' };
  const send = async (path: string, body: object) =>
    (await fetch(shop.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  const { data } = await send('/api/account/second-factor', { password: staffAccount.password });
  await send('/api/account/second-factor/confirmation', { code: codeOf(data.secret) });
  expect((await post('/api/login', staffAccount)).status).toBe(401);

  expect(staff('reset-factor', staffAccount.email).status).toBe(0);

  expect((await post('/api/login', staffAccount)).status).toBe(200);
  expect(staff('reset-factor', staffAccount.email)).toEqual({
    status: 1,
    output: `${staffAccount.email} does not use two-factor authentication.`,
  });
});

test('a shop does not open with another key while it has two-step logins, and says what to do', async () => {
  const headers = { ...(await loginAt(shop.url)), 'content-type': 'application/json' };
  const send = async (path: string, body: object) =>
    (await fetch(shop.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  const { data } = await send('/api/account/second-factor', { password: staffAccount.password });
  await send('/api/account/second-factor/confirmation', { code: codeOf(data.secret) });
  expect(statSync(join(dataDir, 'secrets.key')).mode & 0o777).toBe(0o600);
  await shop.stop();

  const withOtherKey = () => startShop({ DATA_DIR: dataDir, ...staffSettings, SECRETS_KEY: 'another key '.repeat(4) });
  await expect(withOtherKey()).rejects.toThrow(/is not the key of this shop.*npm run staff -- reset-all-factors/);

  expect(staff('reset-all-factors')).toEqual({
    status: 0,
    output: `These can now log in with just the password: ${staffAccount.email}.`,
  });
  shop = await withOtherKey();
  expect((await post('/api/login', staffAccount)).status).toBe(200);
});

test('the mail command lists and retries unsent emails', async () => {
  expect(command('cli/mail.ts', 'list')).toEqual({ status: 0, output: 'All emails have been sent.' });
  expect(command('cli/mail.ts', 'retry')).toEqual({ status: 0, output: 'Retrying 0 emails.' });
});
