import { expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';

const { visitor } = await openTestShop();

test('other spellings of a picture lead to the one that is cached', async () => {
  const { data } = await visitor.send('GET /api/products');
  const url = data[0]?.image_url ?? '';
  const encoded = url.replace('.jpg', '%2Ejpg');
  expect((await visitor.fetch(url)).status).toBe(200);

  for (const spelling of [encoded, `${url}?x=1`, url.replace('x', '%78')]) {
    const response = await visitor.fetch(spelling);
    expect([spelling, response.status, response.headers.get('location')]).toEqual([spelling, 308, url]);
    // Asked twice: the redirect is not replaced by a cached picture.
    expect((await visitor.fetch(spelling)).status).toBe(308);
  }
});
