import { beforeEach, expect, test } from 'vitest';
import { apiClient } from '#server/testing/api-client.ts';
import { openTestShop, people } from '#server/testing/test-shop.ts';

const shop = await openTestShop();
const { visitor, clock, database } = shop;
const DAY = 86_400_000;

beforeEach(async () => {
  clock.now = new Date('2026-10-01T17:00:00.000Z');
  await database.transaction([], async (tx) => void (await tx.deleteFrom('rate_limits').execute()));
});

const mallory = { name: 'Mallory', email: 'Mallory@Example.com', password: 'eight characters' };
const accounts = () => database.db.selectFrom('accounts').select(['name', 'email', 'role', 'password_hash']).execute();

test('sign-up creates a customer whatever else is sent, and login ignores the case of the email', async () => {
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
  ['email', { ...mallory, email: 'mallory' }, "That doesn't look like an email address."],
  [
    'email',
    { ...mallory, email: people.otis.email.toUpperCase() },
    'This email already has an account. Please log in.',
  ],
  ['password', { ...mallory, password: 'seven77' }, 'Passwords must be at least 8 characters.'],
])('rejects a sign-up with a bad %s and changes nothing', async (field, body, text) => {
  const before = await accounts();

  const { status, body: reply } = await visitor.attempt('POST /api/register', { body });

  expect(status).toBe(422);
  expect(reply.errors[field]).toContain(text);
  expect(await accounts()).toEqual(before);
});

test('tells a bot that fills in the honeypot field that it signed up, but creates no account', async () => {
  const body = { name: 'Bot', email: 'bot@example.com', password: 'eight characters', website: 'http://x.example' };

  const { message } = await visitor.send('POST /api/register', { body });

  expect(message).toBe("You're signed up. You can log in now.");
  expect((await accounts()).map(({ email }) => email)).not.toContain('bot@example.com');
});

test('rejects the eleventh sign-up from an address within an hour', async () => {
  const attempt = (n: number) =>
    visitor.attempt('POST /api/register', { body: { ...mallory, email: `guest${n}@example.com` } });
  for (let n = 1; n <= 10; n += 1) expect((await attempt(n)).status).toBe(200);

  const { status, body, headers } = await attempt(11);

  expect(status).toBe(429);
  expect(headers.get('retry-after')).toBe('3600');
  expect(body.message).toBe('Too many attempts. Please wait 60 minutes and try again.');
});

test('an unknown email and a wrong password get the same error', async () => {
  const unknown = await visitor.attempt('POST /api/login', { body: { email: 'no@one.example', password: 'x' } });
  const wrong = await visitor.attempt('POST /api/login', { body: { email: people.otis.email, password: 'x' } });

  expect(unknown).toMatchObject({ status: 401, body: { message: 'Incorrect email or password.' } });
  expect(wrong).toMatchObject({ status: unknown.status, body: unknown.body });
});

test('after five wrong passwords, even the right one must wait from that address', async () => {
  const login = (password: string) =>
    visitor.attempt('POST /api/login', { body: { email: people.otis.email, password } });
  for (let n = 0; n < 5; n += 1) expect((await login('wrong')).status).toBe(401);

  const sixth = await login(people.otis.password);
  expect(sixth.status).toBe(429);
  expect(sixth.headers.get('retry-after')).toBe('900');

  clock.now = new Date(clock.now.getTime() + 15 * 60_000);
  expect((await login(people.otis.password)).status).toBe(200);
});

test('correct passwords do not count toward the limit', async () => {
  for (let n = 0; n < 25; n += 1) {
    const { email, password } = people.otis;
    await visitor.send('POST /api/login', { body: { email, password } });
  }
});

test('a token works until logout, three idle days, or two weeks', async () => {
  const { email, password } = people.otis;
  const login = async () => (await visitor.send('POST /api/login', { body: { email, password } })).token;
  const status = async (token: string) =>
    (await visitor.fetch('/api/account', { headers: { authorization: `Bearer ${token}` } })).status;

  const loggedOut = await login();
  expect(await status(loggedOut)).toBe(200);
  await visitor.fetch('/api/logout', { method: 'POST', headers: { authorization: `Bearer ${loggedOut}` } });
  expect(await status(loggedOut)).toBe(401);

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

test('stores tokens and passwords only as hashes', async () => {
  const { token } = await visitor.send('POST /api/login', { body: people.otis });

  const rows = JSON.stringify([await accounts(), await database.db.selectFrom('sessions').selectAll().execute()]);

  expect(rows).not.toContain(token);
  expect(rows).not.toContain(people.otis.password);
});

test('changing the password requires the current one and ends every other session', async () => {
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

  const rejected = await change(here.body.token, 'not this one');
  expect(rejected.status).toBe(422);
  expect(await rejected.json()).toMatchObject({ errors: { current_password: ['The current password is incorrect.'] } });

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

test('staff cannot change to a common password, and are told when theirs is changed', async () => {
  const { token } = await visitor.send('POST /api/login', { body: people.wren });
  const change = (password: string) =>
    apiClient(shop.url, token).attempt('PUT /api/account/password', {
      body: { current_password: people.wren.password, password },
    });

  expect(await change('iloveyou')).toMatchObject({
    status: 422,
    body: { errors: { password: [expect.stringContaining('easy to guess')] } },
  });
  expect((await change(people.wren.password)).status).toBe(200);
  const mail = (await shop.mails()).at(-1);
  expect(mail).toContain('Subject: Your password was changed');
  expect(mail).toContain(`To: ${people.wren.email}`);
});

test('a long password with spaces and any characters is taken as it is', async () => {
  const password = `${'hop '.repeat(30)}🍺 Großernte `;
  await visitor.send('POST /api/register', { body: { ...mallory, email: 'long@example.com', password } });
  const login = (guess: string) =>
    visitor.attempt('POST /api/login', { body: { email: 'long@example.com', password: guess } });

  expect((await login(password)).status).toBe(200);
  for (const other of [password.trim(), password.toLowerCase(), password.slice(0, 72)])
    expect((await login(other)).status).toBe(401);
});

test('cleanup removes expired rows and leaves active ones', async () => {
  const { token } = await visitor.send('POST /api/login', { body: people.otis });
  await visitor.attempt('POST /api/login', { body: { email: 'no@one.example', password: 'x' } });

  await shop.jobs.runNow('clean-up');
  expect((await visitor.fetch('/api/account', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  clock.now = new Date(clock.now.getTime() + 120 * DAY);
  await shop.jobs.runNow('clean-up');

  expect(await database.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  expect(await database.db.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
});
