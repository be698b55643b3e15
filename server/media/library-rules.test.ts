import { expect, test } from 'vitest';
import { UNUSED_DAYS } from '#contracts/media.ts';
import { claimRun } from '#server/backup/backup-run.ts';
import { BACKUP_RUN, setState } from '#server/database/shop-state.store.ts';
import { apiClient } from '#server/testing/api-client.ts';
import { makeStaff } from '#server/testing/make-staff.ts';
import { logIn, newPicture, pass, statusesOf } from '#server/testing/picture-fixtures.ts';
import { cascade } from '#server/testing/product-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import * as store from './pictures.store.ts';

const shop = await openTestShop();
const cleanUp = () => shop.jobs.runNow('clean-up');

test('a form with a picture that is gone, or with none at all, is refused and changes nothing', async () => {
  const wren = await logIn(shop);
  const gone = '0123456789abcdef-400x300.jpg';
  const products = (await wren.send('GET /api/products')).data.length;

  const form = { ...cascade, name: 'Nowhere' };
  expect(await wren.attempt('POST /api/products/admin', { form: { ...form, stored_image: gone } })).toMatchObject({
    status: 422,
    body: { errors: { image: ['This picture is no longer in the library. Choose another.'] } },
  });
  expect(
    await wren.attempt('POST /api/products/admin', { form: { ...form, stored_image: '../secrets.key' } }),
  ).toMatchObject({ status: 422, body: { errors: { stored_image: ['Choose a picture from the library.'] } } });
  expect(await wren.attempt('POST /api/products/admin', { form })).toMatchObject({
    status: 422,
    body: { errors: { image: ['Image is required.'] } },
  });
  expect(
    await wren.attempt('POST /api/admin/blogs', { form: { title: 'Nowhere', content: '', stored_image: gone } }),
  ).toMatchObject({ status: 422, body: { errors: { image: [expect.any(String)] } } });
  expect((await wren.send('GET /api/products')).data.length).toBe(products);
});

test('two people who describe the same picture get a conflict', async () => {
  const wren = await logIn(shop);
  const { data } = await wren.send('POST /api/pictures', { form: {}, picture: await newPicture() });
  const params = { name: data.name };
  const { data: described } = await wren.send('PUT /api/pictures/:name', {
    params,
    body: { alt: '  Bines in May ', version: data.version },
  });

  expect(described).toMatchObject({ alt: 'Bines in May', version: data.version + 1 });
  expect(
    await wren.attempt('PUT /api/pictures/:name', { params, body: { alt: 'Mine', version: data.version } }),
  ).toMatchObject({ status: 409, body: { current: { alt: 'Bines in May', version: data.version + 1 } } });
  expect(await wren.attempt('PUT /api/pictures/:name', { params, body: { alt: 'x'.repeat(301) } })).toMatchObject({
    status: 422,
    body: { errors: { alt: ['Alternative text can be up to 300 characters.'] } },
  });
  const script = { alt: '<script>alert(1)</script>' };
  for (const refused of [
    await wren.attempt('PUT /api/pictures/:name', { params, body: script }),
    await wren.attempt('POST /api/pictures', { form: script, picture: await newPicture() }),
  ])
    expect(refused).toMatchObject({ status: 422, body: { errors: { alt: ['Write plain text, without HTML.'] } } });
});

test('nothing is removed while a backup is made', async () => {
  let wren = await logIn(shop);
  const { data } = await wren.send('POST /api/admin/blogs/pictures', { form: {}, picture: await newPicture() });
  const name = data.url.split('/').at(-1) ?? '';
  await cleanUp();
  pass(shop, UNUSED_DAYS + 1);
  wren = await logIn(shop);
  await claimRun({ database: shop.database, now: () => shop.clock.now });

  expect(await wren.attempt('DELETE /api/pictures/:name', { params: { name } })).toMatchObject({
    status: 409,
    body: { message: 'A backup is being made. Try again when it is done.' },
  });
  await cleanUp();
  expect((await shop.visitor.fetch(data.url)).status).toBe(200);

  await shop.database.transaction([], (tx) => setState(tx, BACKUP_RUN, ''));
  await cleanUp();
  expect((await shop.visitor.fetch(data.url)).status).toBe(404);
});

test('an older version of a post keeps its pictures, so that going back to it works', async () => {
  let wren = await logIn(shop);
  const { data } = await wren.send('POST /api/admin/blogs', {
    form: { title: 'Two versions', content: '' },
    picture: await newPicture(),
  });
  const params = { id: data.id };
  const { data: revised } = await wren.send('PUT /api/admin/blogs/:id', {
    params,
    form: { title: 'Two versions', content: '' },
    picture: await newPicture(),
  });
  await cleanUp();
  pass(shop, 2 * UNUSED_DAYS);
  await cleanUp();
  wren = await logIn(shop);
  const name = data.image_url ?? '';
  expect(await wren.attempt('DELETE /api/pictures/:name', { params: { name } })).toMatchObject({
    status: 409,
    body: { message: 'This picture is used: Older version of “Two versions”.' },
  });

  const restored = await wren.send('POST /api/admin/blogs/:id/restorations', {
    params,
    body: { to: data.version, version: revised.version },
  });

  expect(restored.data.image_url).toBe(name);
  expect(await statusesOf(shop, name)).toEqual([200]);
});

test('a picture is removed or used, never both', async () => {
  const wren = await logIn(shop);
  for (let round = 0; round < 5; round += 1) {
    const { data } = await wren.send('POST /api/pictures', { form: {}, picture: await newPicture() });
    const { name } = data;
    const form = { title: `Race ${round}`, content: '', stored_image: name };
    const [saved, removed] = await Promise.all([
      wren.attempt('POST /api/admin/blogs', { form }),
      wren.attempt('DELETE /api/pictures/:name', { params: { name } }),
    ]);

    expect([
      [200, 409],
      [422, 200],
    ]).toContainEqual([saved.status, removed.status]);
    expect(await statusesOf(shop, name)).toEqual([saved.status === 200 ? 200 : 404]);
  }
});

test('shows what is not used, page by page', async () => {
  const wren = await logIn(shop);
  const { data, pagination } = await wren.send('GET /api/pictures', { query: { page: 1, unused: 'true' } });

  expect(data.length).toBeGreaterThan(0);
  expect(data.every(({ uses }) => uses.length === 0)).toBe(true);
  expect(pagination.total).toBe(data.length);
  const past = await wren.send('GET /api/pictures', { query: { page: 9, unused: 'true' } });
  expect([past.data, past.pagination.prev_page_url]).toEqual([[], '/api/pictures?unused=true&page=1']);
});

test('adds the pictures of a shop that is older than the library', async () => {
  const wren = await logIn(shop);
  const { data } = await wren.send('POST /api/pictures', { form: {}, picture: await newPicture() });
  await shop.database.transaction([], async (tx) => {
    await store.remove(tx, data.name);
    await tx.deleteFrom('shop_state').where('name', '=', 'pictures listed').execute();
  });

  await cleanUp();

  const { data: all } = await wren.send('GET /api/pictures', { query: { page: 1 } });
  expect(all.find(({ name }) => name === data.name)).toMatchObject({ alt: '', uses: [] });
});

test('a writer may list, upload, describe and remove', async () => {
  const lark = { name: 'Lark', email: 'lark@farm.example', password: 'a hundred bines' };
  await shop.visitor.send('POST /api/register', { body: lark });
  await makeStaff(shop.database, lark.email, 'writer');
  const { token } = await shop.visitor.send('POST /api/login', { body: lark });
  const writer = apiClient(shop.url, token);

  const { data } = await writer.send('POST /api/pictures', { form: {}, picture: await newPicture() });
  const params = { name: data.name };
  await writer.send('PUT /api/pictures/:name', { params, body: { alt: 'A gate' } });
  expect((await writer.send('DELETE /api/pictures/:name', { params })).message).toBe('The picture was removed.');
});
