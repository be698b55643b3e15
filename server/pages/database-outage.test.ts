import { expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop();

test('without a database, cached pages still work and others show an error with a request id', async () => {
  shop.expectError(/The request failed|not responding/);
  const before = await (await shop.visitor.fetch('/blogs')).text();
  await shop.jobs.stop();
  await shop.database.close();

  const cached = await shop.visitor.fetch('/blogs');
  const lost = await shop.visitor.fetch('/blog/1');
  const call = await shop.visitor.fetch('/api/blogs/1');
  const health = await shop.visitor.fetch('/healthz');

  expect(await cached.text()).toBe(before);
  expect([lost.status, lost.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
  expect(await lost.text()).toContain(lost.headers.get('x-request-id'));
  expect([call.status, await call.json()]).toEqual([
    500,
    {
      message: 'Something went wrong on our side. Please try again.',
      request_id: call.headers.get('x-request-id'),
    },
  ]);
  expect([health.status, await health.json()]).toEqual([503, { status: 'unavailable' }]);
  expect((await shop.visitor.fetch('/livez')).status).toBe(200);
});
