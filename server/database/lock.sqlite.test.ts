// On SQLite there is only ever one shop, and the lock sees to that.
import { afterAll, expect, test } from 'vitest';
import { startShop } from '#scripts/running-shop.ts';
import { createTempShop } from '#server/testing/temp-shop.ts';

const place = await createTempShop();
afterAll(place.cleanUp);
const settings = { DATA_DIR: place.dataDir };

test('a second shop on the same DATA_DIR is refused with one line, and the first goes on', async () => {
  const first = await startShop(settings);

  await expect(startShop(settings)).rejects.toThrow(
    /^The shop cannot open\. DATA_DIR: \S+ is in use by another shop \(process \d+\)\. [^\n]+$/,
  );
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200);

  await first.kill();
  const next = await startShop(settings);
  expect(await next.stop()).toBe(0);
});
