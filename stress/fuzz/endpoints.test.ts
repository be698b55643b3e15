// Each call, with requests bent in every way we know: the short form of npm run attack.
import { afterAll, expect, test } from 'vitest';
import { createTempShop } from '#server/testing/temp-shop.ts';
import { shown } from './finding-report.ts';
import { runFuzz } from './fuzz-runner.ts';
import { openFuzzShop } from './fuzz-shop.ts';
import { targets, webhookSettings } from './targets.ts';

const SEED = 8;
const numbers = Array.from({ length: 12 }, (_, number) => number);

const place = await createTempShop();
const target = await openFuzzShop(place, webhookSettings);
afterAll(async () => {
  await target.close();
  await place.cleanUp();
});

// What is deleted cannot be attacked any more.
const names = Object.keys(targets).toSorted((a, b) => Number(a.startsWith('DELETE')) - Number(b.startsWith('DELETE')));

test.each(names)('%s answers whatever it is sent, and what it refuses changes nothing', async (call) => {
  const { findings } = await runFuzz(target, { seed: SEED, call, numbers });

  expect(findings.map(shown)).toEqual([]);
});
