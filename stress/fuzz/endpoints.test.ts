// Every endpoint with malformed requests of every kind: a short run of npm run attack.
import { afterAll, expect, test } from 'vitest';
import { findWrongLots } from '#server/catalog/verify-lots.store.ts';
import { findWrongReports } from '#server/testing/recount.ts';
import { createTempShop } from '#server/testing/temp-shop.ts';
import { formatFinding } from './finding-report.ts';
import { runFuzz } from './fuzz-runner.ts';
import { openFuzzShop } from './fuzz-shop.ts';
import { targets, webhookSettings } from './targets.ts';

const SEED = 8;
const numbers = Array.from({ length: 12 }, (_, number) => number);

const tempShop = await createTempShop();
const target = await openFuzzShop(tempShop, webhookSettings);
afterAll(async () => {
  await target.close();
  await tempShop.cleanUp();
});

// DELETE comes last: what is deleted cannot be fuzzed.
const names = Object.keys(targets).toSorted((a, b) => Number(a.startsWith('DELETE')) - Number(b.startsWith('DELETE')));

test.each(names)('%s handles malformed requests, and rejected ones change nothing', async (endpoint) => {
  const { findings } = await runFuzz(target, { seed: SEED, endpoint, numbers });

  expect(findings.map(formatFinding)).toEqual([]);
});

test('after all of them, the lots and the totals still add up', async () => {
  const { db } = target.database;
  expect(await findWrongLots(db)).toEqual([]);
  expect(await findWrongReports(db)).toEqual([]);
});
