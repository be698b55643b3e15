// Garbage on the wire: the short form of npm run attack -- wire.
import { afterAll, expect, test } from 'vitest';
import { newPlace } from '#server/testing/temp-shop.ts';
import { openTarget } from './fuzz-shop.ts';
import { attackWire } from './wire.ts';

const place = await newPlace();
const target = await openTarget(place);
afterAll(async () => {
  await target.close();
  await place.clear();
});

test('whatever comes over the wire is answered or hung up on, and the next request is served', async () => {
  const { findings } = await attackWire(target.port, 8, 6);

  expect(findings).toEqual([]);
  expect(target.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});
