// On SQLite only one shop may run; the lock enforces that.
import { afterAll, expect, test } from 'vitest';
import { startShop } from '#scripts/running-shop.ts';
import { createTempShop } from '#server/testing/temp-shop.ts';

const tempShop = await createTempShop();
afterAll(tempShop.cleanUp);
const settings = { DATA_DIR: tempShop.dataDir };

test('rejects a second shop on the same DATA_DIR with one line, and the first keeps running', async () => {
  const first = await startShop(settings);

  await expect(startShop(settings)).rejects.toThrow(
    /^The shop cannot open\. DATA_DIR: \S+ is in use by another shop \(process \d+\)\. [^\n]+$/,
  );
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200);

  await first.kill();
  const next = await startShop(settings);
  expect(await next.stop()).toBe(0);
});
