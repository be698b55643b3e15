// Garbage on the wire: the short form of npm run attack -- wire.
import { afterAll, expect, test } from 'vitest';
import { createTempShop } from '#server/testing/temp-shop.ts';
import { openFuzzShop } from './fuzz-shop.ts';
import { fuzzWire } from './wire.ts';

const place = await createTempShop();
const target = await openFuzzShop(place);
afterAll(async () => {
  await target.close();
  await place.cleanUp();
});

test('whatever comes over the wire is answered or hung up on, and the next request is served', async () => {
  const { findings } = await fuzzWire(target.port, 8, 6);

  expect(findings).toEqual([]);
  expect(target.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});
