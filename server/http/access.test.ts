import { expect, test } from 'vitest';
import type { CallSpec } from '../../contracts/call.ts';
import { type CallName, calls } from '../../contracts/calls.ts';
import { caller } from '../testing/caller.ts';
import { openFarm } from '../testing/farm.ts';

const farm = await openFarm();
const [wren, otis] = [await farm.as('wren'), await farm.as('otis')];
const names = Object.keys(calls) as CallName[];
const specOf = (name: CallName): CallSpec => calls[name];
const statusOf = async (who: typeof wren, name: CallName) =>
  (await who.attempt(name, { params: { id: 999_999 } as never })).status;

test.each(names.filter((name) => specOf(name).for))('%s is closed to visitors', async (name) => {
  const refused = await farm.visitor.attempt(name, { params: { id: 1 } as never });

  expect(refused).toMatchObject({ status: 401, body: { message: 'Unauthenticated.' } });
  expect(await statusOf(caller(farm.url, 'garbage'), name)).toBe(401);
});

test.each(names.filter((name) => specOf(name).for === 'admin'))('%s is for staff', async (name) => {
  const refused = await otis.attempt(name, { params: { id: 1 } as never });

  expect(refused).toMatchObject({ status: 403, body: { message: 'Forbidden.' } });
  expect([401, 403]).not.toContain(await statusOf(wren, name));
});

test.each(names.filter((name) => !specOf(name).for))('%s is open to everyone', async (name) => {
  expect([401, 403]).not.toContain(await statusOf(farm.visitor, name));
});

test('a token stops working when its owner logs out, and later by itself', async () => {
  const login = { body: { email: 'otis@brewery.example', password: 'one malt, one yeast' } };
  const first = caller(farm.url, (await farm.visitor.send('POST /api/login', login)).token);
  const second = caller(farm.url, (await farm.visitor.send('POST /api/login', login)).token);

  await first.send('POST /api/logout');
  expect((await first.attempt('POST /api/logout')).status).toBe(401);

  farm.clock.now = new Date(farm.clock.now.getTime() + 15 * 86_400_000);
  expect((await second.attempt('POST /api/logout')).status).toBe(401);
});

test('a wrong password and an unknown e-mail get the same answer', async () => {
  const wrong = await farm.visitor.attempt('POST /api/login', { body: { email: 'wren@farm.example', password: 'x' } });
  const unknown = await farm.visitor.attempt('POST /api/login', { body: { email: 'x@y.example', password: 'x' } });

  expect(wrong.status).toBe(401);
  expect(unknown.body).toEqual(wrong.body);
});
