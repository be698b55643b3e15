import { expect, test } from 'vitest';
import { apiClient } from '#server/testing/api-client.ts';
import { makeStaff } from '#server/testing/make-staff.ts';
import { openTestShop, people } from '#server/testing/test-shop.ts';

const shop = await openTestShop({ settings: { TRUST_PROXY: '1' } });
const { visitor, clock } = shop;

type Person = { email: string; password: string };

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1';

const loginFrom = (who: keyof typeof people, address: string, userAgent: string) =>
  loginAs(people[who], address, userAgent);

async function loginAs({ email, password }: Person, address: string, userAgent: string) {
  const response = await visitor.fetch('/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, 'user-agent': userAgent },
    body: JSON.stringify({ email, password }),
  });
  return apiClient(shop.url, (await response.json()).token);
}
const listSessions = async (person: ReturnType<typeof apiClient>) =>
  (await person.send('GET /api/account/sessions')).data;

test('lists where a person is logged in, marks the current session, and reveals nothing that opens one', async () => {
  const desk = await loginFrom('otis', '203.0.113.5', firefox);
  clock.now = new Date(clock.now.getTime() + 3_600_000);
  await loginFrom('otis', '198.51.100.7', phone);

  const sessions = await listSessions(desk);

  expect(sessions.map(({ address, device, current }) => ({ address, device, current }))).toEqual([
    { address: '198.51.100.7', device: 'Safari on iPhone', current: false },
    { address: '203.0.113.5', device: 'Firefox on Windows', current: true },
  ]);
  expect(sessions[1]).toMatchObject({ created_at: '2026-10-01T17:00:00.000Z' });
  expect(sessions.every(({ id }) => id.length === 16)).toBe(true);
});

test('only its owner can end a session, and the others stay active', async () => {
  const [desk, lost] = [await loginFrom('wren', '203.0.113.5', firefox), await loginFrom('wren', '203.0.113.9', phone)];
  const otis = await shop.as('otis');
  const id = (await listSessions(desk)).find(({ device }) => device === 'Safari on iPhone')?.id ?? '';

  const stranger = await otis.attempt('DELETE /api/account/sessions/:id', { params: { id } });
  expect(stranger.status).toBe(404);
  expect((await lost.fetch('/api/account')).status).toBe(200);
  await desk.send('DELETE /api/account/sessions/:id', { params: { id } });

  expect((await lost.fetch('/api/account')).status).toBe(401);
  expect((await desk.fetch('/api/account')).status).toBe(200);
  expect((await desk.attempt('DELETE /api/account/sessions/:id', { params: { id } })).status).toBe(404);
  const [line] = (await desk.send('GET /api/audit')).data;
  expect(line).toMatchObject({ action: 'session ended', subject: 'Safari on iPhone' });
});

test('ends all other sessions at once and records it in the audit trail', async () => {
  const [desk, lost] = [await loginFrom('wren', '203.0.113.5', firefox), await loginFrom('wren', '203.0.113.9', phone)];

  await desk.send('DELETE /api/account/sessions');

  expect((await lost.fetch('/api/account')).status).toBe(401);
  expect(await listSessions(desk)).toMatchObject([{ current: true }]);
  expect((await desk.send('GET /api/audit')).data[0]).toMatchObject({ action: 'all other sessions ended' });
});

test('does not list sessions that have expired or been idle for three days', async () => {
  await loginFrom('otis', '203.0.113.5', firefox);
  clock.now = new Date(clock.now.getTime() + 3 * 86_400_000);
  const desk = await loginFrom('otis', '203.0.113.5', firefox);

  expect(await listSessions(desk)).toHaveLength(1);
});

test('emails staff about a login from a new device or address, but not about the first login or a known device', async () => {
  const finch = { name: 'Finch', email: 'finch@farm.example', password: 'a hundred bines' };
  await visitor.send('POST /api/register', { body: finch });
  await makeStaff(shop.database, finch.email);
  const login = async (address: string, userAgent: string) => {
    await loginAs(finch, address, userAgent);
    return (await shop.mails()).filter((mail) => mail.includes(`To: ${finch.email}`));
  };

  expect(await login('203.0.113.5', firefox)).toHaveLength(0);
  expect(await login('203.0.113.5', firefox)).toHaveLength(0);
  const [other] = await login('203.0.113.5', phone);
  expect(other).toContain('Subject: New login to your account');
  expect(other).toMatch(/Device: Safari on iPhone[\s\S]*Address: 203\.0\.113\.5/);
  expect(await login('198.51.100.7', phone)).toHaveLength(2);
  expect(await login('198.51.100.7', phone)).toHaveLength(2);

  // Old sessions get deleted, so a login to a long unused account triggers an email too.
  clock.now = new Date(clock.now.getTime() + 200 * 86_400_000);
  await shop.jobs.runNow('clean-up');
  expect(await login('203.0.113.5', firefox)).toHaveLength(3);
});

test('a customer login and a failed login send no email', async () => {
  const before = (await shop.mails()).length;

  await loginFrom('otis', '192.0.2.77', firefox);
  await loginAs({ ...people.wren, password: 'wrong' }, '192.0.2.78', phone);

  expect(await shop.mails()).toHaveLength(before);
});
