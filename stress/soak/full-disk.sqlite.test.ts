// A full disk: a short run of npm run soak -- disk.
import { afterAll, expect, test } from 'vitest';
import { createTempShop } from '#server/testing/temp-shop.ts';
import { fullDisk } from './full-disk.ts';
import { blockedWrites } from './small-disk.ts';

const { dataDir, cleanUp } = await createTempShop();
afterAll(cleanUp);

test('on a full disk, orders and uploads get a clear error and cost nothing, pages work, and it recovers', async () => {
  const { rejected, findings } = await fullDisk({
    dataDir,
    databaseUrl: undefined,
    disk: blockedWrites,
    rounds: 2,
    buyers: 0,
  });

  expect(findings).toEqual([]);
  expect(rejected).toBe(40);
});
