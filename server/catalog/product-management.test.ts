// Staff add, revise and delete products; visitors see the changes right away.
import { afterEach, expect, test } from 'vitest';
import type { ProductDraft } from '#contracts/catalog.ts';
import { cascade, otherPicture, picture, stockMovesOf } from '#server/testing/product-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop();
const { visitor } = shop;
const wren = await shop.as('wren');

const add = async (changes: Partial<ProductDraft> = {}) =>
  (await wren.send('POST /api/products/admin', { form: { ...cascade, ...changes }, picture })).data;
const withdraw = (id: number) => wren.send('DELETE /api/products/admin/:id', { params: { id } });
/** Leaves only the two hops of a new shop. */
afterEach(async () => {
  const { data } = await wren.send('GET /api/products/admin');
  for (const { id } of data.slice(2)) await withdraw(id);
});

const text = async (path: string) => (await (await visitor.fetch(path)).text()).replaceAll('<!-- -->', '');

async function post(path: string, fields: Record<string, string>, image?: Buffer) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (image) form.set('image', new Blob([new Uint8Array(image)]), 'hop.png');
  const response = await wren.fetch(path, { method: 'POST', body: form });
  return { status: response.status, body: await response.json() };
}

const fields = Object.fromEntries(Object.entries(cascade).map(([field, value]) => [field, String(value)]));

test('returns a new product as saved, with slug, picture and an opening ledger entry', async () => {
  const product = await add();

  expect(product).toEqual({
    ...cascade,
    id: product.id,
    tiers: [],
    slug: 'cascade',
    version: 1,
    image_url: expect.stringMatching(/^\/uploads\/products\/[0-9a-f]{16}-60x40\.jpg$/),
    image: product.image_url,
  });
  expect((await visitor.fetch(product.image_url ?? '')).status).toBe(200);
  expect(await stockMovesOf(shop.database, product.id)).toMatchObject([
    { pounds: 80, stock_after: 80, reason: 'opening', account_id: expect.any(Number), at: '2026-10-01T17:00:00.000Z' },
  ]);
});

test('visitors see every change right away: catalog, page, API and sitemap', async () => {
  const visible = async () => ({
    catalog: /\$[\d.]+/.exec((await text('/products')).split('>Cascade<')[1] ?? '')?.[0],
    page: (await visitor.fetch('/products/cascade')).status,
    api: (await visitor.send('GET /api/products')).data.find(({ slug }) => slug === 'cascade')?.price,
    one: (await visitor.fetch('/api/products/cascade')).status,
    sitemap: (await text('/sitemap.xml')).includes('/products/cascade<'),
  });
  const nowhere = { catalog: undefined, page: 404, api: undefined, one: 404, sitemap: false };
  const everywhere = { catalog: '$12.50', page: 200, api: 12.5, one: 200, sitemap: true };

  expect(await visible()).toEqual(nowhere);
  const { id } = await add();
  expect(await visible()).toEqual(everywhere);

  await wren.send('PUT /api/products/admin/:id', { params: { id }, form: { ...cascade, price: 13 } });
  expect(await visible()).toEqual({ ...everywhere, catalog: '$13.00', api: 13 });

  await withdraw(id);
  expect(await visible()).toEqual(nowhere);
});

test('staff see the same list as visitors, at a path that no product slug can take', async () => {
  const { slug } = await add({ name: 'Admin' });

  const list = await wren.send('GET /api/products/admin');

  expect(slug).toBe('admin-hop');
  expect(list).toEqual(await visitor.send('GET /api/products'));
  expect((await wren.fetch('/api/products/admin')).headers.get('cache-control')).toBe('no-store');
});

test('products with the same name get different slugs, even when added at the same time', async () => {
  const added = await Promise.all(Array.from({ length: 6 }, () => add()));

  expect(added.map(({ slug }) => slug).sort()).toEqual([
    'cascade',
    'cascade-2',
    'cascade-3',
    'cascade-4',
    'cascade-5',
    'cascade-6',
  ]);
});

test('a renamed product keeps its slug', async () => {
  const { id } = await add();

  const { data } = await wren.send('PUT /api/products/admin/:id', {
    params: { id },
    form: { ...cascade, name: 'Cas' },
  });

  expect(data).toMatchObject({ name: 'Cas', slug: 'cascade' });
});

test('a deleted product is gone, deleting it again is a 404, and its slug is free again', async () => {
  const { id } = await add();

  expect(await withdraw(id)).toEqual({ message: 'The product was deleted.' });

  const missing = { status: 404, body: { message: 'Product not found.' } };
  expect(await wren.attempt('DELETE /api/products/admin/:id', { params: { id } })).toMatchObject(missing);
  expect(await wren.attempt('PUT /api/products/admin/:id', { params: { id }, form: cascade })).toMatchObject(missing);
  const again = await add();
  expect(again).toMatchObject({ slug: 'cascade' });
  expect(again.id).not.toBe(id);
});

test('a revised product keeps its picture unless a new one is uploaded', async () => {
  const { id, image_url } = await add();
  const revise = async (image?: Buffer) => {
    const input = { params: { id }, form: cascade, ...(image && { picture: image }) };
    return (await wren.send('PUT /api/products/admin/:id', input)).data;
  };

  expect((await revise()).image_url).toBe(image_url);
  expect((await revise(otherPicture)).image_url).not.toBe(image_url);
});

test('accepts an update as POST with _method=PUT, and no other POST', async () => {
  const { id } = await add();
  const path = `/api/products/admin/${id}`;

  const revised = await post(path, { ...fields, _method: 'PUT', aromas: 'citrus' });
  const rejected = await post(path, { ...fields, aromas: 'never' });

  expect([revised.status, rejected.status]).toEqual([200, 422]);
  expect(revised.body.data).toMatchObject({ aromas: 'citrus', version: 2 });
  expect((await wren.send('GET /api/products/admin')).data.at(-1)?.aromas).toBe('citrus');
});

test('flavor and description are optional and can be cleared', async () => {
  const { flavor: _, description: __, ...bare } = fields;
  const added = await post('/api/products/admin', bare, picture);
  expect(added.body.data).toMatchObject({ flavor: null, description: '' });

  const { id } = added.body.data;
  await post(`/api/products/admin/${id}`, { ...fields, _method: 'PUT' });
  const cleared = await post(`/api/products/admin/${id}`, { ...fields, _method: 'PUT', flavor: ' ', description: '' });

  expect(cleared.body.data).toMatchObject({ flavor: null, description: '' });
  const page = await text('/products/cascade');
  expect(page.includes('<p></p>')).toBe(false);
  expect(/name="description" content="(.*?)"/.exec(page)?.[1]).toBe('Cascade: grapefruit, floral.');
});

test('rejects an empty form with an error for each required field, including the picture, and adds nothing', async () => {
  const before = await visitor.send('GET /api/products');

  const { status, body } = await post('/api/products/admin', { flavor: '' });

  expect(status).toBe(422);
  expect(body).toEqual({
    message: 'Name is required.',
    errors: {
      name: ['Name is required.'],
      type: ['Type is required.'],
      alpha_acid: ['Alpha Acid is required.'],
      beta_acid: ['Beta Acid is required.'],
      total_oil: ['Total Oil is required.'],
      aromas: ['Aromas is required.'],
      price: ['Price is required.'],
      stock: ['Stock is required.'],
      image: ['Image is required.'],
    },
  });
  expect(await visitor.send('GET /api/products')).toEqual(before);
});

test('ignores extra form fields', async () => {
  const { id } = await add();
  const extra = {
    id: '1',
    slug: 'comet',
    role: 'admin',
    created_at: '2001-01-01T00:00:00.000Z',
    deleted_at: '2001-01-01T00:00:00.000Z',
    price_cents: '1',
    image_url: '/evil.jpg',
    __proto__x: 'y',
  };

  const revised = await post(`/api/products/admin/${id}`, { ...fields, ...extra, _method: 'PUT' });
  const added = await post('/api/products/admin', { ...fields, ...extra, version: '9', stock_seen: '1' }, picture);

  expect(revised.body.data).toMatchObject({
    ...cascade,
    id,
    slug: 'cascade',
    image_url: expect.stringContaining('60x40'),
  });
  expect(added.body.data).toMatchObject({ ...cascade, slug: 'cascade-2', version: 1 });
});

const oddNumbers = [
  'NaN',
  'Infinity',
  '-0',
  '-1',
  '+1',
  '1e5',
  '1e-1',
  '0x10',
  '１２',
  '1,5',
  '1 000',
  '٣',
  '.',
  '5.',
  '1.5.2',
  '--',
  'null',
  '1_0',
];
const numbers = ['alpha_acid', 'beta_acid', 'total_oil', 'price', 'stock'] as const;
const wrong: [field: string, value: string][] = [
  ...['name', 'type', 'aromas'].flatMap((field): [string, string][] => [
    [field, ' '],
    [field, '\u200b\u2060'],
    [field, '-'],
    [field, 'x'.repeat(201)],
  ]),
  ['flavor', 'x'.repeat(201)],
  ['description', 'x'.repeat(5001)],
  ...numbers.flatMap((field) => ['', ' ', '\t', ...oddNumbers].map((value): [string, string] => [field, value])),
  ...['alpha_acid', 'beta_acid', 'total_oil'].flatMap((field): [string, string][] => [
    [field, '100.1'],
    [field, '101'],
    [field, '9.85'],
    [field, '1000'],
  ]),
  ...['0', '0.00', '0.001', '14.505', '100000.01', '9999999'].map((value): [string, string] => ['price', value]),
  ...['1.5', '12.0', '1000001', '99999999999999999999'].map((value): [string, string] => ['stock', value]),
  ...['', ' ', '-1', '1.5', 'all'].map((value): [string, string] => ['stock_seen', value]),
  ...['', '-1', '1.5', '1e3', '99999999999'].map((value): [string, string] => ['version', value]),
];

test('rejects every invalid value with one error at its field, and changes nothing', async () => {
  const { id } = await add();
  const path = `/api/products/admin/${id}`;

  for (const [field, value] of wrong) {
    const { status, body } = await post(path, { ...fields, _method: 'PUT', [field]: value });
    expect([field, value, status, Object.keys(body.errors ?? {})]).toEqual([field, value, 422, [field]]);
    expect(body.errors[field]).toHaveLength(1);
  }

  expect((await wren.send('GET /api/products/admin')).data.at(-1)).toMatchObject({ ...cascade, version: 1 });
});

test.each([
  [
    { alpha_acid: '0', beta_acid: '100', total_oil: '.5' },
    { alpha_acid: 0, beta_acid: 100, total_oil: 0.5 },
  ],
  [
    { alpha_acid: '9.80', beta_acid: '100.0', total_oil: ' 1.4 ' },
    { alpha_acid: 9.8, beta_acid: 100, total_oil: 1.4 },
  ],
  [
    { price: '0.01', stock: '0' },
    { price: 0.01, stock: 0 },
  ],
  [
    { price: '100000', stock: '1000000' },
    { price: 100_000, stock: 1_000_000 },
  ],
  [
    { price: '1234.5', name: ' Žatec <b>& "1" ' },
    { price: 1234.5, name: 'Žatec <b>& "1"' },
  ],
  [
    { price: '1.10', name: 'x'.repeat(80) },
    { price: 1.1, slug: 'x'.repeat(80) },
  ],
])('accepts %j', async (input, stored) => {
  const { status, body } = await post('/api/products/admin', { ...fields, ...input }, picture);

  expect([status, body.data]).toMatchObject([200, stored]);
  expect((await visitor.fetch(`/products/${body.data.slug}`)).status).toBe(200);
});
