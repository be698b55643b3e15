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

    await expect.poll(contactPage, { timeout: 1000, interval: 50 }).toContain('(415) 555-0123');
  } finally {
    await second.shop.close();
  }
});
