import { afterAll, describe, expect, test } from 'vitest';
import { UNUSED_DAYS } from '#contracts/media.ts';
import { s3Settings, startFakeS3 } from '#server/testing/fake-s3.ts';
import { logIn, newPicture, pass, statusesOf } from '#server/testing/picture-fixtures.ts';
import { cascade } from '#server/testing/product-fixtures.ts';
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts';
import * as store from './pictures.store.ts';

const s3 = await startFakeS3();
afterAll(() => void s3.close());
const objectStorage = {
  S3_BUCKET: s3Settings.bucket,
  AWS_REGION: s3Settings.region,
  AWS_ENDPOINT_URL_S3: s3.endpoint,
  AWS_ACCESS_KEY_ID: s3Settings.keyId,
  AWS_SECRET_ACCESS_KEY: s3Settings.secret,
  SECRETS_KEY: 'a'.repeat(64),
};
const shops = {
  disk: await openTestShop(),
  'object storage': await openTestShop({ settings: objectStorage }),
};

const DAY_MS = 86_400_000;
const cleanUp = (shop: TestShop) => shop.jobs.runNow('clean-up');

describe.each(Object.entries(shops))('the library on %s', (_, shop) => {
  const find = async (name: string) => {
    const wren = await logIn(shop);
    const { data } = await wren.send('GET /api/pictures', { query: { page: 1 } });
    return data.find((picture) => picture.name === name);
  };

  test('lists the pictures of a new shop with where they are used', async () => {
    const wren = await logIn(shop);
    await cleanUp(shop);
    const { data: products } = await wren.send('GET /api/products');
    const { data: posts } = await wren.send('GET /api/blogs');

    const { data } = await wren.send('GET /api/pictures', { query: { page: 1 } });

    for (const { name, slug, image_url } of products)
      expect(data.find((picture) => image_url?.endsWith(picture.name))?.uses).toContainEqual({
        where: `Product ${name}`,
        path: `/products/${slug}`,
      });
    for (const { id, title, image_url } of posts)
      expect(data.find((picture) => image_url === picture.name)?.uses).toContainEqual({
        where: `Post “${title}”`,
        path: `/blog/${id}`,
      });
    expect(data.every(({ width, height, removal_at }) => width > 0 && height > 0 && removal_at === null)).toBe(true);
  });

  test('holds an upload once, wherever it came from, and serves it at both addresses', async () => {
    const wren = await logIn(shop);
    const picture = await newPicture();
    const { data } = await wren.send('POST /api/pictures', { form: { alt: 'Cones on a scale' }, picture });
    const again = await wren.send('POST /api/pictures', { form: {}, picture });
    const { data: inText } = await wren.send('POST /api/admin/blogs/pictures', { form: {}, picture });

    expect(data).toMatchObject({ alt: 'Cones on a scale', uses: [], removal_at: null, height: 300 });
    expect(again.data).toMatchObject({ name: data.name, alt: 'Cones on a scale' });
    expect(inText.url).toBe(data.url);
    expect(await statusesOf(shop, data.name)).toEqual([200]);
    const { data: all } = await wren.send('GET /api/pictures', { query: { page: 1 } });
    expect(all.filter(({ name }) => name === data.name)).toHaveLength(1);
  });

  test('products and posts reuse a picture, which then cannot be removed', async () => {
    const wren = await logIn(shop);
    const { data: picture } = await wren.send('POST /api/pictures', { form: {}, picture: await newPicture() });
    const { name } = picture;
    const product = await wren.send('POST /api/products/admin', {
      form: { ...cascade, name: 'Hop of the library', stored_image: name },
    });
    const content = `<p>Look</p><img src="/blogs/${name}" alt="x">`;
    const post = await wren.send('POST /api/admin/blogs', {
      form: { title: 'Reuse', content, stored_image: name },
    });

    expect(product.data.image_url).toBe(`/uploads/products/${name}`);
    expect(post.data.image_url).toBe(name);
    expect((await find(name))?.uses.map(({ where }) => where)).toEqual([
      'Product Hop of the library',
      'Post “Reuse”',
      'Text of “Reuse”',
    ]);
    expect(await wren.attempt('DELETE /api/pictures/:name', { params: { name } })).toMatchObject({
      status: 409,
      body: { message: 'This picture is used: Product Hop of the library.' },
    });
    await wren.send('DELETE /api/products/admin/:id', { params: { id: product.data.id } });
    const other = await wren.send('POST /api/pictures', { form: {}, picture: await newPicture() });
    await wren.send('PUT /api/admin/blogs/:id', {
      params: { id: post.data.id },
      form: { title: 'Reuse', content, stored_image: other.data.name },
    });
    expect((await find(name))?.uses.map(({ where }) => where)).toEqual(['Text of “Reuse”', 'Older version of “Reuse”']);
    expect((await wren.attempt('DELETE /api/pictures/:name', { params: { name } })).status).toBe(409);
    expect(await statusesOf(shop, name)).toEqual([200]);

    await wren.send('DELETE /api/admin/blogs/:id', { params: { id: post.data.id } });
    await wren.send('DELETE /api/pictures/:name', { params: { name } });

    expect(await find(name)).toBeUndefined();
    expect(await statusesOf(shop, name)).toEqual([404]);
    const { data: entries } = await wren.send('GET /api/audit');
    expect(entries[0]).toMatchObject({ action: 'picture removed', subject: name });
  });

  test('a removed picture can be uploaded again', async () => {
    const wren = await logIn(shop);
    const picture = await newPicture();
    const first = await wren.send('POST /api/pictures', { form: {}, picture });
    await wren.send('DELETE /api/pictures/:name', { params: { name: first.data.name } });

    const second = await wren.send('POST /api/pictures', { form: {}, picture });

    expect(second.data.name).toBe(first.data.name);
    expect(await statusesOf(shop, second.data.name)).toEqual([200]);
  });

  test('removes a replaced picture after a month, and what an unsaved form uploaded no sooner', async () => {
    let wren = await logIn(shop);
    const old = await newPicture();
    const { data: product } = await wren.send('POST /api/products/admin', {
      form: { ...cascade, name: 'Hop of the library' },
      picture: old,
    });
    const name = product.image_url?.split('/').at(-1) ?? '';
    await cleanUp(shop);
    pass(shop, 100);
    await cleanUp(shop);
    expect((await find(name))?.removal_at).toBeNull();
    wren = await logIn(shop);
    await wren.send('PUT /api/products/admin/:id', {
      params: { id: product.id },
      form: { ...cascade, name: 'Hop of the library' },
      picture: await newPicture(),
    });
    const { data: unsaved } = await wren.send('POST /api/admin/blogs/pictures', {
      form: {},
      picture: await newPicture(),
    });
    const { data: kept } = await wren.send('POST /api/pictures', { form: {}, picture: await newPicture() });
    await cleanUp(shop);
    const removalAt = new Date(shop.clock.now.getTime() + UNUSED_DAYS * DAY_MS).toISOString();
    expect((await find(name))?.removal_at).toBe(removalAt);
    expect((await find(kept.name))?.removal_at).toBeNull();

    pass(shop, UNUSED_DAYS - 1);
    await cleanUp(shop);
    expect(await statusesOf(shop, name)).toEqual([200]);
    expect((await shop.visitor.fetch(unsaved.url)).status).toBe(200);

    pass(shop, 1);
    await cleanUp(shop);
    expect(await statusesOf(shop, name)).toEqual([404]);
    expect((await shop.visitor.fetch(unsaved.url)).status).toBe(404);
    expect(await find(name)).toBeUndefined();
    expect(await statusesOf(shop, kept.name)).toEqual([200]);
  });

  test('a picture that is used again in time stays', async () => {
    let wren = await logIn(shop);
    const { data } = await wren.send('POST /api/admin/blogs/pictures', { form: {}, picture: await newPicture() });
    await cleanUp(shop);
    pass(shop, UNUSED_DAYS - 1);
    wren = await logIn(shop);
    const content = `<p>Late</p><img src="${data.url}" alt="">`;
    await wren.send('POST /api/admin/blogs', { form: { title: 'Late', content } });

    pass(shop, 2);
    await cleanUp(shop);

    expect((await shop.visitor.fetch(data.url)).status).toBe(200);
  });

  test('finishes a removal that was interrupted', async () => {
    const wren = await logIn(shop);
    const { data } = await wren.send('POST /api/pictures', { form: {}, picture: await newPicture() });
    const [now, until] = [shop.clock.now, new Date(shop.clock.now.getTime() + 1000)].map((time) => time.toISOString());
    await shop.database.transaction([], (tx) => store.lease(tx, data.name, { now: now ?? '', until: until ?? '' }));
    expect(await find(data.name)).toBeUndefined();

    pass(shop, 1);
    await cleanUp(shop);

    expect(await statusesOf(shop, data.name)).toEqual([404]);
  });
});
