import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as searchTerms from '#server/orders/search-terms/search-terms.store.ts';
import { createPrivacy } from '#server/privacy/privacy.ts';
import { lastingClient } from '#server/testing/lasting-client.ts';
import { pdf } from '#server/testing/lot-fixtures.ts';
import { picture } from '#server/testing/product-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const { clock, database, visitor } = shop;
const wren = lastingClient(shop, 'wren');
const path = (id: number) => `/api/customers/${id}/resale-certificate`;
const storedFiles = () => readdir(join(shop.tempShop.dataDir, 'uploads/resale-certificates')).catch(() => []);
const find = async (id: number) =>
  (await wren.send('GET /api/customers/:id/resale-certificate', { params: { id } })).data;

async function addCustomer(email: string): Promise<number> {
  const body = { name: 'Rosa', company: 'Sandbar', email, phone: '', address: '', notes: '' };
  return (await wren.send('POST /api/customers', { body })).data.id;
}

async function upload(id: number, expires_on: string, file?: Buffer) {
  const form = new FormData();
  form.set('expires_on', expires_on);
  if (file) form.set('certificate', new Blob([new Uint8Array(file)]), 'resale.pdf');
  const response = await wren.fetch(path(id), { method: 'PUT', body: form });
  return { status: response.status, body: await response.json() };
}

test('staff store, open and replace a certificate; nobody else can open it', async () => {
  const id = await addCustomer('rosa@sandbar.example');
  expect(await find(id)).toBeNull();

  const { body } = await upload(id, '2027-06-30', pdf('valid'));

  expect(body.data).toMatchObject({ expires_on: '2027-06-30', days_left: 272, who: 'Farm office' });
  const response = await wren.fetch(`${path(id)}/file`);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(pdf('valid'));
  expect(response.headers.get('content-disposition')).toContain('attachment');
  expect((await visitor.fetch(`${path(id)}/file`)).status).toBe(401);
  expect((await (await shop.as('otis')).fetch(`${path(id)}/file`)).status).toBe(403);
  const [file = ''] = await storedFiles();
  for (const folder of ['certificates', 'resale-certificates', 'products'])
    expect((await visitor.fetch(`/uploads/${folder}/${file}`)).status).toBe(404);

  expect((await upload(id, '2028-01-31')).body.data).toMatchObject({ expires_on: '2028-01-31' });
  expect((await upload(id, '2028-01-31', pdf('newer'))).status).toBe(200);
  expect(Buffer.from(await (await wren.fetch(`${path(id)}/file`)).arrayBuffer())).toEqual(pdf('newer'));
  await wren.send('DELETE /api/customers/:id/resale-certificate', { params: { id } });
  expect(await find(id)).toBeNull();
  expect((await wren.fetch(`${path(id)}/file`)).status).toBe(404);
});

test('a bad file, a bad date or no file names what is wrong, and stores nothing', async () => {
  const id = await addCustomer('bad@sandbar.example');
  const before = await storedFiles();

  expect((await upload(id, '2027-06-30', picture)).status).toBe(415);
  expect((await upload(id, '2027-02-30', pdf('x'))).body.errors).toHaveProperty('expires_on');
  expect((await upload(id, '2027-06-30')).body.errors).toEqual({ certificate: ['Choose the PDF of the certificate.'] });
  expect((await upload(999_999, '2027-06-30', pdf('x'))).status).toBe(404);

  expect(await storedFiles()).toEqual(before);
  expect(await find(id)).toBeNull();
});

test('To do counts what expires within 30 days or has expired, and leads to those customers', async () => {
  const dates = ['2026-09-30', '2026-10-31', '2026-11-01'];
  const ids = await Promise.all(dates.map((_, n) => addCustomer(`soon${n}@sandbar.example`)));
  for (const [index, id] of ids.entries()) await upload(id, dates[index] ?? '', pdf(`soon ${index}`));

  const { to_do } = (await wren.send('GET /api/dashboard/admin')).data;
  const { data } = await wren.send('GET /api/customers', { query: { resale: 'true' } });

  expect(to_do.resale_certificates).toBe(2);
  expect(data.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids.slice(0, 2).toSorted((a, b) => a - b));
  expect((await find(ids[0] ?? 0))?.days_left).toBe(-1);
});

test('an erased customer loses the certificate at once, and its file with the next clean-up', async () => {
  const id = await addCustomer('erase@sandbar.example');
  await upload(id, '2027-06-30', pdf('to erase'));
  const privacy = createPrivacy({ database, searchTerms, now: () => clock.now });
  expect((await privacy.exportData('erase@sandbar.example')).resale_certificates).toMatchObject([
    { customer_id: id, expires_on: '2027-06-30' },
  ]);
  const own = async () => (await storedFiles()).filter((file) => file.startsWith(`${id}-`));

  await privacy.erase('erase@sandbar.example');

  expect(await find(id)).toBeNull();
  // It may be an upload whose row is about to be written.
  await shop.jobs.runNow('clean-up');
  expect(await own()).toHaveLength(1);
  clock.now = new Date(clock.now.getTime() + 61 * 60_000);
  await shop.jobs.runNow('clean-up');
  expect(await own()).toEqual([]);
  const used = await database.db.selectFrom('resale_certificates').select('file').execute();
  expect(new Set(await storedFiles())).toEqual(new Set(used.map(({ file }) => file)));
});
