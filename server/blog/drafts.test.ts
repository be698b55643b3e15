// Drafts and scheduled posts: visitors see nothing of them until their time comes.
import { beforeEach, expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop({ settings: { SITE_URL: 'https://farm.example' } });
const { clock, visitor, jobs } = shop;
const NOW = '2026-10-01T17:00:00.000Z';
const NOON = '2026-10-02T19:00:00.000Z';
const staff = await shop.as('wren');

beforeEach(async () => {
  clock.now = new Date(NOW);
  await jobs.runNow('scheduled posts');
});

const save = async (title: string, published_at = 'now') =>
  (await staff.send('POST /api/admin/blogs', { form: { title, content: '<p>Comet cones.</p>', published_at } })).data;
const edit = (id: number, form: { title: string; published_at?: string; description?: string }) =>
  staff.attempt('PUT /api/admin/blogs/:id', { params: { id }, form });
const remove = (id: number) => staff.send('DELETE /api/admin/blogs/:id', { params: { id } });

/** Everything public that could name a post. Each is asked twice, so that it comes from the cache. */
async function pagesNaming(title: string, id: number): Promise<string[]> {
  const paths = [
    '/',
    '/blogs',
    '/feed.xml',
    '/sitemap.xml',
    '/api/blogs',
    '/blog/3',
    '/api/blogs/3',
    '/products/comet',
  ];
  const naming: string[] = [];
  for (const path of [...paths, ...paths]) {
    const text = await (await visitor.fetch(path)).text();
    if (text.includes(title) || text.includes(`/blog/${id}<`)) naming.push(path);
  }
  return [...new Set(naming)];
}
const statusesOf = async (id: number) =>
  Promise.all([`/blog/${id}`, `/api/blogs/${id}`].map(async (path) => (await visitor.fetch(path)).status));

test('a draft is on no public page, and its own is a 404', async () => {
  const draft = await save('Quiet words', '');

  expect(draft).toMatchObject({ published_at: null, version: 1, day: '2026-10-01' });
  expect(await pagesNaming('Quiet words', draft.id)).toEqual([]);
  expect(await statusesOf(draft.id)).toEqual([404, 404]);
  expect((await staff.send('GET /api/admin/blogs')).data[0]).toEqual(draft);
  await remove(draft.id);
});

test('a draft is published by an edit, and can be taken back', async () => {
  const { id } = await save('Soon here', '');
  clock.now = new Date('2026-10-01T18:00:00.000Z');

  const published = await edit(id, { title: 'Soon here', published_at: 'now' });
  expect(published.body.data).toMatchObject({ created_at: NOW, published_at: '2026-10-01T18:00:00.000Z', version: 2 });
  expect(await pagesNaming('Soon here', id)).toEqual([
    ...['/blogs', '/feed.xml', '/sitemap.xml', '/api/blogs', '/blog/3', '/api/blogs/3'],
  ]);
  expect(await statusesOf(id)).toEqual([200, 200]);

  await edit(id, { title: 'Soon here', published_at: '' });
  expect(await pagesNaming('Soon here', id)).toEqual([]);
  expect(await statusesOf(id)).toEqual([404, 404]);
  const { data: entries } = await staff.send('GET /api/audit', { query: {} });
  expect(entries.slice(0, 3).map(({ action }) => action)).toEqual([
    ...['post unpublished', 'post published', 'post drafted'],
  ]);
  await remove(id);
});

test('a scheduled post appears on cached pages when its time comes', async () => {
  const { id } = await save('Noon news', NOON);
  expect(await pagesNaming('Noon news', id)).toEqual([]);

  clock.now = new Date(Date.parse(NOON) - 1);
  await jobs.runNow('scheduled posts');
  expect(await pagesNaming('Noon news', id)).toEqual([]);
  expect(await statusesOf(id)).toEqual([404, 404]);

  clock.now = new Date(NOON);
  await jobs.runNow('scheduled posts');
  expect(await pagesNaming('Noon news', id)).toEqual([
    ...['/blogs', '/feed.xml', '/sitemap.xml', '/api/blogs', '/blog/3', '/api/blogs/3'],
  ]);
  expect(await statusesOf(id)).toEqual([200, 200]);
  const [newest] = (await visitor.send('GET /api/blogs')).data;
  expect(newest).toMatchObject({ id, created_at: NOW, published_at: NOON, updated_at: NOON, day: '2026-10-02' });
  await remove(id);
});

test('of several scheduled posts, each appears at its own time', async () => {
  const ids = [(await save('Second news', '2026-10-03T19:00:00Z')).id, (await save('First news', NOON)).id];
  await pagesNaming('news', 0);

  clock.now = new Date('2026-10-02T20:00:00.000Z');
  await jobs.runNow('scheduled posts');
  expect((await visitor.send('GET /api/blogs')).data[0]?.title).toBe('First news');

  clock.now = new Date('2026-10-03T20:00:00.000Z');
  await jobs.runNow('scheduled posts');
  expect((await visitor.send('GET /api/blogs')).data[0]?.title).toBe('Second news');
  for (const id of ids) await remove(id);
});

test('a post that was due while nobody looked is found', async () => {
  await jobs.runNow('scheduled posts');
  const { id } = await save('Half a second', '2026-10-01T17:00:00.500Z');
  await pagesNaming('Half a second', id);

  clock.now = new Date('2026-10-01T17:00:02.000Z');
  await jobs.runNow('scheduled posts');

  expect((await visitor.send('GET /api/blogs')).data[0]?.title).toBe('Half a second');
  await remove(id);
});

test('a post with an earlier date takes its place among the others', async () => {
  const { id } = await save('Last year', '2025-06-01T12:00:00-07:00');

  const { data } = await visitor.send('GET /api/blogs');
  const last = await visitor.send('GET /api/blogs/:id', { params: { id } });

  expect(data.at(-1)).toMatchObject({
    title: 'Last year',
    published_at: '2025-06-01T19:00:00.000Z',
    day: '2025-06-01',
  });
  expect(last).toMatchObject({ previous: null, next: { id: 1 } });
  await remove(id);
});

test.each(['tomorrow', '2026-10-02', '1999-12-31T00:00:00Z', '2100-01-01T00:00:00Z', '2026-02-30T00:00:00Z', 'null'])(
  'rejects %s as the time of publication and saves nothing',
  async (published_at) => {
    const before = await staff.send('GET /api/admin/blogs');

    const rejected = await staff.attempt('POST /api/admin/blogs', { form: { title: 'When?', published_at } });

    const errors = { published_at: ['Enter a date and time between 2000 and 2100.'] };
    expect(rejected).toMatchObject({ status: 422, body: { errors } });
    expect(await staff.send('GET /api/admin/blogs')).toEqual(before);
  },
);

test('search engines get the description of a post, or its first words', async () => {
  const { id } = await save('Described');
  const pageOf = async () => (await visitor.fetch(`/blog/${id}`)).text();
  expect(await pageOf()).toContain('<meta name="description" content="Comet cones.">');

  await edit(id, { title: 'Described', description: ' How we grow "Comet". ' });

  expect(await pageOf()).toContain('<meta name="description" content="How we grow &quot;Comet&quot;.">');
  expect(await pageOf()).toContain('"description":"How we grow \\"Comet\\"."');
  expect(await (await visitor.fetch('/feed.xml')).text()).toContain(
    '<summary>How we grow &quot;Comet&quot;.</summary>',
  );
  const tooLong = await edit(id, { title: 'Described', description: 'x'.repeat(301) });
  expect(tooLong).toMatchObject({ status: 422, body: { errors: { description: [expect.any(String)] } } });
  await remove(id);
});
