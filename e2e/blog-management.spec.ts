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
import { expect, test, withPosts } from '#e2e/support/fixtures.ts';
import { logInAsStaff } from '#e2e/support/staff-login.ts';

test.beforeEach(({ page, shop }) => logInAsStaff(page, shop));

test('the page has its texts and lists the posts', async ({ page }) => {
  await openBlogManagement(page);

  await expect(page.getByRole('heading', { level: 1, name: 'BLOG MANAGEMENT' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Manage Blog Posts' })).toBeVisible();
  await expect(page.getByText('Add, edit, or delete blog posts for your site.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Add New Blog Post' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  await expect(page.getByText('Image Preview:')).toHaveCount(0);
  await expect(page.locator('input[type=file]')).toHaveAttribute('accept', 'image/*');
  await expect(page.getByRole('heading', { name: 'Blog Post List' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText(['ID', 'Title', 'Content', 'Image', 'Created At', 'Actions']);
  await expect(page.getByText('Showing 3 of 3 blog posts')).toBeVisible();
  await expect(page.getByText('Page 1 of 1')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
});

test('a row truncates title and text, shows both on hover, and has a local date', async ({ page }) => {
  await openBlogManagement(page);
  const cells = postRow(page, 'A pale ale').getByRole('cell');

  await expect(cells.nth(1)).toHaveAttribute('title', 'A pale ale to try with Comet');
  await expect(cells.nth(2)).toHaveAttribute('title', /^Pumphouse No\. 9.*read the labels out loud\.$/);
  await expect(cells.nth(2)).toHaveCSS('text-overflow', 'ellipsis');
  await expect(cells.nth(3).getByRole('presentation')).toBeVisible();
  await expect(cells.nth(4)).toHaveText('9/12/2026');
});

test.describe('with a German locale', () => {
  test.use({ locale: 'de-DE' });

  test("the date follows the browser's language", async ({ page }) => {
    await openBlogManagement(page);

    await expect(page.getByRole('cell', { name: '12.9.2026' })).toBeVisible();
  });
});

test('a post is added, appended to the list, edited, viewed and deleted', async ({ page }) => {
  await openBlogManagement(page);

  const id = await addPost(page, 'First frost', 'White rows this morning.');
  const rows = page.getByRole('row');
  await expect(rows.last()).toContainText('First frost');
  await expect(rows.last()).toContainText('No image');
  await expect(page.getByText('Showing 4 of 4 blog posts')).toBeVisible();
  await expect(page.getByRole('status').getByText('Blog post added.')).toBeVisible();
  await expect(titleField(page)).toHaveValue('');
  await expect(contentField(page)).toHaveText('');
  await expect(page.getByRole('heading', { name: 'Add New Blog Post' })).toBeFocused();

  await rows.last().getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('heading', { name: 'Edit Blog Post' })).toBeInViewport();
  await expect(titleField(page)).toBeFocused();
  await expect(titleField(page)).toHaveValue('First frost');
  await expect(contentField(page)).toHaveText('White rows this morning.');
  await titleField(page).fill('Second frost');
  await press(page, 'Update Blog Post');
  await expect(rows.last()).toContainText('Second frost');
  await expect(page.getByText('Showing 4 of 4 blog posts')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Add New Blog Post' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  await page.getByRole('link', { name: 'View post' }).click();
  await expect(page).toHaveURL(pagePaths.blog(id));
  await expect(page.getByRole('heading', { level: 1, name: 'Second frost' })).toBeVisible();

  await openBlogManagement(page);
  await expect(rows.nth(1)).toContainText('Second frost');
  await postRow(page, 'Second frost').getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this blog post?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(postRow(page, 'Second frost')).toBeVisible();
  await deletePost(page, 'Second frost');
  await expect(page.getByText('Showing 3 of 3 blog posts')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Blog Post List' })).toBeFocused();
});

test("editing shows the post's picture; a new file replaces the preview and, once saved, the picture", async ({
  page,
}) => {
  const preview = page.getByAltText('Preview');
  await openBlogManagement(page);

  await page.getByLabel('Image').setInputFiles('content/pictures/blog-03.jpg');
  await expect(page.getByText('Image Preview:')).toBeVisible();
  await expect(preview).toHaveAttribute('src', /^blob:/);
  await addPost(page, 'Pictured', 'With a picture.');
  await expect(page.getByText('Image Preview:')).toHaveCount(0);
  const thumbnail = postRow(page, 'Pictured').getByRole('presentation');
  const first = await thumbnail.getAttribute('src');

  await postRow(page, 'Pictured').getByRole('button', { name: 'Edit' }).click();
  await expect(preview).toHaveAttribute('src', first ?? '');
  await press(page, 'Update Blog Post');
  await expect(page.getByText('Blog post updated.')).toBeVisible();
  await expect(thumbnail).toHaveAttribute('src', first ?? '');

  await postRow(page, 'Pictured').getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Image').setInputFiles('content/pictures/fallback.jpg');
  await expect(preview).toHaveAttribute('src', /^blob:/);
  await press(page, 'Update Blog Post');
  await expect(thumbnail).not.toHaveAttribute('src', first ?? '');
  await deletePost(page, 'Pictured');
});

test('Cancel resets the form', async ({ page }) => {
  await openBlogManagement(page);
  await postRow(page, 'A pale ale').getByRole('button', { name: 'Edit' }).click();
  await titleField(page).fill('Never mind');

  await press(page, 'Cancel');

  await expect(page.getByRole('heading', { name: 'Add New Blog Post' })).toBeFocused();
  await expect(titleField(page)).toHaveValue('');
  await expect(contentField(page)).toHaveText('');
  await expect(page.getByText('Image Preview:')).toHaveCount(0);
});

test('deleting the edited post resets the form', async ({ page }) => {
  await openBlogManagement(page);
  await addPost(page, 'Short-lived', 'Gone soon.');
  await postRow(page, 'Short-lived').getByRole('button', { name: 'Edit' }).click();

  await deletePost(page, 'Short-lived');

  await expect(page.getByRole('heading', { name: 'Add New Blog Post' })).toBeVisible();
  await expect(titleField(page)).toHaveValue('');
});

test('a second click while saving sends nothing', async ({ page }) => {
  let calls = 0;
  let respond = () => {};
  await page.route('**/api/admin/blogs', async (route) => {
    calls += 1;
    await new Promise<void>((resolve) => {
      respond = resolve;
    });
    await route.continue();
  });
  await openBlogManagement(page);
  await titleField(page).fill('Once');
  const button = page.getByRole('button', { name: 'Add Blog Post' });

  await button.click();
  await expect(button).toBeDisabled();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await expect(contentField(page)).toHaveAttribute('contenteditable', 'false');
  await titleField(page).press('Enter');
  respond();

  await expect(postRow(page, 'Once')).toBeVisible();
  expect(calls).toBe(1);
  await deletePost(page, 'Once');
});

test('a rejected title shows an error at the field and keeps the input', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 422/);
  await openBlogManagement(page);
  await titleField(page).fill('   ');
  await contentField(page).fill('Words.');

  await press(page, 'Add Blog Post');

  await expect(titleField(page)).toHaveAccessibleDescription('Title is required.');
  await expect(titleField(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(titleField(page)).toBeFocused();
  await expect(contentField(page)).toHaveText('Words.');
  expect(await a11yViolations(page)).toEqual([]);
  await titleField(page).fill('Better');
  await expect(page.getByText('Title is required.')).toHaveCount(0);
  await titleField(page).fill('');
  await contentField(page).fill('');
});

test('an empty title is caught before anything is sent', async ({ page }) => {
  await openBlogManagement(page);

  await press(page, 'Add Blog Post');

  await expect(titleField(page)).toBeFocused();
  expect(await titleField(page).evaluate((field: HTMLInputElement) => field.validity.valueMissing)).toBe(true);
});

test("a file that is not a picture shows the server's message", async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 415/);
  await openBlogManagement(page);
  await titleField(page).fill('Picture?');
  const file = { name: 'cones.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };
  await page.getByLabel('Image').setInputFiles(file);

  await press(page, 'Add Blog Post');

  const alert = page.getByRole('alert').getByText('Images must be JPEG, PNG, WebP, AVIF or GIF files.');
  await expect(alert).toBeVisible();
  await expect(alert).toHaveCSS('color', 'rgb(155, 44, 29)');
  await expect(titleField(page)).toHaveValue('Picture?');
  await page.getByLabel('Image').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(page.getByText('Choose an image file.')).toBeVisible();
});

test('failed adds, updates and deletes show the message in red', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 500|Failed to load/);
  await page.route('**/api/admin/blogs', (route) =>
    route.fulfill({ status: 500, json: { message: 'The barn is closed.' } }),
  );
  await page.route(/\/api\/admin\/blogs\/\d+$/, (route) => route.fulfill({ body: 'not JSON' }));
  await openBlogManagement(page);

  await titleField(page).fill('x');
  await press(page, 'Add Blog Post');
  await expect(page.getByRole('alert').getByText('The barn is closed.')).toHaveCSS('color', 'rgb(155, 44, 29)');
  await titleField(page).fill('');

  await postRow(page, 'A pale ale').getByRole('button', { name: 'Edit' }).click();
  await press(page, 'Update Blog Post');
  await expect(page.getByRole('alert').getByText('An unknown error occurred.')).toHaveCSS('color', 'rgb(155, 44, 29)');
  await press(page, 'Cancel');

  await postRow(page, 'A pale ale').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('alert').getByText('An unknown error occurred.')).toHaveCSS('color', 'rgb(155, 44, 29)');
  await expect(postRow(page, 'A pale ale')).toBeVisible();
});

test('the form is hidden while the list loads, the list while it loads and after an error', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 500/);
  let respond = () => {};
  let fail = true;
  await page.route('**/api/admin/blogs?*', async (route) => {
    await new Promise<void>((resolve) => {
      respond = resolve;
    });
    await (fail ? route.fulfill({ status: 500, json: { message: 'The barn is closed.' } }) : route.continue());
  });
  await page.goto(pagePaths.blogManagement);

  const heading = page.getByRole('heading', { name: 'Blog Post List' });
  await expect(page.getByText('Loading blog posts...')).toBeVisible();
  await expect(heading).toBeHidden();
  await expect(titleField(page)).toBeHidden();
  respond();
  await expect(page.getByText('The barn is closed.')).toBeVisible();
  await expect(heading).toBeHidden();
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(titleField(page)).toBeVisible();
  expect(await a11yViolations(page)).toEqual([]);
  fail = false;
  await press(page, 'Try again');
  await expect(page.getByText('Loading blog posts...')).toBeVisible();
  respond();
  await expect(page.getByText('Showing 3 of 3 blog posts')).toBeVisible();
  await expect(heading).toBeVisible();
});

test('an empty list says so', async ({ page }) => {
  const pagination = {
    total: 0,
    per_page: 10,
    current_page: 1,
    last_page: 1,
    next_page_url: null,
    prev_page_url: null,
  };
  await page.route('**/api/admin/blogs?*', (route) => route.fulfill({ json: { data: [], pagination } }));
  await openBlogManagement(page);

  await expect(page.getByText('No blog posts found.')).toBeVisible();
  await expect(page.getByText('Showing 0 of 0 blog posts')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});

test('deleting the only post on the last page goes to the new last page', async ({ page }) => {
  const post = {
    id: 99,
    title: 'Eleventh',
    content: '',
    excerpt: '',
    image_url: null,
    created_at: '2026-10-01T17:00:00Z',
  };
  const pagination = {
    total: 11,
    per_page: 10,
    current_page: 2,
    last_page: 2,
    next_page_url: null,
    prev_page_url: '/api/admin/blogs?page=1',
  };
  await page.route('**/api/admin/blogs?page=2', (route) => route.fulfill({ json: { data: [post], pagination } }));
  await page.route('**/api/admin/blogs/99', (route) => route.fulfill({ json: { message: 'Deleted.' } }));
  await page.goto(`${pagePaths.blogManagement}?page=2`);
  await titleField(page).fill('Half a title');

  await deletePost(page, 'Eleventh');

  await expect(page.getByText('Page 1 of 1')).toBeVisible();
  await expect(page).toHaveURL(pagePaths.blogManagement);
  await expect(titleField(page)).toHaveValue('Half a title');
});

test("paging keeps the form's input without asking", async ({ page, shop }) => {
  const titles = Array.from({ length: 9 }, (_, index) => `Extra ${index + 1}`);
  await withPosts(shop, titles, async () => {
    await openBlogManagement(page);
    await titleField(page).fill('Half a title');
    await contentField(page).fill('Half a text');
    await page.getByLabel('Image').setInputFiles('content/pictures/blog-03.jpg');
    let respond = () => {};
    const answered = new Promise<void>((resolve) => {
      respond = resolve;
    });
    await page.route('**/api/admin/blogs?page=2', async (route) => {
      await answered;
      await route.continue();
    });
    const heading = page.getByRole('heading', { name: 'Blog Post List' });

    await press(page, 'Next');
    await expect(page.getByText('Loading blog posts...')).toBeVisible();
    for (const hidden of [heading, titleField(page), contentField(page)]) await expect(hidden).toBeHidden();
    respond();
    await expect(page.getByText('Page 2 of 2')).toBeVisible();
    await expect(page).toHaveURL('/Blog-Management?page=2');
    await expect(heading).toBeInViewport();
    await expect(heading).toBeFocused();
    await expect(titleField(page)).toHaveValue('Half a title');
    await expect(contentField(page)).toHaveText('Half a text');
    await expect(page.getByAltText('Preview')).toHaveAttribute('src', /^blob:/);
    await page.goBack();
    await expect(page.getByText('Page 1 of 2')).toBeVisible();
    await expect(titleField(page)).toHaveValue('Half a title');

    await press(page, 'Add Blog Post');
    await expect(page.getByText('Showing 11 of 13 blog posts')).toBeVisible();
    await press(page, 'Next');
    await expect(page.getByText('Showing 3 of 13 blog posts')).toBeVisible();
    await press(page, 'Previous');
    await expect(page.getByText('Showing 10 of 13 blog posts')).toBeVisible();
    await expect(page.getByRole('row').nth(1)).toContainText('Half a title');
    await deletePost(page, 'Half a title');
    await expect(page.getByText('Showing 9 of 12 blog posts')).toBeVisible();
  });
});

test('a post saved from another page shows its new title on its own page', async ({ page, shop }) => {
  const titles = Array.from({ length: 9 }, (_, index) => `Extra ${index + 1}`);
  await withPosts(shop, titles, async () => {
    await openBlogManagement(page);
    await postRow(page, 'Extra 9').getByRole('button', { name: 'Edit' }).click();
    await press(page, 'Next');
    await expect(page.getByText('Page 2 of 2')).toBeVisible();

    await titleField(page).fill('First frost');
    await press(page, 'Update Blog Post');
    await expect(page.getByText('Blog post updated.')).toBeVisible();
    await press(page, 'Previous');

    await expect(postRow(page, 'First frost')).toBeVisible();
  });
});

for (const width of [360, 768, 1440])
  test(`adding and editing at ${width} px: no axe violations and no horizontal scroll`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await openBlogManagement(page);
    expect(await a11yViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);

    await page.getByRole('button', { name: 'Edit' }).first().click();
    await expect(page.getByRole('heading', { name: 'Edit Blog Post' })).toBeVisible();

    expect(await a11yViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  });
