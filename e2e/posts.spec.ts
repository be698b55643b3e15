// Drafts, scheduled posts, preview links, versions and edit conflicts.
import type { Page } from '@playwright/test';
import { farmDateTime } from '#contracts/dates.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import {
  addPost,
  contentField,
  deletePost,
  openBlogManagement,
  postRow,
  press,
  titleField,
} from '#e2e/support/blog-actions.ts';
import { expect, test, testInOwnShop } from '#e2e/support/fixtures.ts';
import { logInAsStaff } from '#e2e/support/staff-login.ts';

test.beforeEach(({ page, shop }) => logInAsStaff(page, shop));

const publishField = (page: Page) => page.getByLabel('Publish');
const edit = (page: Page, title: string) => postRow(page, title).getByRole('button', { name: 'Edit' }).click();

/** Public URLs whose text names the post. */
async function publicPagesNaming(shop: { url: string }, title: string): Promise<string[]> {
  const paths = ['/', '/blogs', '/feed.xml', '/api/blogs', '/blog/3', '/api/blogs/3'];
  const texts = await Promise.all(paths.map(async (path) => (await fetch(shop.url + path)).text()));
  return paths.filter((_, index) => texts[index]?.includes(title));
}
const statusOf = async (shop: { url: string }, path: string) => (await fetch(shop.url + path)).status;
const isMapped = async (shop: { url: string }, id: number) =>
  (await (await fetch(`${shop.url}/sitemap.xml`)).text()).includes(`${pagePaths.blog(id)}<`);

/** As a datetime-local input shows it, in the farm's time zone. */
const inAnHour = () => farmDateTime(new Date(Date.now() + 3_600_000).toISOString()).replace(' ', 'T');

/** The form has only full minutes. */
async function scheduleInSeconds(shop: { url: string; staff: Record<string, string> }, id: number, title: string) {
  const body = new FormData();
  body.set('title', title);
  body.set('published_at', new Date(Date.now() + 2000).toISOString());
  const response = await fetch(`${shop.url}/api/admin/blogs/${id}`, { method: 'PUT', headers: shop.staff, body });
  expect(response.status).toBe(200);
}

testInOwnShop('a scheduled post appears by itself when its time comes', async ({ page, shop, browser }) => {
  const title = 'Posted by the clock';
  const visitor = await (await browser.newContext({ baseURL: shop.url })).newPage();
  await openBlogManagement(page);
  await publishField(page).selectOption('At a time you choose');
  await page.getByLabel('Date and time').fill(inAnHour());
  const id = await addPost(page, title, 'We were in the field.');

  await expect(page.getByRole('status').getByText(/^Blog post added\. Scheduled for /)).toBeVisible();
  await expect(postRow(page, title)).toContainText('Scheduled for');
  expect(await publicPagesNaming(shop, title)).toEqual([]);
  expect(await statusOf(shop, pagePaths.blog(id))).toBe(404);
  await visitor.goto(pagePaths.blogs);
  await expect(visitor.getByRole('link', { name: title })).toHaveCount(0);

  await scheduleInSeconds(shop, id, title);
  await expect(async () => {
    await visitor.reload();
    await expect(visitor.getByRole('link', { name: title })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000, intervals: [1000] });
  expect(await publicPagesNaming(shop, title)).toEqual([
    '/blogs',
    '/feed.xml',
    '/api/blogs',
    '/blog/3',
    '/api/blogs/3',
  ]);
  expect(await isMapped(shop, id)).toBe(true);
  await visitor.getByRole('link', { name: title }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible();

  await openBlogManagement(page);
  await expect(postRow(page, title)).not.toContainText('Scheduled');
  await deletePost(page, title);
});

test('a draft stays out of sight until it is published', async ({ page, shop }) => {
  const title = 'Words for later';
  await openBlogManagement(page);
  await publishField(page).selectOption('Not yet (draft)');
  const id = await addPost(page, title, 'Not ready.');

  await expect(page.getByRole('status').getByText('Blog post added. Draft.')).toBeVisible();
  await expect(postRow(page, title)).toContainText('Draft');
  await expect(publishField(page)).toHaveValue('now');
  expect(await publicPagesNaming(shop, title)).toEqual([]);
  expect(await isMapped(shop, id)).toBe(false);
  expect(await statusOf(shop, pagePaths.blog(id))).toBe(404);

  await edit(page, title);
  await expect(publishField(page).locator('option')).toHaveText(['Draft', 'Right away', 'At a time you choose']);
  await publishField(page).selectOption('Right away');
  await page.getByLabel('For search engines').fill('Later is now.');
  await press(page, 'Update Blog Post');
  await page.getByRole('link', { name: 'View post' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.goto(pagePaths.blog(id));
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', 'Later is now.');

  await openBlogManagement(page);
  await deletePost(page, title);
});

test('a post can be dated back', async ({ page, shop }) => {
  await openBlogManagement(page);
  await publishField(page).selectOption('At a time you choose');
  await page.getByLabel('Date and time').fill('2025-05-04T09:30');
  const id = await addPost(page, 'Found in a drawer', 'From last year.');
  await expect(page.getByText('Blog post added.')).toBeVisible();

  await page.goto(pagePaths.blog(id));
  await expect(page.getByText('May 4, 2025')).toBeVisible();
  expect(await (await fetch(`${shop.url}/api/blogs/${id}`)).json()).toMatchObject({ previous: null, next: { id: 1 } });

  await openBlogManagement(page);
  await edit(page, 'Found in a drawer');
  await publishField(page).selectOption('At another time');
  await expect(page.getByLabel('Date and time')).toHaveValue('2025-05-04T09:30');
  await page.getByLabel('Date and time').fill('');
  await press(page, 'Update Blog Post');
  await expect(page.getByLabel('Date and time')).toBeFocused();
  await press(page, 'Cancel');
  await deletePost(page, 'Found in a drawer');
});

test('a preview link shows a draft without login until it is revoked', async ({ page, shop, browser }) => {
  const [title, other] = ['For the editor', 'Kept from them'];
  const visitor = await (await browser.newContext({ baseURL: shop.url })).newPage();
  await openBlogManagement(page);
  await publishField(page).selectOption('Not yet (draft)');
  const otherId = await addPost(page, other, 'Secret.');
  await expect(postRow(page, other)).toBeVisible();
  await publishField(page).selectOption('Not yet (draft)');
  const id = await addPost(page, title, 'Please check.');
  await edit(page, title);

  await press(page, 'Make a preview link');
  const url = await page.getByLabel('Link', { exact: true }).inputValue();
  await expect(page.getByText(/^Anyone with the link can read this post until /)).toBeVisible();
  expect(await a11yViolations(page)).toEqual([]);

  const response = await visitor.goto(url);
  expect([response?.status(), response?.headers()['cache-control']]).toEqual([200, 'no-store']);
  await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(visitor.getByText('This is a preview. Only people with this link can see it.')).toBeVisible();
  await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(visitor.locator('script[type="application/ld+json"]')).toHaveCount(0);
  expect(await a11yViolations(visitor)).toEqual([]);
  expect(await statusOf(shop, pagePaths.blog(id))).toBe(404);
  expect((await fetch(url.replace(pagePaths.blog(id), pagePaths.blog(otherId)))).status).toBe(404);

  await press(page, 'Revoke');
  await expect(page.getByText('The preview link no longer works.')).toBeVisible();
  expect((await visitor.goto(url))?.status()).toBe(404);

  await press(page, 'Cancel');
  await deletePost(page, title);
  await deletePost(page, other);
});

test('two people edit a post: nothing is lost', async ({ page, shop, expectedErrors }) => {
  expectedErrors.push(/status of 409/);
  const title = 'Four hands';
  await openBlogManagement(page);
  const id = await addPost(page, title, 'First words.');
  await edit(page, title);
  const body = new FormData();
  for (const [name, value] of Object.entries({
    _method: 'PUT',
    title: 'Four hands, theirs',
    content: '<p>Their words.</p>',
  }))
    body.set(name, value);
  await fetch(`${shop.url}/api/admin/blogs/${id}`, { method: 'POST', headers: shop.staff, body });

  await contentField(page).fill('My words.');
  await press(page, 'Update Blog Post');

  await expect(page.getByText('Someone else changed this post. Nothing was saved.')).toBeVisible();
  await expect(page.getByText('Changed since you opened it: Title is now Four hands, theirs, Content.')).toBeVisible();
  await expect(contentField(page)).toHaveText('My words.');
  expect(await a11yViolations(page)).toEqual([]);
  await expect(page.getByRole('button', { name: 'Load current values' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(titleField(page)).toHaveValue('Four hands, theirs');
  await expect(contentField(page)).toHaveText('Their words.');
  await expect(page.getByText('You typed “My words.”.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Put it back' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(contentField(page)).toHaveText('My words.');
  await press(page, 'Update Blog Post');

  await expect(page.getByText('Blog post updated.')).toBeVisible();
  const { data } = await (await fetch(`${shop.url}/api/blogs/${id}`)).json();
  expect(data).toMatchObject({ title: 'Four hands, theirs', content: '<p>My words.</p>', version: 3 });
  await deletePost(page, 'Four hands, theirs');
});

for (const width of [360, 1440])
  test(`versions show what changed and can be undone, at ${width} px`, async ({ page, shop }) => {
    await page.setViewportSize({ width, height: 800 });
    const title = `Versions at ${width}`;
    await openBlogManagement(page);
    const id = await addPost(page, title, 'Cones are green in June.');
    await edit(page, title);
    await contentField(page).fill('Cones are blue in June.');
    await press(page, 'Update Blog Post');
    await expect(page.getByText('Blog post updated.')).toBeVisible();

    await edit(page, title);
    await page.getByText('Versions', { exact: true }).press('Enter');
    const items = page.locator('.version-list > li');
    await expect(items).toHaveCount(2);
    await expect(items.first()).toContainText(/Version 2 \(current\).* · Changed: Content/);
    await expect(items.last()).toContainText('First version');
    await press(page, 'Show changes of version 2');
    await expect(items.first().locator('del')).toHaveText('green');
    await expect(items.first().locator('ins')).toHaveText('blue');
    expect(await a11yViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);

    await press(page, 'Undo');
    await expect(page.getByText('Version 1 is back.')).toBeVisible();
    await expect(contentField(page)).toHaveText('Cones are green in June.');
    await expect(items.first()).toContainText(/Version 3 \(current\).* · Version 1 restored/);
    const { data } = await (await fetch(`${shop.url}/api/blogs/${id}`)).json();
    expect(data).toMatchObject({ content: '<p>Cones are green in June.</p>', version: 3 });

    await press(page, 'Go back to version 2');
    await expect(contentField(page)).toHaveText('Cones are blue in June.');
    await deletePost(page, title);
  });
