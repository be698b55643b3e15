import { expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';

const farm = await openTestShop();

test('when the database is gone, kept pages still answer and the others say sorry with a number to quote', async () => {
  farm.expectError(/could not be answered|does not answer/);
  const before = await (await farm.visitor.fetch('/blogs')).text();
  await farm.database.close();

  const kept = await farm.visitor.fetch('/blogs');
  const lost = await farm.visitor.fetch('/blog/1');
  const call = await farm.visitor.fetch('/api/blogs/1');
  const health = await farm.visitor.fetch('/healthz');

  expect(await kept.text()).toBe(before);
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
  expect((await farm.visitor.fetch('/livez')).status).toBe(200);
});
