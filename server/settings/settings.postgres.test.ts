import { expect, test } from 'vitest';
import { defaultSettings } from '#contracts/default-settings.ts';
import { openShopAt, openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop();
const wren = await shop.as('wren');

test('a second instance follows within a second', async () => {
  const second = await openShopAt(shop.tempShop, { now: () => shop.clock.now });
  const contactPage = async () => (await fetch(`${second.url}/contact-us`)).text();
  try {
    expect(await contactPage()).toContain(defaultSettings.farm.phone);
    const value = { ...defaultSettings.farm, phone: '(415) 555-0123' };
    await wren.send('PUT /api/settings/:section', { params: { section: 'farm' }, body: { version: 0, value } });

    await expect.poll(contactPage, { interval: 50 }).toContain('(415) 555-0123');
  } finally {
    await second.shop.close();
  }
});

test('an instance that closes while settings change logs no error', async () => {
  const errors: string[] = [];
  const log = (line: string) => void (line.includes('"level":"error"') && errors.push(line));
  for (let round = 0; round < 5; round += 1) {
    const second = await openShopAt(shop.tempShop, { now: () => shop.clock.now, log });
    let closed = false;
    const closing = second.shop.close().then(() => {
      closed = true;
    });
    while (!closed) await shop.database.transaction(['settings'], async () => {});
    await closing;
  }

  expect(errors).toEqual([]);
});
