import { expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop();
const HTML_BUDGET = 20_000;
await (await shop.as('wren')).send('POST /api/harvests/admin', {
  body: {
    ...{ product_id: 1, kind: 'dried', status: 'growing', expected_on: '2026-10-20', pounds: 100, price: 12, note: '' },
    ...{ deposit_percent: 25, days: [] },
  },
});

test.each([
  '/',
  '/products',
  '/products/comet',
  '/shop',
  '/brew',
  '/harvest',
  '/harvest/1',
  '/lots/co-26-sample',
  '/faqs',
  '/contact-us',
  '/about-us',
  '/blogs',
  '/blog/1',
  '/nowhere',
])('the compressed HTML of %s is at most 20 kB', async (path) => {
  const { headers } = await shop.visitor.fetch(path, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });

  expect(headers.get('content-encoding')).toBe('br');
  expect(Number(headers.get('content-length'))).toBeLessThanOrEqual(HTML_BUDGET);
});
