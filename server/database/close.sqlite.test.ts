import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createTempShop } from '#server/testing/temp-shop.ts';
import { openDatabase } from './database.ts';

test('closing the database closes every connection, whatever it was used for', async () => {
  const { dataDir, cleanUp } = await createTempShop();

  for (const alongsideShop of [false, true]) await (await openDatabase({ dataDir, alongsideShop }, () => {})).close();

  // The last connection to close removes these files.
  expect(readdirSync(dataDir).filter((name) => /-(wal|shm)$/.test(name))).toEqual([]);
  await cleanUp();
});
