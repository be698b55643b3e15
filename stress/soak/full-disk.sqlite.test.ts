// A disk without room: the short form of npm run soak -- disk.
import { afterAll, expect, test } from 'vitest';
import { createTempShop } from '#server/testing/temp-shop.ts';
import { fullDisk } from './full-disk.ts';
import { refusedWrites } from './small-disk.ts';

const { dataDir, cleanUp } = await createTempShop();
afterAll(cleanUp);

test('when nothing can be written, orders and uploads say so and cost nothing, pages go on; then all is well again', async () => {
  const { refused, findings } = await fullDisk({
    dataDir,
    databaseUrl: undefined,
    disk: refusedWrites,
    rounds: 2,
    buyers: 0,
  });

  expect(findings).toEqual([]);
  expect(refused).toBe(40);
}, 60_000);
