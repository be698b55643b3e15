// Someone tries out stolen cards from many addresses.
import { expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop({ settings: { TRUST_PROXY: '1' } });
shop.expectError(/needs attention/);

let phone = 7_075_550_000;
async function tryCard(address: string, token = 'declined'): Promise<number> {
  phone += 1;
  const response = await shop.visitor.fetch('/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({
      sourceId: `cnon:card-nonce-${token}`,
      amount: 1600,
      orderDetails: { productId: 1, quantity: 1, name: 'Dana', phone: String(phone), locationOption: 'pickup' },
    }),
  });
  return response.status;
}

test('after many declines in the whole shop, each address has one try, good cards work and staff are told', async () => {
  const wren = await shop.as('wren');
  const alerts = async () => (await wren.send('GET /api/payment-alarms')).data.map(({ what }) => what);
  for (let address = 1; address <= 8; address += 1)
    for (let times = 0; times < 5; times += 1) {
      expect(await alerts()).toEqual([]);
      expect(await tryCard(`10.0.${address}.1`)).toBe(402);
    }

  expect(await alerts()).toEqual([expect.stringMatching(/^40 cards were declined/)]);
  expect([await tryCard('10.0.99.1'), await tryCard('10.0.99.1')]).toEqual([402, 429]);
  expect(await tryCard('10.0.100.1', 'ok')).toBe(200);

  shop.clock.now = new Date(shop.clock.now.getTime() + 11 * 60_000);
  expect([await tryCard('10.0.99.1'), await tryCard('10.0.99.1')]).toEqual([402, 402]);
});
