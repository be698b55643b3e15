import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { firstPosts } from '#content/first-posts.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const farm = await openTestShop();
const wren = await farm.as('wren');

const draft = (title: string, content = '<p>Cones are in.</p>') => ({ form: { title, content } });
const newest = async () => (await farm.visitor.send('GET /api/blogs')).data[0];

test('a new shop has the three first posts, newest first', async () => {
  const { data, pagination } = await farm.visitor.send('GET /api/blogs');

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

test('the picture of a post is served below /blogs/, in all its forms, for ever', async () => {
  const { image_url } = (await newest()) ?? {};
  const avif = image_url?.replace('.jpg', '-800.avif');

  const jpeg = await farm.visitor.fetch(`/blogs/${image_url}`);
  const small = await farm.visitor.fetch(`/blogs/${avif}`);

  expect([jpeg.status, jpeg.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/avif']);
  expect(jpeg.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});

test('a published post is the first on the public list', async () => {
  const { data } = await wren.send('POST /api/admin/blogs', draft('Harvest'));

  expect(data).toMatchObject({ title: 'Harvest', excerpt: 'Cones are in.', image_url: null });
  expect(await newest()).toEqual(data);
  await wren.send('DELETE /api/admin/blogs/:id', { params: { id: data.id } });
});

test('script in a post never reaches a reader', async () => {
  const { data } = await wren.send(
    'POST /api/admin/blogs',
    draft('Odd', '<p onclick="x()">Fine</p><script>x()</script>'),
  );

  const shown = await farm.visitor.send('GET /api/blogs/:id', { params: { id: data.id } });

  expect(shown.data.content).toBe('<p>Fine</p>');
  await wren.send('DELETE /api/admin/blogs/:id', { params: { id: data.id } });
});

test('a revised post keeps its picture unless it gets a new one', async () => {
  const picture = await readFile('content/pictures/blog-03.jpg');
  const { data } = await wren.send('POST /api/admin/blogs', { ...draft('First'), picture });

  const kept = await wren.send('PUT /api/admin/blogs/:id', { params: { id: data.id }, ...draft('Second') });
  const other = await readFile('content/pictures/fallback.jpg');
  const changed = await wren.send('PUT /api/admin/blogs/:id', {
    params: { id: data.id },
    ...draft('Third'),
    picture: other,
  });

  expect(data.image_url).toMatch(/^[0-9a-f]{16}-1200x800\.jpg$/);
  expect(kept.data).toMatchObject({ title: 'Second', image_url: data.image_url, created_at: data.created_at });
  expect(changed.data.image_url).not.toBe(data.image_url);
  await wren.send('DELETE /api/admin/blogs/:id', { params: { id: data.id } });
});

test('a form is revised with POST and _method=PUT too, and with nothing else', async () => {
  const { data } = await wren.send('POST /api/admin/blogs', draft('Before'));
  const post = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return wren.fetch(`/api/admin/blogs/${data.id}`, { method: 'POST', body: form });
  };

  const revised = await post({ _method: 'PUT', title: 'After', content: '' });
  const refused = await post({ title: 'Never', content: '' });

  expect([revised.status, refused.status]).toEqual([200, 422]);
  expect((await newest())?.title).toBe('After');
  await wren.send('DELETE /api/admin/blogs/:id', { params: { id: data.id } });
});

test('a withdrawn post is gone, and withdrawing it again is a 404', async () => {
  const { data } = await wren.send('POST /api/admin/blogs', draft('Short-lived'));
  const params = { id: data.id };

  await wren.send('DELETE /api/admin/blogs/:id', { params });

  expect((await farm.visitor.attempt('GET /api/blogs/:id', { params })).status).toBe(404);
  expect(await wren.attempt('DELETE /api/admin/blogs/:id', { params })).toMatchObject({
    status: 404,
    body: { message: 'Blog post not found.' },
  });
});

test.each([
  [{ title: '   ' }, 'Title is required.'],
  [{ content: 'x' }, 'Title is required.'],
  [{ title: 'x'.repeat(201) }, 'The title may have 200 characters at most.'],
])('a post without a fitting title is refused and nothing is published', async (form, text) => {
  const before = await farm.visitor.send('GET /api/blogs');

  const refused = await wren.attempt('POST /api/admin/blogs', { form });

  expect(refused).toMatchObject({ status: 422, body: { message: text, errors: { title: [text] } } });
  expect(await farm.visitor.send('GET /api/blogs')).toEqual(before);
});

test('a content that is too long is refused, not cut', async () => {
  const long = (length: number) => wren.attempt('POST /api/admin/blogs', draft('Long', 'x'.repeat(length)));

  expect(await long(200_001)).toMatchObject({ status: 422, body: { errors: { content: [expect.any(String)] } } });
  expect(await long(2_000_000)).toMatchObject({ status: 413, body: { message: 'The field content is too long.' } });
});

test('a content that grows too long when it is cleaned is refused, and its picture is not kept', async () => {
  const picture = await readFile('content/pictures/gallery-01.jpg');
  const before = await readdir(`${farm.place.dataDir}/uploads/blogs`);

  const refused = await wren.attempt('POST /api/admin/blogs', { ...draft('Long', '<'.repeat(100_000)), picture });

  expect(refused).toMatchObject({
    status: 422,
    body: { errors: { content: ['The content may have 200,000 characters at most.'] } },
  });
  expect(await readdir(`${farm.place.dataDir}/uploads/blogs`)).toEqual(before);
});

test('a picture for the text is kept, served, and stands in the post that names it', async () => {
  const picture = await readFile('content/pictures/blog-03.jpg');

  const { data } = await wren.send('POST /api/admin/blogs/pictures', { picture });
  const written = `<p>Look:</p><img src="${data.url}" alt="Cones" />`;
  const post = await wren.send('POST /api/admin/blogs', draft('With a picture', written));

  expect(data).toEqual({
    url: expect.stringMatching(/^\/blogs\/[0-9a-f]{16}-1200x800\.jpg$/),
    width: 1200,
    height: 800,
  });
  expect((await farm.visitor.fetch(data.url)).headers.get('content-type')).toBe('image/jpeg');
  expect(post.data.content).toBe(
    `<p>Look:</p><img src="${data.url}" alt="Cones" width="1200" height="800" loading="lazy" />`,
  );
  await wren.send('DELETE /api/admin/blogs/:id', { params: { id: post.data.id } });
});

test('a picture for the text must come, and must be one', async () => {
  const none = await wren.attempt('POST /api/admin/blogs/pictures', { form: {} });
  const text = await wren.attempt('POST /api/admin/blogs/pictures', { picture: Buffer.from('no picture') });

  expect(none).toMatchObject({ status: 422, body: { errors: { image: ['Image is required.'] } } });
  expect(text).toMatchObject({ status: 415, body: { message: expect.stringContaining('JPEG, PNG') } });
});

test('a picture of more than 10 MB is refused', async () => {
  const picture = Buffer.alloc(10 * 1024 * 1024 + 1);

  // Where the end of a file is noticed is a matter of chance.
  for (let time = 0; time < 10; time += 1)
    expect(await wren.attempt('POST /api/admin/blogs', { ...draft('Large'), picture })).toMatchObject({
      status: 413,
      body: { message: 'Images can be up to 10 MB.' },
    });
});

test('a file that is no picture is refused, whatever it is called', async () => {
  const picture = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');

  const refused = await wren.attempt('POST /api/admin/blogs', { ...draft('Picture?'), picture });

  expect(refused).toMatchObject({ status: 415, body: { message: expect.stringContaining('JPEG, PNG') } });
});

test('a page past the last is empty and still knows the total', async () => {
  const { data, pagination } = await farm.visitor.send('GET /api/blogs', { query: { page: 7 } });

  expect(data).toEqual([]);
  expect(pagination).toMatchObject({ total: 3, current_page: 7, last_page: 1, prev_page_url: '/api/blogs?page=1' });
});

test.each(['1000000000', '9'.repeat(40)])('page %s is whole, and empty', async (page) => {
  const response = await farm.visitor.fetch(`/api/blogs?page=${page}`);

  expect([response.status, (await response.json()).data]).toEqual([200, []]);
});

test.each(['0', '-1', '1.5', '01', 'word', '99999999999'])('nothing is at the id %s', async (id) => {
  expect((await farm.visitor.fetch(`/api/blogs/${id}`)).status).toBe(404);
  expect((await wren.fetch(`/api/admin/blogs/${id}`, { method: 'DELETE' })).status).toBe(404);
});

test('posts are ten to a page, and the pages lead to each other', async () => {
  const ids: number[] = [];
  for (let number = 1; number <= 9; number += 1)
    ids.push((await wren.send('POST /api/admin/blogs', draft(`Post ${number}`))).data.id);

  const first = await farm.visitor.send('GET /api/blogs', { query: { page: 1 } });
  const second = await farm.visitor.send('GET /api/blogs', { query: { page: 2 } });

  expect([first.data.length, second.data.length]).toEqual([10, 2]);
  expect(first.pagination).toMatchObject({ total: 12, last_page: 2, next_page_url: '/api/blogs?page=2' });
  expect(second.pagination).toMatchObject({ next_page_url: null, prev_page_url: '/api/blogs?page=1' });
  for (const id of ids) await wren.send('DELETE /api/admin/blogs/:id', { params: { id } });
});

test.each(['0', '-1', '1.5', 'two', '', '1e3', '01'])('page %j is refused: 422 names the field', async (page) => {
  const response = await farm.visitor.fetch(`/api/blogs?page=${page}`);

  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ errors: { page: ['The page must be a whole number from 1.'] } });
});
