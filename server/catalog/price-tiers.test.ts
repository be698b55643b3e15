// Price tiers in the catalog: who may say what, and that a refused edit changes nothing. What they cost: tier-prices.test.ts.
import { expect, test } from 'vitest';
import type { ProductRevision } from '#contracts/catalog.ts';
import { cascade, picture } from '#server/testing/product-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop();
const wren = await shop.as('wren');

const tiers = [
  { from: 44, price: 11.75 },
  { from: 110, price: 10.5 },
];
const add = async (form: Partial<ProductRevision> = {}) =>
  (await wren.send('POST /api/products/admin', { form: { ...cascade, ...form }, picture })).data;
const revise = (id: number, form: Partial<ProductRevision>) =>
  wren.attempt('PUT /api/products/admin/:id', { params: { id }, form: { ...cascade, ...form } });
const current = async (id: number) =>
  (await shop.visitor.send('GET /api/products')).data.find((each) => each.id === id);

/** Sends the text of the field as it is. */
async function sendTiers(id: number, text: string) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...cascade, tiers: text })) body.set(name, String(value));
  const response = await wren.fetch(`/api/products/admin/${id}`, { method: 'PUT', body });
  return { status: response.status, body: await response.json() };
}

test('a product has no tiers unless they are sent', async () => {
  expect(await add()).toMatchObject({ price: 12.5, tiers: [] });
});

test('every product call returns the tiers', async () => {
  const added = await add({ tiers });

  expect(added.tiers).toEqual(tiers);
  expect((await shop.visitor.send('GET /api/products/:slug', { params: { slug: added.slug } })).data.tiers).toEqual(
    tiers,
  );
  for (const list of ['GET /api/products', 'GET /api/products/admin'] as const)
    expect((await wren.send(list)).data.find(({ id }) => id === added.id)?.tiers).toEqual(tiers);
});

test('an update without tiers keeps them, another list replaces them, and an empty list removes them', async () => {
  const { id } = await add({ tiers });

  expect((await revise(id, { description: 'New words.' })).body.data).toMatchObject({ tiers, version: 2 });
  const other = [{ from: 22, price: 12 }];
  expect((await revise(id, { tiers: other })).body.data).toMatchObject({ tiers: other, version: 3 });
  expect((await revise(id, { tiers: [] })).body.data).toMatchObject({ tiers: [], version: 4 });
  expect((await current(id))?.tiers).toEqual([]);
});

test('pages show changed tiers right away', async () => {
  const { id, slug } = await add();
  await shop.visitor.fetch(`/products/${slug}`);

  await revise(id, { tiers });

  expect((await (await shop.visitor.fetch(`/products/${slug}`)).text()).includes('>From 110 lbs<')).toBe(true);
});

test.each([
  ['no JSON', '44: 11.75', 'tiers', 'Send the tiers as a JSON array.'],
  ['no array', '{"from":44,"price":11.75}', 'tiers', 'Send the tiers as a JSON array.'],
  ['an empty text', '', 'tiers', 'Send the tiers as a JSON array.'],
  ['a long text', ' '.repeat(2001), 'tiers', 'Send at most 2,000 characters.'],
  ['a tier that is no object', '[44]', 'tiers.0', 'Each tier has from and price.'],
  ['a tier without pounds', '[{"price":11}]', 'tiers.0.from', 'From is required.'],
  ['a tier without a price', '[{"from":"44","price":""}]', 'tiers.0.price', 'Price is required.'],
  ['one pound', '[{"from":1,"price":11}]', 'tiers.0.from', 'From must be a whole number from 2 to 1,000,000.'],
  ['half pounds', '[{"from":5.5,"price":11}]', 'tiers.0.from', 'From must be a whole number from 2 to 1,000,000.'],
  [
    'more than any order',
    '[{"from":1000001,"price":11}]',
    'tiers.0.from',
    'From must be a whole number from 2 to 1,000,000.',
  ],
  [
    'a free tier',
    '[{"from":44,"price":0}]',
    'tiers.0.price',
    'Price must be more than 0 and at most 100,000, with at most two decimals.',
  ],
  [
    'fractions of a cent',
    '[{"from":44,"price":"1.005"}]',
    'tiers.0.price',
    'Price must be more than 0 and at most 100,000, with at most two decimals.',
  ],
  [
    'the same pounds twice',
    '[{"from":44,"price":11},{"from":44,"price":10}]',
    'tiers.1.from',
    'From must be more than 44 lbs.',
  ],
  [
    'falling pounds',
    '[{"from":44,"price":11},{"from":22,"price":10}]',
    'tiers.1.from',
    'From must be more than 44 lbs.',
  ],
  [
    'the same price twice',
    '[{"from":22,"price":11},{"from":44,"price":11}]',
    'tiers.1.price',
    'Price must be less than $11.00.',
  ],
  ['the base price', '[{"from":44,"price":12.5}]', 'tiers.0.price', 'Price must be less than $12.50.'],
  [
    'six tiers',
    JSON.stringify([2, 3, 4, 5, 6, 7].map((from) => ({ from, price: 10 - from }))),
    'tiers',
    'A product can have up to 5 price tiers.',
  ],
])('refuses %s, names the field, and changes nothing', async (_, text, field, message) => {
  const { id } = await add({ tiers });
  const before = await current(id);

  const refused = await sendTiers(id, text);

  expect(refused).toMatchObject({ status: 422, body: { errors: { [field]: [message] } } });
  expect(await current(id)).toEqual(before);
});

test('five tiers are fine, with numbers as they were typed', async () => {
  const { id } = await add();
  const five = [2, 3, 4, 5, 6].map((from) => ({ from, price: 10 - from }));

  const saved = await sendTiers(
    id,
    JSON.stringify(five.map(({ from, price }) => ({ from: `${from}`, price: ` ${price}.00` }))),
  );

  expect(saved.body.data.tiers).toEqual(five);
});

test('refuses a new product whose tier costs as much as a single pound, and adds nothing', async () => {
  const count = async () => (await shop.visitor.send('GET /api/products')).data.length;
  const before = await count();

  const form = { ...cascade, tiers: [{ from: 44, price: 12.5 }] };
  const refused = await wren.attempt('POST /api/products/admin', { form, picture });

  expect(refused).toMatchObject({
    status: 422,
    body: { errors: { 'tiers.0.price': ['Price must be less than $12.50.'] } },
  });
  expect(await count()).toBe(before);
});

test('refuses a price below the tiers that stay', async () => {
  const { id } = await add({ tiers });

  const refused = await revise(id, { price: 11.75 });

  const price = ['Price must be more than $11.75 per lb from 44 lbs.'];
  expect(refused).toMatchObject({ status: 422, body: { errors: { price } } });
  expect(await current(id)).toMatchObject({ price: 12.5, tiers, version: 1 });
  expect((await revise(id, { price: 11.75, tiers: [] })).status).toBe(200);
});

test('an edit of old tiers is a conflict that returns the current ones', async () => {
  const { id } = await add({ tiers });
  const newer = [{ from: 44, price: 11 }];
  await revise(id, { tiers: newer, version: 1 });

  const refused = await revise(id, { tiers: [{ from: 44, price: 12 }], version: 1 });

  expect(refused).toMatchObject({ status: 409, body: { current: { tiers: newer, version: 2 } } });
  expect((await current(id))?.tiers).toEqual(newer);
});

test('of many edits of the same version, one saves its tiers whole', async () => {
  const { id } = await add();

  const responses = await Promise.all(
    [2, 3, 4, 5, 6, 7, 8, 9].map((from) =>
      revise(id, {
        version: 1,
        tiers: [
          { from, price: 11 },
          { from: from * 10, price: 10 },
        ],
      }),
    ),
  );

  const saved = responses.filter(({ status }) => status === 200);
  expect(saved).toHaveLength(1);
  expect((await current(id))?.tiers).toEqual(saved[0]?.body.data.tiers);
});

test('search engines read the base price, and each tier with its pounds', async () => {
  const { slug } = await add({ tiers });

  const html = await (await shop.visitor.fetch(`/products/${slug}`)).text();
  const [, json = ''] = html.match(/<script type="application\/ld\+json">(.*?)<\/script>/s) ?? [];
  const things = [JSON.parse(json)].flat();

  expect(things[0].offers).toMatchObject({
    price: '12.50',
    priceSpecification: [
      { price: '12.50' },
      { price: '11.75', eligibleQuantity: { minValue: 44, unitCode: 'LBR' } },
      { price: '10.50', eligibleQuantity: { minValue: 110, unitCode: 'LBR' } },
    ],
  });
});
