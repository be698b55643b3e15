// Each call, with requests bent in every way we know: the short form of npm run attack.
import { afterAll, expect, test } from 'vitest';
import { attacked, webhookSettings } from '#server/testing/attack/attacked.ts';
import { shown } from '#server/testing/attack/findings.ts';
import { openTarget } from '#server/testing/attack/target.ts';
import { throwRequests } from '#server/testing/attack/throw-requests.ts';
import { newPlace } from '#server/testing/place.ts';

const SEED = 8;
const numbers = Array.from({ length: 12 }, (_, number) => number);

const place = await newPlace();
const target = await openTarget(place, webhookSettings);
afterAll(async () => {
  await target.close();
  await place.clear();
});

// What is deleted cannot be attacked any more.
const names = Object.keys(attacked).toSorted((a, b) => Number(a.startsWith('DELETE')) - Number(b.startsWith('DELETE')));

test.each(names)('%s answers whatever it is sent, and what it refuses changes nothing', async (call) => {
  const { findings } = await throwRequests(target, { seed: SEED, call, numbers });

  expect(findings.map(shown)).toEqual([]);
});
