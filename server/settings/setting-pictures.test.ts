import { expect, test } from 'vitest';
import { defaultSettings } from '#contracts/default-settings.ts';
import type { SectionName } from '#contracts/setting-sections.ts';
import { newPicture } from '#server/testing/picture-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const { visitor, clock, url } = shop;
const wren = await shop.as('wren');
const { home, story } = defaultSettings;

const textOf = async (path: string) => (await fetch(url + path)).text();
const upload = async (alt = '') =>
  (await wren.send('POST /api/pictures', { form: { alt }, picture: await newPicture() })).data.name;
const current = async (section: SectionName) =>
  (await wren.send('GET /api/settings/:section', { params: { section } })).data;
const attempt = async (section: SectionName, value: Record<string, unknown>) =>
  wren.attempt('PUT /api/settings/:section', {
    params: { section },
    body: { version: (await current(section)).version, value },
  });
async function save(section: SectionName, value: Record<string, unknown>) {
  const { status, body } = await attempt(section, value);
  expect([status, body.message]).toEqual([200, undefined]);
  return current(section);
}
const preview = (section: SectionName, value: Record<string, unknown>) =>
  wren.attempt('POST /api/settings/:section/previews', { params: { section }, body: { value } });
const restore = async (section: SectionName, version: number) =>
  wren.attempt('POST /api/settings/:section/restore', {
    params: { section },
    body: { version: (await current(section)).version, restore: version },
  });
const remove = (name: string) => wren.attempt('DELETE /api/pictures/:name', { params: { name } });
async function usesOf(picture: string) {
  const { data } = await wren.send('GET /api/pictures', { query: { page: 1 } });
  return data.find(({ name }) => name === picture)?.uses;
}
const galleryOf = (...names: string[]) => ({
  note: '',
  pictures: names.map((picture) => ({ picture, caption: 'Ours.', alt: 'A green square.', hidden: false })),
});
const GONE = 'This picture is no longer in the library. Choose another.';
const missing = '0123456789abcdef-60x40.jpg';

test('a replaced picture of the opening is on the home page, preloaded, the same on phones, and shared', async () => {
  expect(await textOf('/')).toContain('media="(max-width: 699px)"');
  const name = await upload();
  const hero = { ...home.hero, picture: name, alt: 'Our own rows.' };
  await save('home', { ...home, hero });

  const page = await textOf('/');
  expect(page).toContain(`src="/blogs/${name}" alt="Our own rows."`);
  expect(page).not.toContain('media="(max-width: 699px)"');
  const stem = name.replace('.jpg', '');
  expect(page).toMatch(new RegExp(`<link rel="preload" as="image"[^>]* imagesrcset="/blogs/${stem}-`));
  for (const path of ['/', '/faqs'])
    expect(await textOf(path)).toMatch(new RegExp(`property="og:image" content="[^"]*/blogs/${name}"`));
});

test('each picture of the home page and the story can be replaced, and counts as used', async () => {
  const names = await Promise.all(Array.from({ length: 7 }, () => upload()));
  const [farm = '', first = '', second = '', closing = '', one = '', two = '', three = ''] = names;
  const { varieties } = home;
  await save('home', {
    ...home,
    farm: { ...home.farm, picture: farm },
    varieties: {
      ...varieties,
      first: { ...varieties.first, picture: first },
      second: { ...varieties.second, picture: second },
    },
    closing: { ...home.closing, picture: closing },
  });
  await save('story', {
    ...story,
    first: { ...story.first, picture: one },
    second: { ...story.second, picture: two },
    third: { ...story.third, picture: three },
  });

  for (const name of [farm, first, second, closing]) expect(await textOf('/')).toContain(`src="/blogs/${name}"`);
  for (const name of [one, two, three]) expect(await textOf('/about-us')).toContain(`src="/blogs/${name}"`);
  expect(await usesOf(closing)).toEqual([{ where: 'Home page', path: '/dashboard/settings/home' }]);
  expect(await usesOf(two)).toEqual([{ where: 'Our story', path: '/dashboard/settings/story' }]);
  expect(await remove(two)).toMatchObject({ status: 409, body: { message: 'This picture is used: Our story.' } });
});

test('a picture that is not there is refused at its field, when it is saved and when it is previewed', async () => {
  const before = await current('home');
  const wrong = { ...home, closing: { ...home.closing, picture: missing } };
  for (const { status, body } of [await attempt('home', wrong), await preview('home', wrong)]) {
    expect(status).toBe(422);
    expect(body.errors).toEqual({ 'closing.picture': [GONE] });
  }
  for (const name of ['../../etc/passwd', 'a.svg', '', 7]) {
    const { status, body } = await attempt('story', { ...story, third: { ...story.third, picture: name } });
    expect(status).toBe(422);
    expect(body.errors).toEqual({ 'third.picture': ['Choose a picture.'] });
  }
  expect((await preview('gallery', galleryOf('hero.jpg', missing))).body.errors).toEqual({
    'pictures.1.picture': [GONE],
  });
  expect(await current('home')).toEqual(before);
});

test('a section that was saved before its pictures could be chosen shows the original ones', async () => {
  const { picture: _, ...oldClosing } = home.closing;
  const old = { ...home, closing: { ...oldClosing, heading: 'From before' } };
  const { version } = await current('home');
  const row = { section: 'home', version: version + 1, saved_at: clock.now.toISOString(), account_id: 1 };
  await shop.database.transaction(['settings'], (tx) =>
    tx
      .insertInto('settings_versions')
      .values({ ...row, value: JSON.stringify(old) })
      .execute(),
  );

  expect((await current('home')).value).toMatchObject({
    closing: { heading: 'From before', picture: 'gallery-35.jpg' },
  });
  await expect.poll(() => textOf('/')).toContain('From before');
  const { data } = await visitor.send('GET /api/words/home');
  expect(data.home.closing.picture).toMatchObject({ folder: '/pictures/' });
  expect((await save('home', { ...home })).version).toBe(version + 2);
});

test('a picture that only older versions show can be removed, and those versions say why they cannot come back', async () => {
  const name = await upload();
  const withIt = await save('gallery', galleryOf(name, 'gallery-14.jpg'));
  expect(await usesOf(name)).toEqual([{ where: 'Gallery', path: '/dashboard/settings/gallery' }]);
  const without = await save('gallery', galleryOf('gallery-14.jpg'));
  expect(await usesOf(name)).toEqual([]);
  expect((await restore('gallery', withIt.version)).status).toBe(200);
  expect((await remove(name)).status).toBe(409);

  const last = await save('gallery', galleryOf('gallery-14.jpg'));
  expect((await remove(name)).status).toBe(200);
  const refused = await restore('gallery', withIt.version);
  const message = 'This version shows a picture that was removed from the library (A green square.). Nothing changed.';
  expect(refused).toMatchObject({ status: 422, body: { message, errors: { restore: [message] } } });
  expect(await current('gallery')).toEqual(last);
  expect((await restore('gallery', without.version)).status).toBe(200);
});

test('a picture in an open preview stays until the preview expires', async () => {
  const name = await upload();
  const { status } = await preview('story', { ...story, first: { ...story.first, picture: name } });
  expect(status).toBe(200);
  expect(await usesOf(name)).toEqual([{ where: 'Preview: Our story', path: '/dashboard/settings/story' }]);
  expect((await remove(name)).status).toBe(409);

  const { now } = clock;
  clock.now = new Date(now.getTime() + 61 * 60_000);
  expect((await remove(name)).status).toBe(200);
  clock.now = now;
});

test('a picture is removed or saved in a section, never both', async () => {
  for (let round = 0; round < 5; round += 1) {
    const name = await upload();
    const [saved, removed] = await Promise.all([attempt('gallery', galleryOf(name)), remove(name)]);
    expect([
      [200, 409],
      [422, 200],
    ]).toContainEqual([saved.status, removed.status]);
  }
});
