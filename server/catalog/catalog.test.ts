import { expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop();

test('a new shop sells two hops, with prices as numbers', async () => {
  const { data } = await shop.visitor.send('GET /api/products');

  expect(data.map(({ name, price, stock }) => ({ name, price, stock }))).toEqual([
    { name: 'Triple Pearl', price: 16, stock: 418 },
    { name: 'Comet', price: 14.5, stock: 260 },
  ]);
  expect(data[1]).toMatchObject({ alpha_acid: 9.8, beta_acid: 4.1, total_oil: 1.9, aromas: 'citrus, melon, spicy' });
});

test('serves the picture of a product at its URL', async () => {
  const { data } = await shop.visitor.send('GET /api/products/:slug', { params: { slug: 'comet' } });

  const picture = await shop.visitor.fetch(data.image_url ?? '');

  expect(data.image).toBe(data.image_url);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
});

test.each(['nothing', 'x'.repeat(90), "comet'--"])('returns 404 for unknown product %j', async (slug) => {
  const response = await shop.visitor.fetch(`/api/products/${slug}`);

  expect([response.status, await response.json()]).toEqual([404, { message: 'Product not found.' }]);
});

test.each([
  ['a price of zero', { price_cents: 0 }],
  ['a negative stock', { stock: -1 }],
  ['a second product with the same slug', { slug: 'comet' }],
])('the database rejects %s', async (_, wrong) => {
  const { transaction } = shop.database;
  const product = {
    slug: 'new',
    name: 'New',
    type: 'x',
    flavor: null,
    alpha_acid: 1,
    beta_acid: 1,
    total_oil: 1,
    aromas: 'x',
    description: '',
    image_url: null,
    price_cents: 1,
    stock: 0,
    created_at: '2026-10-01T17:00:00.000Z',
    deleted_at: null,
  };

  await expect(
    transaction([], (tx) =>
      tx
        .insertInto('products')
        .values({ ...product, ...wrong })
        .execute(),
    ),
  ).rejects.toThrow();
});
