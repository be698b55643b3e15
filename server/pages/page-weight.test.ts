import { expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop();
const HTML_BUDGET = 20_000;

test.each([
  '/',
  '/products',
  '/products/comet',
  '/shop',
  '/brew',
  '/harvest',
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
