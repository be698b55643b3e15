// This version beside itself; npm run faults -- versions has an older one.
import { afterAll, expect, test } from 'vitest';
import { createTempShop } from '#server/testing/temp-shop.ts';
import { runSideBySide } from './side-by-side.ts';

const { dataDir, databaseUrl = '', cleanUp } = await createTempShop();
afterAll(cleanUp);

test('two versions on one database serve staff and buyers, and all invariants hold', async () => {
  const { done, failures } = await runSideBySide({ oldFolder: '.', dataDir, databaseUrl, seconds: 3 });

  expect(failures).toEqual([]);
  for (const operations of done) expect(operations).toBeGreaterThan(0);
}, 600_000);
