// Staff manage the lots of a product; visitors see the current one.
import { beforeEach, expect, test } from 'vitest';
import type { LotDraft, LotRevision } from '#contracts/lots.ts';
import { freeLotNumbers, lot, pdf } from '#server/testing/lot-fixtures.ts';
import { cascade, picture } from '#server/testing/product-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const { visitor } = shop;
const wren = await shop.as('wren');
beforeEach(() => freeLotNumbers(shop.database));

const product = async () => (await wren.send('POST /api/products/admin', { form: cascade, picture })).data;
const attempt = (id: number, changes: Partial<LotDraft> = {}, certificate?: Buffer) =>
  wren.attempt('POST /api/products/admin/:id/lots', {
    params: { id },
    form: { ...lot, ...changes },
    ...(certificate && { certificate }),
  });
const add = async (id: number, changes: Partial<LotDraft> = {}, certificate?: Buffer) =>
  (await attempt(id, changes, certificate)).body.data;
const revise = (id: number, changes: Partial<LotRevision>, certificate?: Buffer) =>
  wren.attempt('PUT /api/lots/admin/:id', {
    params: { id },
    form: { ...lot, ...changes },
    ...(certificate && { certificate }),
  });
const makeCurrent = (id: number, lot_id: number | null) =>
  wren.attempt('PUT /api/products/admin/:id/current-lot', { params: { id }, body: { lot_id } });
const remove = (id: number) => wren.attempt('DELETE /api/lots/admin/:id', { params: { id } });
const lotsOf = async (id: number) => (await wren.send('GET /api/products/admin/:id/lots', { params: { id } })).data;
const publicLot = async (slug: string) =>
  (await visitor.send('GET /api/products/:slug', { params: { slug } })).data.lot;
const page = async (slug: string) =>
  (await (await visitor.fetch(`/products/${slug}`)).text()).replaceAll('<!-- -->', '').split(/<\/?main/)[1] ?? '';

const buy = (productId: number, quantity = 2, sourceId = 'cnon:card-nonce-ok') =>
  visitor.fetch('/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      sourceId,
      amount: 1250 * quantity,
      orderDetails: { productId, quantity, name: 'Dana', phone: '707', locationOption: 'pickup' },
    }),
  });

test('returns a new lot as saved, and visitors do not see it yet', async () => {
  const { id, slug } = await product();

  const added = await add(id, {}, pdf('lab'));

  expect(added).toEqual({
    ...lot,
    id: expect.any(Number),
    product_id: id,
    certificate_url: expect.stringMatching(/^\/uploads\/certificates\/[0-9a-f]{32}\.pdf$/),
    current: false,
    orders: 0,
    pounds: 0,
    stock: 0,
    version: 1,
  });
  expect(await lotsOf(id)).toEqual([added]);
  expect(await publicLot(slug)).toBeNull();
});

test('the product page shows the current lot and every change to it right away, and no lot without one', async () => {
  const { id, slug } = await product();
  const { id: lot_id } = await add(id);
  expect(await page(slug)).toContain('>Analysis<');
  expect(await page(slug)).not.toContain('CA-26-01');

  await makeCurrent(id, lot_id);
  for (const text of ['CA-26-01', '6.4%', '1.5 mL/100\u00a0g', 'Pellets T-90', '8.9%', '0.26', 'September 14, 2026'])
    expect(await page(slug)).toContain(text);
  expect(await page(slug)).not.toContain('Certificate of analysis');

  await revise(lot_id, { number: 'CA-26-02', moisture: 9.3 }, pdf('lab'));
  expect(await page(slug)).toMatch(/CA-26-02.*href="\/uploads\/certificates\/[0-9a-f]{32}\.pdf".*9\.3%/);

  await makeCurrent(id, null);
  expect(await page(slug)).not.toContain('CA-26');
});

test('a product has at most one current lot, and only one of its own', async () => {
  const { id } = await product();
  const [first, second] = [await add(id), await add(id, { number: 'CA-26-02' })];
  const { id: other } = await product();
  const foreign = await add(other, { number: 'CA-26-03' });
  const current = async () => (await lotsOf(id)).filter((each) => each.current).map((each) => each.id);

  await makeCurrent(id, first.id);
  expect(await current()).toEqual([first.id]);
  const { body } = await makeCurrent(id, second.id);
  expect(body.data).toEqual(await lotsOf(id));
  expect(await current()).toEqual([second.id]);
  for (const wrong of [foreign.id, 999_999, 9_999_999_999]) expect((await makeCurrent(id, wrong)).status).toBe(404);
  expect(await current()).toEqual([second.id]);
  await Promise.all([first.id, second.id, null, first.id, second.id].map((each) => makeCurrent(id, each)));
  expect((await current()).length).toBeLessThanOrEqual(1);
});

test('a lot number is unique in the shop, ignoring case', async () => {
  const { id } = await product();
  const { id: lot_id } = await add(id);
  const second = await add(id, { number: 'CA-26-02' });
  const taken = { status: 422, body: { errors: { number: ['This product already has a lot ca-26-01.'] } } };

  expect(await attempt(id, { number: 'ca-26-01' })).toMatchObject(taken);
  expect(await revise(second.id, { number: 'ca-26-01' })).toMatchObject(taken);
  expect((await revise(lot_id, { number: 'ca-26-01' })).status).toBe(200);
  const other = (await product()).id;
  expect(await attempt(other, { number: 'Ca-26-02' })).toMatchObject({
    status: 422,
    body: { errors: { number: ['Cascade already has a lot Ca-26-02.'] } },
  });
  const many = await Promise.all(
    Array.from({ length: 6 }, (_, index) => attempt(index % 2 ? id : other, { number: 'CA-26-03' })),
  );
  expect(many.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422, 422]);
});

test('a lot of a withdrawn hop keeps its number: its bags are still out there', async () => {
  const [{ id }, other] = [await product(), await product()];
  await add(id);
  await wren.send('DELETE /api/products/admin/:id', { params: { id } });

  expect((await attempt(other.id)).status).toBe(422);
});

test('older lots that share a number keep it, and can be edited', async () => {
  const [first, second] = [await product(), await product()];
  const [one, two] = [await add(first.id), await add(second.id, { number: 'CA-26-02' })];
  await shop.database.transaction([], async (tx) => {
    await tx.updateTable('lots').set({ number: lot.number }).where('id', '=', two.id).execute();
  });

  expect((await revise(two.id, { moisture: 9 })).status).toBe(200);
  expect((await revise(one.id, { number: 'CA-26-02' })).status).toBe(200);
  expect((await revise(one.id, { number: 'CA-26-01' })).status).toBe(422);
});

const wrong: [field: keyof LotDraft, values: (string | number)[]][] = [
  ['number', ['', ' ', '=1+1', '-26', 'Löt', 'x'.repeat(41), 'a"b']],
  ['harvest_year', ['', '26', '1999', '2027', '20260', 'next']],
  ['form', ['', 'Extract', 'whole cones']],
  ['moisture', ['', '-1', '100.1', '8.95', 'dry', '1e1']],
  ['storage_index', ['', '-0.1', '2.001', '3', '0.2512', 'fresh']],
  ['tested_on', ['', '2026-02-30', '14.9.2026', '2026-10-02', '2025-12-31', '2026-9-14']],
  ['alpha_acid', ['', '101', '6.45']],
  ['beta_acid', ['', '-2']],
  ['total_oil', ['', 'oil']],
];

test.each(wrong)('rejects an invalid %s with a 422 that names it, and changes nothing', async (field, values) => {
  const { id } = await product();
  const before = await add(id);

  for (const value of values) {
    const form = { ...lot, number: 'CA-26-09', [field]: value };
    const added = await wren.attempt('POST /api/products/admin/:id/lots', { params: { id }, form });
    const revised = await wren.attempt('PUT /api/lots/admin/:id', { params: { id: before.id }, form });
    expect([value, added.status, Object.keys(added.body.errors)]).toEqual([value, 422, [field]]);
    expect([value, revised.status, Object.keys(revised.body.errors)]).toEqual([value, 422, [field]]);
  }

  expect(await lotsOf(id)).toEqual([before]);
});

test('dates may be today but not later, in farm time', async () => {
  const { id } = await product();
  const before = shop.clock.now;
  shop.clock.now = new Date('2026-10-02T06:59:59.000Z');

  expect((await attempt(id, { harvest_year: 2027, tested_on: '2026-10-01' })).body.errors).toEqual({
    harvest_year: ['Harvest Year cannot be in the future.'],
  });
  expect((await attempt(id, { tested_on: '2025-10-01' })).body.errors).toEqual({
    tested_on: ['Tested On cannot be before the harvest year.'],
  });
  expect((await attempt(id, { tested_on: '2026-10-02' })).body.errors).toEqual({
    tested_on: ['Tested On cannot be in the future.'],
  });
  expect((await attempt(id, { tested_on: '2026-10-01' })).status).toBe(200);
  shop.clock.now = before;
});

test('rejects an edit of an old version with the current lot; an edit without a version just saves', async () => {
  const { id } = await product();
  const { id: lot_id } = await add(id);
  const saved = await revise(lot_id, { moisture: 9.1, version: 1 });
  expect(saved.body.data).toMatchObject({ moisture: 9.1, version: 2 });

  const rejected = await revise(lot_id, { moisture: 7, version: 1 });
  expect(rejected).toMatchObject({
    status: 409,
    body: { message: 'Someone else changed this lot. Nothing was saved.', current: saved.body.data },
  });
  expect(await lotsOf(id)).toEqual([saved.body.data]);

  const many = await Promise.all(
    Array.from({ length: 8 }, (_, each) => revise(lot_id, { moisture: each, version: 2 })),
  );
  expect(many.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await revise(lot_id, { moisture: 5 })).body.data).toMatchObject({ moisture: 5, version: 4 });
});

test('a lot keeps its certificate until it is replaced or removed', async () => {
  const { id } = await product();
  const { id: lot_id, certificate_url: first } = await add(id, {}, pdf('first'));

  expect((await revise(lot_id, {})).body.data.certificate_url).toBe(first);
  const { certificate_url: second } = (await revise(lot_id, {}, pdf('second'))).body.data;
  expect(second).not.toBe(first);
  expect((await revise(lot_id, { without_certificate: 'yes' })).body.data.certificate_url).toBeNull();
  expect((await visitor.fetch(second)).status).toBe(200);
});

test('a sold lot cannot be deleted; an unsold one can, even after a declined card', async () => {
  const { id, slug } = await product();
  const [sold, unsold] = [await add(id), await add(id, { number: 'CA-26-02' })];
  await makeCurrent(id, sold.id);
  expect((await buy(id, 3)).status).toBe(200);
  await makeCurrent(id, unsold.id);
  expect((await buy(id, 1, 'cnon:card-nonce-declined')).status).toBe(402);

  expect(await remove(sold.id)).toMatchObject({
    status: 409,
    body: { message: 'Lot CA-26-01 is in 1 order and cannot be deleted.', current: { orders: 1, pounds: 3 } },
  });
  expect(await remove(unsold.id)).toMatchObject({ status: 200, body: { message: 'The lot was deleted.' } });
  expect((await remove(unsold.id)).status).toBe(404);

  expect((await lotsOf(id)).map(({ number }) => number)).toEqual(['CA-26-01']);
  expect(await publicLot(slug)).toBeNull();
});

test('with concurrent orders, lot changes and deletions, every order keeps a lot that was current', async () => {
  const { id } = await product();
  const lots = await Promise.all(['A', 'B', 'C'].map((number) => add(id, { number })));
  await makeCurrent(id, lots[0].id);

  const responses = await Promise.all([
    ...Array.from({ length: 12 }, () => buy(id, 1)),
    ...Array.from({ length: 12 }, (_, each) => makeCurrent(id, lots[each % 3].id)),
    ...lots.map((each) => remove(each.id)),
  ]);

  expect(responses.slice(0, 12).map(({ status }) => status)).toEqual(Array(12).fill(200));
  expect(responses.slice(12, 24).every(({ status }) => status === 200 || status === 404)).toBe(true);
  expect(responses.slice(24).every(({ status }) => status === 200 || status === 409)).toBe(true);
  const lines = await shop.database.db
    .selectFrom('order_line_lots')
    .select('lot_id')
    .where('product_id', '=', id)
    .execute();
  const left = await lotsOf(id);
  expect(left.reduce((sum, { orders }) => sum + orders, 0)).toBe(lines.length);
  expect(left.length).toBe(3 - responses.slice(24).filter(({ status }) => status === 200).length);
});

test('returns 404 for lots of a deleted product', async () => {
  const { id } = await product();
  const { id: lot_id } = await add(id);
  await wren.send('DELETE /api/products/admin/:id', { params: { id } });

  expect((await wren.attempt('GET /api/products/admin/:id/lots', { params: { id } })).status).toBe(404);
  expect((await attempt(id)).status).toBe(404);
  expect((await makeCurrent(id, lot_id)).status).toBe(404);
  expect((await revise(lot_id, {})).status).toBe(404);
  expect((await remove(lot_id)).status).toBe(404);
});

test('a new non-live shop has a sample lot for each hop, with the hop values', async () => {
  const { data } = await visitor.send('GET /api/products');

  for (const { slug, alpha_acid, beta_acid, total_oil } of data.slice(0, 2))
    expect(await publicLot(slug)).toMatchObject({
      number: expect.stringMatching(/-SAMPLE$/),
      alpha_acid,
      beta_acid,
      total_oil,
      certificate_url: null,
    });
});

test('a live shop has no sample lots: orders would refer to lots that nobody harvested', async () => {
  const live = await openTestShop({ settings: { SITE_URL: 'https://farm.example' } });

  const { data } = await live.visitor.send('GET /api/products/:slug', { params: { slug: 'comet' } });

  expect(data.lot).toBeNull();
});
