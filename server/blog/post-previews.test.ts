import { beforeEach, expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop({ settings: { SITE_URL: 'https://farm.example' } });
const { clock, visitor, jobs } = shop;
const wren = await shop.as('wren');

beforeEach(() => {
  clock.now = new Date('2026-10-01T17:00:00.000Z');
});

const draft = async (title: string) =>
  (await wren.send('POST /api/admin/blogs', { form: { title, content: '<p>Not yet.</p>', published_at: '' } })).data.id;
const link = async (id: number) => {
  const { data } = await wren.send('POST /api/admin/blogs/:id/preview-link', { params: { id } });
  return { ...data, path: data.url.replace('https://farm.example', '') };
};
const statusOf = async (path: string) => (await visitor.fetch(path)).status;
const stateOf = async (id: number) =>
  (await wren.send('GET /api/admin/blogs/:id/preview-link', { params: { id } })).data;

test('a preview link shows a draft without login, to nobody else', async () => {
  const id = await draft('Quiet words');
  const { path, expires_at } = await link(id);

  const page = await visitor.fetch(path);
  const html = await page.text();

  expect(expires_at).toBe('2026-10-08T17:00:00.000Z');
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(html).toContain('Quiet words</h1>');
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).not.toContain('application/ld+json');
  expect(html).not.toContain('rel="canonical"');
  expect(html).toContain('This is a preview.');
  expect(await statusOf(`/blog/${id}`)).toBe(404);
  const token = new URLSearchParams(path.split('?')[1]).get('preview') ?? '';
  const call = await visitor.send('GET /api/blogs/:id/preview', { params: { id }, query: { token } });
  expect(call).toMatchObject({ data: { id, published_at: null }, preview_until: expires_at });
});

test('a link works for its own post only', async () => {
  const [id, other] = [await draft('One'), await draft('Other')];
  const { path } = await link(id);
  await link(other);

  expect(await statusOf(path.replace(`/blog/${id}`, `/blog/${other}`))).toBe(404);
  expect(await statusOf(`${path.slice(0, -1)}x`)).toBe(404);
  expect(await statusOf(`/blog/${id}?preview=`)).toBe(404);
  expect(await statusOf(path)).toBe(200);
});

test('a link expires after seven days', async () => {
  const id = await draft('Short-lived');
  const { path } = await link(id);

  clock.now = new Date('2026-10-08T16:59:59.000Z');
  expect(await statusOf(path)).toBe(200);
  clock.now = new Date('2026-10-08T17:00:00.000Z');
  expect(await statusOf(path)).toBe(404);
  await jobs.runNow('clean-up');
  const rows = await shop.database.db.selectFrom('post_previews').select('post_id').execute();
  expect(rows).not.toContainEqual({ post_id: id });
});

test('an expired link to a post that is published by now shows the post', async () => {
  const id = await draft('Out by now');
  const { path } = await link(id);
  await wren.send('DELETE /api/admin/blogs/:id/preview-link', { params: { id } });
  expect(await statusOf(path)).toBe(404);
  await wren.send('PUT /api/admin/blogs/:id', {
    params: { id },
    form: { title: 'Out by now', content: '<p>Out.</p>', published_at: 'now' },
  });

  expect(await statusOf(path)).toBe(200);
});

test('a link can be revoked, and a new one replaces it', async () => {
  const id = await draft('Revoked');
  expect(await stateOf(id)).toBeNull();
  const first = await link(id);
  const second = await link(id);
  expect([await statusOf(first.path), await statusOf(second.path)]).toEqual([404, 200]);
  expect(await stateOf(id)).toEqual({ expires_at: second.expires_at });

  await wren.send('DELETE /api/admin/blogs/:id/preview-link', { params: { id } });

  expect(await statusOf(second.path)).toBe(404);
  expect(await stateOf(id)).toBeNull();
  const { data } = await wren.send('GET /api/audit', { query: {} });
  expect(data.slice(0, 3).map(({ action }) => action)).toEqual([
    ...['preview link revoked', 'preview link made', 'preview link made'],
  ]);
});

test('a link shows every later edit, and stops with its post', async () => {
  const id = await draft('Before');
  const { path } = await link(id);

  await wren.send('PUT /api/admin/blogs/:id', { params: { id }, form: { title: 'After' } });
  expect(await (await visitor.fetch(path)).text()).toContain('After</h1>');
  await wren.send('DELETE /api/admin/blogs/:id', { params: { id } });
  expect(await statusOf(path)).toBe(404);
});

test('the token is stored as a hash only', async () => {
  const { url, path } = await link(await draft('Hashed'));
  await visitor.fetch(path);
  const rows = await shop.database.db.selectFrom('post_previews').select('token_hash').execute();

  expect(rows.every(({ token_hash }) => /^[0-9a-f]{64}$/.test(token_hash) && !url.includes(token_hash))).toBe(true);
  expect(shop.logLines.join('')).not.toContain(url.split('preview=')[1]);
});
