// What everybody may read about a lot: its page, its files, the sitemap.
import { expect, test } from 'vitest';
import type { LotDraft } from '#contracts/lots.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { lot, pdf } from '#server/testing/lot-fixtures.ts';
import { cascade, picture } from '#server/testing/product-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop({ settings: { SITE_URL: 'https://farm.example' } });
const { visitor } = shop;
const wren = await shop.as('wren');

async function addLot(changes: Partial<LotDraft>, certificate?: Buffer) {
  const { data: hop } = await wren.send('POST /api/products/admin', { form: cascade, picture });
  const form = { ...lot, ...changes };
  const added = await wren.send('POST /api/products/admin/:id/lots', {
    params: { id: hop.id },
    form,
    ...(certificate && { certificate }),
  });
  return { hop, lot: added.data };
}
const statusOf = async (path: string) => (await visitor.fetch(path)).status;
const textOf = async (path: string) => (await (await visitor.fetch(path)).text()).replaceAll('<!-- -->', '');
const sitemap = () => textOf('/sitemap.xml');

test('the page of a lot shows its figures, its certificate and its age, and is not changed by script', async () => {
  const { hop, lot: added } = await addLot({ number: 'Page 1/26' }, pdf('lab'));
  const page = await textOf('/lots/page%201%2F26');

  expect(pagePaths.lot('Page 1/26')).toBe('/lots/page%201%2F26');
  expect(page).toContain('<title>Lot Page 1/26: Cascade hops');
  const canonical = '<link rel="canonical" href="https://farm.example/lots/page%201%2F26"';
  expect([page, await textOf('/lots/Page%201%2f26')].map((each) => each.includes(canonical))).toEqual([true, true]);
  expect(await sitemap()).toContain('<loc>https://farm.example/lots/page%201%2F26</loc>');
  for (const text of ['6.4%', '5.3%', '1.5 mL/100', '8.9%', '0.26, less than 10%', 'September 14, 2026, 17 days ago'])
    expect(page).toContain(text);
  expect(page).toContain('Alpha today, an estimate');
  expect(page).toContain(`href="${added.certificate_url}"`);
  expect(page).toContain(`href="/brew?add=${hop.slug}~1~60~6.4~Page%201%2F26"`);
  expect(page).toContain(`href="/products/${hop.slug}"`);
});

test('search engines read the figures of a lot', async () => {
  await addLot({ number: 'LD-1' });
  const matches = (await textOf('/lots/ld-1')).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g);
  const things = [...matches].map(([, json]) => JSON.parse(json ?? ''));

  expect(things.map((thing) => thing['@type'])).toEqual(['Product', 'BreadcrumbList']);
  expect(things[0]).toMatchObject({ name: 'Cascade hops, lot LD-1', url: 'https://farm.example/lots/ld-1' });
  expect(things[0].additionalProperty).toContainEqual({
    '@type': 'PropertyValue',
    name: 'Alpha acid',
    value: 6.4,
    unitText: '%',
  });
});

test('the estimate follows the day, and the figures follow the lab', async () => {
  const { lot: added } = await addLot({ number: 'AGED', tested_on: '2026-10-01' });
  const { today, data } = await visitor.send('GET /api/lots/:number', { params: { number: 'aged' } });
  expect({ today, alpha: data[0]?.alpha_acid }).toEqual({ today: '2026-10-01', alpha: 6.4 });
  expect(await textOf('/lots/aged')).toContain('≈ 6.4%</b>');

  const form = { ...lot, number: 'AGED', tested_on: '2026-10-01', alpha_acid: 7.1 };
  await wren.send('PUT /api/lots/admin/:id', { params: { id: added.id }, form });
  expect(await textOf('/lots/aged')).toContain('≈ 7.1%</b>');
});

test('a renamed or deleted lot is gone at once, from page, files and sitemap', async () => {
  const { lot: added } = await addLot({ number: 'OLD-NAME' });
  const paths = ['/lots/old-name', '/lots/old-name/hop.xml', '/lots/old-name/hop.json'];
  for (const path of paths) expect([path, await statusOf(path)]).toEqual([path, 200]);
  expect(await sitemap()).toContain('<loc>https://farm.example/lots/old-name</loc>');

  await wren.send('PUT /api/lots/admin/:id', { params: { id: added.id }, form: { ...lot, number: 'NEW-NAME' } });
  for (const path of paths) expect([path, await statusOf(path)]).toEqual([path, 404]);
  expect(await statusOf('/lots/new-name')).toBe(200);
  expect(await sitemap()).not.toContain('old-name');

  await wren.send('DELETE /api/lots/admin/:id', { params: { id: added.id } });
  expect(await statusOf('/lots/new-name')).toBe(404);
  expect(await sitemap()).not.toContain('new-name');
});

test('a lot of a withdrawn hop keeps its page, but is not offered', async () => {
  const { hop } = await addLot({ number: 'GONE' });
  await wren.send('DELETE /api/products/admin/:id', { params: { id: hop.id } });
  const page = await textOf('/lots/gone');

  expect(page).toContain('We no longer sell this hop.');
  expect(page).not.toContain('Plan a brew day');
  expect(await sitemap()).not.toContain('/lots/gone');
});

test('where two older lots share a number, the page and the files have both', async () => {
  const [{ lot: first }, { lot: second }] = [await addLot({ number: 'TWICE' }), await addLot({ number: 'ONCE' })];
  await shop.database.transaction(['products'], async (tx) => {
    await tx.updateTable('lots').set({ number: 'twice', moisture: 11.1 }).where('id', '=', second.id).execute();
  });

  const page = await textOf('/lots/twice');
  expect(page).toContain('Two hops have this number.');
  for (const id of [first.id, second.id]) expect(page).toContain(`id="lot-${id}"`);
  expect([...(await textOf('/lots/twice/hop.xml')).matchAll(/<HOP>/g)]).toHaveLength(2);
});

test.each(['/lots/nothing', '/lots/%E0%A4%A', '/lots/a%2Db', '/lots/nothing/hop.xml', `/lots/${'x'.repeat(41)}`])(
  '%s is not found',
  async (path) => {
    expect(await statusOf(path)).toBeGreaterThanOrEqual(400);
    expect(await statusOf(path)).toBeLessThan(500);
  },
);

test('the files are downloads with a name', async () => {
  await addLot({ number: 'File 1/2' });
  const { headers } = await visitor.fetch('/lots/File%201%2F2/hop.xml');

  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="cascade[\w-]* lot File 1-2 hop\.xml"$/);
});
