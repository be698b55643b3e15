import { expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';
import { maskPersonal } from './client-errors.ts';

const shop = await openTestShop();
const error = { route: '/order/:id', type: 'TypeError', message: "reading 'map'", build: '/assets/site-Ab12.js' };
const report = (body: object) =>
  shop.visitor.fetch('/api/client-errors', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const logged = () => shop.logLines.filter((line) => line.includes('A page failed in a browser.'));

test('a reported error is logged with its page and build, ten times per address', async () => {
  expect((await report(error)).status).toBe(200);
  expect(JSON.parse(logged()[0] ?? '')).toMatchObject({ level: 'warn', ...error });

  for (let count = 1; count < 10; count += 1) await report(error);
  const response = await report(error);

  expect(response.status).toBe(429);
  expect(logged()).toHaveLength(10);
});

test('a long message is rejected', async () => {
  expect((await report({ ...error, message: 'x'.repeat(201) })).status).toBe(422);
});

test.each([
  ["Cannot read properties of undefined (reading 'map')", "Cannot read properties of undefined (reading 'map')"],
  ['no such account: dana@tulefog.example', 'no such account: …'],
  [
    `Unexpected token 'D', "Dana Whitlock, 12 Levee Road, Isleton" is not valid JSON`,
    `Unexpected token 'D', "…" is not valid JSON`,
  ],
  ['https://farm.example/order/7?key=secret failed', 'https://farm.example/order/7… failed'],
  ['phone (707) 555-0188', 'phone (…'],
])('%s is logged as %s', (message, expected) => {
  expect(maskPersonal(message)).toBe(expected);
});
