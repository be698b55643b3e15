import { expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';

const farm = await openTestShop();
const HTML_BUDGET = 20_000;

test.each([
  '/',
  '/products',
  '/products/comet',
  '/shop',
  '/faqs',
  '/contact-us',
  '/about-us',
  '/blogs',
  '/blog/1',
  '/nowhere',
])('the HTML of %s weighs 20 kB at most on the wire', async (path) => {
  const { headers } = await farm.visitor.fetch(path, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });

  expect(headers.get('content-encoding')).toBe('br');
  expect(Number(headers.get('content-length'))).toBeLessThanOrEqual(HTML_BUDGET);
});
