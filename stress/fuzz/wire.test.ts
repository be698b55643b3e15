// Raw garbage over TCP: a short run of npm run attack -- wire.
import { afterAll, expect, test } from 'vitest';
import { createTempShop } from '#server/testing/temp-shop.ts';
import { openFuzzShop } from './fuzz-shop.ts';
import { fuzzWire } from './wire.ts';

const tempShop = await createTempShop();
const target = await openFuzzShop(tempShop);
afterAll(async () => {
  await target.close();
  await tempShop.cleanUp();
});

test('raw garbage gets a response or a closed connection, and the next request works', async () => {
  const { findings } = await fuzzWire(target.port, 8, 6);

  expect(findings).toEqual([]);
  expect(target.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});
