// Versions of posts: conflicts, what each save changed, and undo.
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { PostEdit } from '#contracts/blog.ts';
import { apiClient } from '#server/testing/api-client.ts';
import { makeStaff } from '#server/testing/make-staff.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop();
const { db } = shop.database;
const wren = await shop.as('wren');
const nothingChanged = { status: 409, body: { message: 'Someone else changed this post. Nothing was saved.' } };

const add = async (title = 'First frost') =>
  (await wren.send('POST /api/admin/blogs', { form: { title, content: '<p>White rows.</p>' } })).data;
const revise = (id: number, form: Partial<PostEdit>) =>
  wren.attempt('PUT /api/admin/blogs/:id', { params: { id }, form: { title: 'First frost', ...form } });
const restore = (id: number, body: { to: number; version?: number }) =>
  wren.attempt('POST /api/admin/blogs/:id/restorations', { params: { id }, body });
const revisionsOf = (id: number, query = {}) =>
  wren.send('GET /api/admin/blogs/:id/revisions', { params: { id }, query });
const current = async (id: number) => (await wren.send('GET /api/admin/blogs')).data.find((post) => post.id === id);

test('rejects an edit of an old version with the current post, and changes nothing', async () => {
  const { id } = await add();
  await revise(id, { content: '<p>Green rows.</p>', version: 1 });
  const before = await current(id);

  const rejected = await revise(id, { content: '<p>Brown rows.</p>', version: 1 });

  expect(rejected).toMatchObject({ ...nothingChanged, body: { ...nothingChanged.body, current: before } });
  expect(await current(id)).toEqual(before);
  expect((await revisionsOf(id)).data).toHaveLength(2);
});

test('saves exactly one of many edits of the same version', async () => {
  const { id } = await add();

  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, index) => revise(id, { title: `Frost ${index}`, version: 1 })),
  );

  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(11);
  expect(await current(id)).toMatchObject({ version: 2 });
});

test('a request without a version is applied as is, and keeps what it does not send', async () => {
  const { id } = await add();
  await revise(id, { description: 'For search engines.', published_at: '', version: 1 });

  const saved = await revise(id, { title: 'Second frost' });

  expect(saved.body.data).toMatchObject({
    ...{ title: 'Second frost', content: '', description: 'For search engines.', published_at: null, version: 3 },
  });
});

test('every save is a version with who, when and what changed', async () => {
  const picture = await readFile('content/pictures/blog-03.jpg');
  const finch = { name: 'Finch', email: 'finch@farm.example', password: 'a hundred bines' };
  await shop.visitor.send('POST /api/register', { body: finch });
  await makeStaff(shop.database, finch.email, 'writer');
  const writer = apiClient(shop.url, (await shop.visitor.send('POST /api/login', { body: finch })).token);
  const { id } = await add();
  shop.clock.now = new Date('2026-10-01T18:00:00.000Z');
  await revise(id, { title: 'Second frost', content: '<p>White rows.</p>' });
  const { data: pictured } = await writer.send('PUT /api/admin/blogs/:id', {
    params: { id },
    form: { title: 'Second frost', content: '<p>White rows.</p>', published_at: '' },
    picture,
  });

  const { data, next_page_url } = await revisionsOf(id);

  expect(next_page_url).toBeNull();
  expect(data).toEqual([
    {
      ...{ version: 3, at: '2026-10-01T18:00:00.000Z', who: 'Finch', restored_version: null },
      changes: [
        { field: 'image_url', before: '', after: pictured.image_url },
        { field: 'published_at', before: '2026-10-01T17:00:00.000Z', after: '' },
      ],
    },
    {
      ...{ version: 2, at: '2026-10-01T18:00:00.000Z', who: expect.any(String), restored_version: null },
      changes: [{ field: 'title', before: 'First frost', after: 'Second frost' }],
    },
    {
      ...{ version: 1, at: '2026-10-01T17:00:00.000Z', who: expect.any(String), restored_version: null },
      changes: [],
    },
  ]);
});

test('a save that changes nothing is no version', async () => {
  const { id } = await add();

  const saved = await revise(id, { content: '<p>White rows.</p>', version: 1 });

  expect(saved).toMatchObject({ status: 200, body: { data: { version: 1 } } });
  expect((await revisionsOf(id)).data).toHaveLength(1);
});

test('undo brings everything back as a new version, and can be undone', async () => {
  const picture = await readFile('content/pictures/blog-03.jpg');
  const { id, published_at } = await add();
  const edited = await wren.send('PUT /api/admin/blogs/:id', {
    params: { id },
    form: { title: 'Wrong', content: '<p>Wrong rows.</p>', description: 'Wrong.', published_at: '' },
    picture,
  });

  const undone = await restore(id, { to: 1, version: 2 });
  expect(undone.body.data).toMatchObject({
    ...{ title: 'First frost', content: '<p>White rows.</p>', excerpt: 'White rows.', description: '' },
    ...{ image_url: null, published_at, version: 3 },
  });
  expect((await revisionsOf(id)).data[0]).toMatchObject({ version: 3, restored_version: 1 });
  const { data: entries } = await wren.send('GET /api/audit', { query: {} });
  expect(entries[0]).toMatchObject({ action: 'post version restored', subject: 'First frost', subject_id: id });

  const redone = await restore(id, { to: 2 });
  expect(redone.body.data).toMatchObject({ title: 'Wrong', image_url: edited.data.image_url, version: 4 });
});

test('undo of an outdated version is a conflict', async () => {
  const { id } = await add();
  await revise(id, { title: 'Second frost' });
  await revise(id, { title: 'Third frost' });

  expect(await restore(id, { to: 1, version: 2 })).toMatchObject(nothingChanged);
  expect(await current(id)).toMatchObject({ title: 'Third frost', version: 3 });
});

test.each([7, 2 ** 40])('rejects version %s, which the post does not have', async (to) => {
  const { id } = await add();

  expect(await restore(id, { to })).toMatchObject({
    status: 422,
    body: { errors: { to: ['This post has no such version.'] } },
  });
});

test('pages through many versions', async () => {
  const { id } = await add();
  for (let number = 2; number <= 23; number += 1) await revise(id, { title: `Frost ${number}` });

  const first = await revisionsOf(id);
  const second = await revisionsOf(id, { before: 4 });

  expect(first.data.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, index) => 23 - index));
  expect(first.data.at(-1)?.changes).toMatchObject([{ before: 'Frost 3', after: 'Frost 4' }]);
  expect(first.next_page_url).toBe(`/api/admin/blogs/${id}/revisions?before=4`);
  expect(second.data.map(({ version }) => version)).toEqual([3, 2, 1]);
});

test('versions are never changed, and go with their post', async () => {
  const { id } = await add();
  const rewrite = sql`update post_revisions set title = 'Never said' where post_id = ${id}`;

  await expect(shop.database.transaction([], (tx) => rewrite.execute(tx))).rejects.toThrow(/never updated/);
  await wren.send('DELETE /api/admin/blogs/:id', { params: { id } });

  expect(await db.selectFrom('post_revisions').select('version').where('post_id', '=', id).execute()).toEqual([]);
  const gone = await wren.attempt('GET /api/admin/blogs/:id/revisions', { params: { id }, query: {} });
  expect(gone.status).toBe(404);
});
