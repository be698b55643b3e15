import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { firstPosts } from '#content/first-posts.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop();
const wren = await shop.as('wren');

const draft = (title: string, content = '<p>Cones are in.</p>') => ({ form: { title, content } });
const newest = async () => (await shop.visitor.send('GET /api/blogs')).data[0];

test('a new shop has three posts, newest first', async () => {
  const { data, pagination } = await shop.visitor.send('GET /api/blogs');

  expect(data.map(({ title }) => title)).toEqual(firstPosts.map(({ title }) => title).toReversed());
  expect(pagination).toEqual({
    total: 3,
    per_page: 10,
    current_page: 1,
    last_page: 1,
    next_page_url: null,
    prev_page_url: null,
  });
});

test('serves the picture of a post below /blogs/ in every format, cacheable forever', async () => {
  const { image_url } = (await newest()) ?? {};
  const avif = image_url?.replace('.jpg', '-800.avif');

  const jpeg = await shop.visitor.fetch(`/blogs/${image_url}`);
  const small = await shop.visitor.fetch(`/blogs/${avif}`);

  expect([jpeg.status, jpeg.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/avif']);
  expect(jpeg.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});

test('a published post is first in the public list', async () => {
  const { data } = await wren.send('POST /api/admin/blogs', draft('Harvest'));

  expect(data).toMatchObject({ title: 'Harvest', excerpt: 'Cones are in.', image_url: null });
  expect(await newest()).toEqual(data);
  await wren.send('DELETE /api/admin/blogs/:id', { params: { id: data.id } });
});

test('scripts in a post never reach a reader', async () => {
  const { data } = await wren.send(
    'POST /api/admin/blogs',
    draft('Odd', '<p onclick="x()">Fine</p><script>x()</script>'),
  );

  const published = await shop.visitor.send('GET /api/blogs/:id', { params: { id: data.id } });

  expect(published.data.content).toBe('<p>Fine</p>');
  await wren.send('DELETE /api/admin/blogs/:id', { params: { id: data.id } });
});

test('a revised post keeps its picture unless a new one is uploaded', async () => {
  const picture = await readFile('content/pictures/blog-03.jpg');
  const { data } = await wren.send('POST /api/admin/blogs', { ...draft('First'), picture });

  const unchanged = await wren.send('PUT /api/admin/blogs/:id', { params: { id: data.id }, ...draft('Second') });
  const other = await readFile('content/pictures/fallback.jpg');
  const changed = await wren.send('PUT /api/admin/blogs/:id', {
    params: { id: data.id },
    ...draft('Third'),
    picture: other,
  });

  expect(data.image_url).toMatch(/^[0-9a-f]{16}-1200x800\.jpg$/);
  expect(unchanged.data).toMatchObject({ title: 'Second', image_url: data.image_url, created_at: data.created_at });
  expect(changed.data.image_url).not.toBe(data.image_url);
  await wren.send('DELETE /api/admin/blogs/:id', { params: { id: data.id } });
});

test('accepts an update as POST with _method=PUT, and no other POST', async () => {
  const { data } = await wren.send('POST /api/admin/blogs', draft('Before'));
  const post = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return wren.fetch(`/api/admin/blogs/${data.id}`, { method: 'POST', body: form });
  };

  const revised = await post({ _method: 'PUT', title: 'After', content: '' });
  const rejected = await post({ title: 'Never', content: '' });

  expect([revised.status, rejected.status]).toEqual([200, 422]);
  expect((await newest())?.title).toBe('After');
  await wren.send('DELETE /api/admin/blogs/:id', { params: { id: data.id } });
});

test('a withdrawn post is gone, and withdrawing it again is a 404', async () => {
  const { data } = await wren.send('POST /api/admin/blogs', draft('Short-lived'));
  const params = { id: data.id };

  await wren.send('DELETE /api/admin/blogs/:id', { params });

  expect((await shop.visitor.attempt('GET /api/blogs/:id', { params })).status).toBe(404);
  expect(await wren.attempt('DELETE /api/admin/blogs/:id', { params })).toMatchObject({
    status: 404,
    body: { message: 'Blog post not found.' },
  });
});

test.each([
  [{ title: '   ' }, 'Title is required.'],
  [{ content: 'x' }, 'Title is required.'],
  [{ title: 'x'.repeat(201) }, 'The title can be up to 200 characters.'],
])('rejects a post with an invalid title and publishes nothing', async (form, text) => {
  const before = await shop.visitor.send('GET /api/blogs');

  const rejected = await wren.attempt('POST /api/admin/blogs', { form });

  expect(rejected).toMatchObject({ status: 422, body: { message: text, errors: { title: [text] } } });
  expect(await shop.visitor.send('GET /api/blogs')).toEqual(before);
});

test('rejects content that is too long instead of truncating it', async () => {
  const long = (length: number) => wren.attempt('POST /api/admin/blogs', draft('Long', 'x'.repeat(length)));

  expect(await long(200_001)).toMatchObject({ status: 422, body: { errors: { content: [expect.any(String)] } } });
  expect(await long(2_000_000)).toMatchObject({ status: 413, body: { message: 'The field content is too long.' } });
});

test('rejects content that becomes too long when sanitized, without storing its picture', async () => {
  const picture = await readFile('content/pictures/gallery-01.jpg');
  const before = await readdir(`${shop.tempShop.dataDir}/uploads/blogs`);

  const rejected = await wren.attempt('POST /api/admin/blogs', { ...draft('Long', '<'.repeat(100_000)), picture });

  expect(rejected).toMatchObject({
    status: 422,
    body: { errors: { content: ['The content can be up to 200,000 characters.'] } },
  });
  expect(await readdir(`${shop.tempShop.dataDir}/uploads/blogs`)).toEqual(before);
});

test('stores and serves a picture for the content, and keeps it in the post', async () => {
  const picture = await readFile('content/pictures/blog-03.jpg');

  const { data } = await wren.send('POST /api/admin/blogs/pictures', { picture });
  const written = `<p>Look:</p><img src="${data.url}" alt="Cones" />`;
  const post = await wren.send('POST /api/admin/blogs', draft('With a picture', written));

  expect(data).toEqual({
    url: expect.stringMatching(/^\/blogs\/[0-9a-f]{16}-1200x800\.jpg$/),
    width: 1200,
    height: 800,
  });
  expect((await shop.visitor.fetch(data.url)).headers.get('content-type')).toBe('image/jpeg');
  expect(post.data.content).toBe(
    `<p>Look:</p><img src="${data.url}" alt="Cones" width="1200" height="800" loading="lazy" />`,
  );
  await wren.send('DELETE /api/admin/blogs/:id', { params: { id: post.data.id } });
});

test('a picture upload for the content must contain an image', async () => {
  const none = await wren.attempt('POST /api/admin/blogs/pictures', { form: {} });
  const text = await wren.attempt('POST /api/admin/blogs/pictures', { picture: Buffer.from('no picture') });

  expect(none).toMatchObject({ status: 422, body: { errors: { image: ['Image is required.'] } } });
  expect(text).toMatchObject({ status: 415, body: { message: expect.stringContaining('JPEG, PNG') } });
});

test('rejects a picture over 10 MB', async () => {
  const picture = Buffer.alloc(10 * 1024 * 1024 + 1);

  // Where the parser notices the end of a file varies.
  for (let time = 0; time < 10; time += 1)
    expect(await wren.attempt('POST /api/admin/blogs', { ...draft('Large'), picture })).toMatchObject({
      status: 413,
      body: { message: 'Images can be up to 10 MB.' },
    });
});

test('rejects a file that is not an image, whatever its name', async () => {
  const picture = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');

  const rejected = await wren.attempt('POST /api/admin/blogs', { ...draft('Picture?'), picture });

  expect(rejected).toMatchObject({ status: 415, body: { message: expect.stringContaining('JPEG, PNG') } });
});

test('a page past the last one is empty and still has the total', async () => {
  const { data, pagination } = await shop.visitor.send('GET /api/blogs', { query: { page: 7 } });

  expect(data).toEqual([]);
  expect(pagination).toMatchObject({ total: 3, current_page: 7, last_page: 1, prev_page_url: '/api/blogs?page=1' });
});

test.each(['1000000000', '9'.repeat(40)])('accepts page %s as a number and returns no posts', async (page) => {
  const response = await shop.visitor.fetch(`/api/blogs?page=${page}`);

  expect([response.status, (await response.json()).data]).toEqual([200, []]);
});

test.each(['0', '-1', '1.5', '01', 'word', '99999999999'])('returns 404 for post id %s', async (id) => {
  expect((await shop.visitor.fetch(`/api/blogs/${id}`)).status).toBe(404);
  expect((await wren.fetch(`/api/admin/blogs/${id}`, { method: 'DELETE' })).status).toBe(404);
});

test('lists ten posts per page, with links between pages', async () => {
  const ids: number[] = [];
  for (let number = 1; number <= 9; number += 1)
    ids.push((await wren.send('POST /api/admin/blogs', draft(`Post ${number}`))).data.id);

  const first = await shop.visitor.send('GET /api/blogs', { query: { page: 1 } });
  const second = await shop.visitor.send('GET /api/blogs', { query: { page: 2 } });

  expect([first.data.length, second.data.length]).toEqual([10, 2]);
  expect(first.pagination).toMatchObject({ total: 12, last_page: 2, next_page_url: '/api/blogs?page=2' });
  expect(second.pagination).toMatchObject({ next_page_url: null, prev_page_url: '/api/blogs?page=1' });
  for (const id of ids) await wren.send('DELETE /api/admin/blogs/:id', { params: { id } });
});

test.each(['0', '-1', '1.5', 'two', '', '1e3', '01'])(
  'rejects page %j with a 422 that names the field',
  async (page) => {
    const response = await shop.visitor.fetch(`/api/blogs?page=${page}`);

    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: { page: ['The page must be a positive whole number.'] } });
  },
);
