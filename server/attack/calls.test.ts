// Each call, with requests bent in every way we know: the short form of npm run attack.
import { afterAll, expect, test } from 'vitest';
import { type CallName, calls } from '../../contracts/calls.ts';
import { shown } from '../testing/attack/findings.ts';
import { openTarget } from '../testing/attack/target.ts';
import { throwRequests } from '../testing/attack/throw-requests.ts';
import { newPlace } from '../testing/place.ts';

const SEED = 8;
const numbers = Array.from({ length: 12 }, (_, number) => number);

const place = await newPlace();
const target = await openTarget(place);
afterAll(async () => {
  await target.close();
  await place.clear();
});

const isCall = (name: string): name is CallName => name in calls;
// What is deleted cannot be attacked any more.
const names = Object.keys(calls)
  .filter(isCall)
  .toSorted((a, b) => Number(a.startsWith('DELETE')) - Number(b.startsWith('DELETE')));

test.each(names)('%s answers whatever it is sent, and what it refuses changes nothing', async (call) => {
  const { findings } = await throwRequests(target, { seed: SEED, call, numbers });

  expect(findings.map(shown)).toEqual([]);
});
