import { beforeEach, expect, test } from 'vitest';
import { openTestShop, people } from '#server/testing/test-shop.ts';

const farm = await openTestShop();
const { visitor, clock, database } = farm;
const DAY = 86_400_000;

beforeEach(async () => {
  clock.now = new Date('2026-10-01T17:00:00.000Z');
  await database.transaction([], async (tx) => void (await tx.deleteFrom('limits').execute()));
});

const mallory = { name: 'Mallory', email: 'Mallory@Example.com', password: 'eight characters' };
const accounts = () => database.db.selectFrom('accounts').select(['name', 'email', 'role', 'password_hash']).execute();

test('whoever signs up is a customer, whatever else is sent, and can log in under any spelling of the e-mail', async () => {
  const body = { ...mallory, role: 'admin', id: 1 };

  const reply = await visitor.send('POST /api/register', { body });
  const { user } = await visitor.send('POST /api/login', {
    body: { email: 'MALLORY@example.com ', password: mallory.password },
  });

  expect(reply.message).toBe("You're signed up. You can log in now.");
  expect(user).toMatchObject({ name: 'Mallory', email: 'mallory@example.com', role: 'customer' });
  const stored = (await accounts()).find(({ email }) => email === 'mallory@example.com');
  expect(stored?.password_hash).toMatch(/^\$argon2id\$/);
});

test.each([
  ['name', { ...mallory, name: ' ' }, 'Full Name is required.'],
  ['email', { ...mallory, email: 'mallory' }, 'This does not look like an e-mail address.'],
  [
    'email',
    { ...mallory, email: people.otis.email.toUpperCase() },
    'This email already has an account. Please log in.',
  ],
  ['password', { ...mallory, password: 'seven77' }, 'The password must have 8 characters or more.'],
])('a sign-up with a bad %s is refused and changes nothing', async (field, body, text) => {
  const before = await accounts();

  const { status, body: said } = await visitor.attempt('POST /api/register', { body });

  expect(status).toBe(422);
  expect(said.errors[field]).toContain(text);
  expect(await accounts()).toEqual(before);
});

test('a program that fills in the hidden field believes it signed up, and there is no account', async () => {
  const body = { name: 'Bot', email: 'bot@example.com', password: 'eight characters', website: 'http://x.example' };

  const { message } = await visitor.send('POST /api/register', { body });

  expect(message).toBe("You're signed up. You can log in now.");
  expect((await accounts()).map(({ email }) => email)).not.toContain('bot@example.com');
});

test('the eleventh sign-up from an address within the hour has to wait', async () => {
  const attempt = (n: number) =>
    visitor.attempt('POST /api/register', { body: { ...mallory, email: `guest${n}@example.com` } });
  for (let n = 1; n <= 10; n += 1) expect((await attempt(n)).status).toBe(200);

  const { status, body, headers } = await attempt(11);

  expect(status).toBe(429);
  expect(headers.get('retry-after')).toBe('3600');
  expect(body.message).toBe('Too many attempts. Please wait 60 minutes and try again.');
});

test('an unknown e-mail and a wrong password are refused in the same words', async () => {
  const unknown = await visitor.attempt('POST /api/login', { body: { email: 'no@one.example', password: 'x' } });
  const wrong = await visitor.attempt('POST /api/login', { body: { email: people.otis.email, password: 'x' } });

  expect(unknown).toMatchObject({ status: 401, body: { message: 'Incorrect email or password.' } });
  expect(wrong).toMatchObject({ status: unknown.status, body: unknown.body });
});

test('after five wrong passwords even the right one has to wait, from that address', async () => {
  const login = (password: string) =>
    visitor.attempt('POST /api/login', { body: { email: people.otis.email, password } });
  for (let n = 0; n < 5; n += 1) expect((await login('wrong')).status).toBe(401);

  const sixth = await login(people.otis.password);
  expect(sixth.status).toBe(429);
  expect(sixth.headers.get('retry-after')).toBe('900');

  clock.now = new Date(clock.now.getTime() + 15 * 60_000);
  expect((await login(people.otis.password)).status).toBe(200);
});

test('right passwords are not counted', async () => {
  for (let n = 0; n < 25; n += 1) {
    const { email, password } = people.otis;
    await visitor.send('POST /api/login', { body: { email, password } });
  }
});

test('a token works until it is logged out, unused for three days, or two weeks old', async () => {
  const { email, password } = people.otis;
  const login = async () => (await visitor.send('POST /api/login', { body: { email, password } })).token;
  const status = async (token: string) =>
    (await visitor.fetch('/api/account', { headers: { authorization: `Bearer ${token}` } })).status;

  const left = await login();
  expect(await status(left)).toBe(200);
  await visitor.fetch('/api/logout', { method: 'POST', headers: { authorization: `Bearer ${left}` } });
  expect(await status(left)).toBe(401);

  const idle = await login();
  clock.now = new Date(clock.now.getTime() + 3 * DAY);
  expect(await status(idle)).toBe(401);

  const used = await login();
  for (let days = 2; days < 14; days += 2) {
    clock.now = new Date(clock.now.getTime() + 2 * DAY);
    expect(await status(used)).toBe(200);
  }
  clock.now = new Date(clock.now.getTime() + 2 * DAY);
  expect(await status(used)).toBe(401);
});

test('tokens and passwords are stored only as hashes', async () => {
  const { token } = await visitor.send('POST /api/login', { body: people.otis });

  const rows = JSON.stringify([await accounts(), await database.db.selectFrom('sessions').selectAll().execute()]);

  expect(rows).not.toContain(token);
  expect(rows).not.toContain(people.otis.password);
});

test('a changed password ends every session but the one it opens, and only the current one changes it', async () => {
  await visitor.send('POST /api/register', { body: { ...mallory, email: 'pia@example.com' } });
  const login = (password: string) =>
    visitor.attempt('POST /api/login', { body: { email: 'pia@example.com', password } });
  const [here, elsewhere] = [await login(mallory.password), await login(mallory.password)];
  const change = (token: string, current_password: string) =>
    visitor.fetch('/api/account/password', {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ current_password, password: 'another good one' }),
    });

  const refused = await change(here.body.token, 'not this one');
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({ errors: { current_password: ['The current password is incorrect.'] } });

  const changed = await change(here.body.token, mallory.password);
  const { token } = await changed.json();
  const status = async (each: string) =>
    (await visitor.fetch('/api/account', { headers: { authorization: `Bearer ${each}` } })).status;
  expect([await status(token), await status(here.body.token), await status(elsewhere.body.token)]).toEqual([
    200, 401, 401,
  ]);
  expect((await login(mallory.password)).status).toBe(401);
  expect((await login('another good one')).status).toBe(200);
});

test('tidying removes what is over and leaves what is in use', async () => {
  const { token } = await visitor.send('POST /api/login', { body: people.otis });
  await visitor.attempt('POST /api/login', { body: { email: 'no@one.example', password: 'x' } });

  await farm.jobs.runNow('tidy');
  expect((await visitor.fetch('/api/account', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  clock.now = new Date(clock.now.getTime() + 120 * DAY);
  await farm.jobs.runNow('tidy');

  expect(await database.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  expect(await database.db.selectFrom('limits').selectAll().execute()).toEqual([]);
});
