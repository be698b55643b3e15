import { expect, test } from 'vitest';
import type { StaffRole } from '#contracts/staff-roles.ts';
import { apiClient } from '#server/testing/api-client.ts';
import { linkToken } from '#server/testing/link-token.ts';
import { openTestShop, people } from '#server/testing/test-shop.ts';
import { setStaffRole } from './accounts.store.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const { visitor, clock } = shop;
const wren = await shop.as('wren');
const PASSWORD = 'nine herons on a gate';

const mailTo = async (email: string) =>
  (await shop.mails()).filter((mail) => mail.includes(`To: ${email}`)).at(-1) ?? '';

async function hire(name: string, staff_role: StaffRole) {
  const email = `${name.toLowerCase()}@farm.example`;
  const { data } = await wren.send('POST /api/people', { body: { name, email, staff_role } });
  const token = linkToken(await mailTo(email));
  await visitor.send('POST /api/password-resets', { body: { token, password: PASSWORD } });
  const logIn = async () =>
    apiClient(shop.url, (await visitor.send('POST /api/login', { body: { email, password: PASSWORD } })).token);
  return { id: data.id, email, token, logIn };
}
const find = async (id: number) => (await wren.send('GET /api/people')).data.find((each) => each.id === id);

test('an invited writer sets a password by link, posts, and is refused everything else', async () => {
  const body = { name: 'Finch', email: 'Finch@farm.example', staff_role: 'writer' as const };
  const { data: invited } = await wren.send('POST /api/people', { body });
  expect(invited).toMatchObject({ email: 'finch@farm.example', state: 'invited', staff_role: 'writer' });
  const mail = await mailTo('finch@farm.example');
  const token = linkToken(mail);
  const reset = { body: { token, password: PASSWORD } };
  await visitor.send('POST /api/password-resets', reset);
  expect((await visitor.attempt('POST /api/password-resets', reset)).status).toBe(422);

  const login = await visitor.send('POST /api/login', { body: { email: 'finch@farm.example', password: PASSWORD } });
  expect(login.user).toMatchObject({ role: 'writer', staff_role: 'writer' });
  const finch = apiClient(shop.url, login.token);
  const post = await finch.send('POST /api/admin/blogs', { form: { title: 'From the yard', content: '<p>Rain.</p>' } });
  expect(post.data.title).toBe('From the yard');
  for (const path of ['/api/orders/admin', '/api/products/admin', '/api/emails', '/api/people', '/api/audit'])
    expect((await finch.fetch(path)).status, path).toBe(403);
  expect((await finch.fetch('/api/orders/export')).status).toBe(403);
  expect(await find(invited.id)).toMatchObject({ state: 'active' });
  const { data: trail } = await wren.send('GET /api/audit');
  expect(trail.find(({ who, action }) => who === 'Finch' && action === 'post published')).toBeDefined();
});

test('an invitation expires after seven days', async () => {
  const email = 'late@farm.example';
  await wren.send('POST /api/people', { body: { name: 'Late', email, staff_role: 'staff' } });
  const token = linkToken(await mailTo(email));
  const today = clock.now;
  clock.now = new Date(today.getTime() + 7 * 86_400_000);

  const late = await visitor.attempt('POST /api/password-resets', { body: { token, password: PASSWORD } });

  clock.now = today;
  expect([late.status, late.body.errors.token?.[0]]).toEqual([422, expect.stringContaining('expired')]);
});

test('staff become owners and writers, with effect on the next request', async () => {
  const member = await hire('Sora', 'staff');
  const sora = await member.logIn();
  expect((await sora.fetch('/api/orders/admin?page=1')).status).toBe(200);
  expect((await sora.fetch('/api/people')).status).toBe(403);

  await wren.send('PUT /api/people/:id', { params: { id: member.id }, body: { staff_role: 'owner' } });
  expect((await sora.fetch('/api/people')).status).toBe(200);
  await wren.send('PUT /api/people/:id', { params: { id: member.id }, body: { staff_role: 'writer' } });
  expect((await sora.fetch('/api/orders/admin?page=1')).status).toBe(403);
});

test('a deactivated person is out at once, gets no reset link, and comes back by invitation', async () => {
  const member = await hire('Teal', 'staff');
  const teal = await member.logIn();
  const params = { id: member.id };

  expect((await wren.send('POST /api/people/:id/deactivation', { params })).data.state).toBe('deactivated');

  expect((await teal.fetch('/api/orders/admin?page=1')).status).toBe(401);
  const credentials = { email: member.email, password: PASSWORD };
  expect((await visitor.attempt('POST /api/login', { body: credentials })).status).toBe(401);
  const before = (await shop.mails()).length;
  await visitor.send('POST /api/password-reset-requests', { body: { email: member.email } });
  expect((await shop.mails()).length).toBe(before);

  expect((await wren.send('POST /api/people/:id/invitation', { params })).data.state).toBe('invited');
  const token = linkToken(await mailTo(member.email));
  await visitor.send('POST /api/password-resets', { body: { token, password: PASSWORD } });
  expect((await visitor.attempt('POST /api/login', { body: credentials })).status).toBe(200);
  await wren.send('DELETE /api/people/:id/sessions', { params });
  expect((await find(member.id))?.state).toBe('active');
});

test('someone who was deactivated and then lost the role is let in by a new invitation', async () => {
  const member = await hire('Rook', 'staff');
  await wren.send('POST /api/people/:id/deactivation', { params: { id: member.id } });
  await shop.database.transaction([], (tx) => setStaffRole(tx, member.id, null));

  const body = { name: 'Rook', email: member.email, staff_role: 'writer' as const };
  expect((await wren.send('POST /api/people', { body })).data.state).toBe('invited');
});

test('a stranger who signed up with an address before it was invited gets nothing', async () => {
  const stranger = { name: 'Mallory', email: 'rail@farm.example', password: 'the stranger knows it' };
  await visitor.send('POST /api/register', { body: stranger });
  const { token } = await visitor.send('POST /api/login', { body: stranger });

  await wren.send('POST /api/people', { body: { name: 'Rail', email: stranger.email, staff_role: 'owner' } });

  expect((await apiClient(shop.url, token).fetch('/api/account')).status).toBe(401);
  expect((await visitor.attempt('POST /api/login', { body: stranger })).status).toBe(401);
});

test('the last owner stays one, even if two owners remove each other at the same time', async () => {
  for (const { id, staff_role } of (await wren.send('GET /api/people')).data)
    if (staff_role === 'owner' && id !== 1) await wren.send('POST /api/people/:id/deactivation', { params: { id } });
  const own = { params: { id: 1 } };
  expect((await wren.attempt('PUT /api/people/:id', { ...own, body: { staff_role: 'staff' } })).status).toBe(409);
  expect((await wren.attempt('POST /api/people/:id/deactivation', own)).status).toBe(409);
  expect((await wren.attempt('POST /api/people/:id/invitation', own)).status).toBe(409);

  const member = await hire('Gull', 'owner');
  const gull = await member.logIn();
  const results = await Promise.all([
    wren.attempt('POST /api/people/:id/deactivation', { params: { id: member.id } }),
    gull.attempt('POST /api/people/:id/deactivation', own),
  ]);

  expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
  const { db } = shop.database;
  const active = await db
    .selectFrom('accounts')
    .select('id')
    .where('staff_role', '=', 'owner')
    .where('deactivated_at', 'is', null)
    .execute();
  expect(active).toHaveLength(1);
});

test.each([
  [{ name: '', email: 'a@b.example', staff_role: 'staff' }, 'name'],
  [{ name: 'A', email: 'no at sign', staff_role: 'staff' }, 'email'],
  [{ name: 'A', email: people.wren.email, staff_role: 'staff' }, 'email'],
  [{ name: 'A', email: 'a@b.example', staff_role: 'king' }, 'staff_role'],
])('bad input names its field: %j', async (body, field) => {
  const [owner] = await shop.database.db
    .selectFrom('accounts')
    .select('email')
    .where('staff_role', '=', 'owner')
    .where('deactivated_at', 'is', null)
    .execute();
  const password = owner?.email === people.wren.email ? people.wren.password : PASSWORD;
  const { token } = await visitor.send('POST /api/login', { body: { email: owner?.email ?? '', password } });
  const response = await apiClient(shop.url, token).fetch('/api/people', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

  expect(response.status).toBe(422);
  expect(Object.keys((await response.json()).errors)).toEqual([field]);
});
