import { pagePaths } from '#contracts/page-paths.ts';
import { sidewaysOn, violationsOn } from '#e2e/support/a11y-checks.ts';
import { add, openBlogOffice, press, rowOf, textOf, titleOf, withdraw } from '#e2e/support/blog-actions.ts';
import { expect, test, withPosts } from '#e2e/support/fixtures.ts';
import { asStaff } from '#e2e/support/staff-login.ts';

test.beforeEach(({ page, shop }) => asStaff(page, shop));

test('the page says what it is for, and lists the posts', async ({ page }) => {
  await openBlogOffice(page);

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

test('a row shows the beginning of title and text, all of both on hovering, and the date as the viewer writes it', async ({
  page,
}) => {
  await openBlogOffice(page);
  const cells = rowOf(page, 'A pale ale').getByRole('cell');

  await expect(cells.nth(1)).toHaveAttribute('title', 'A pale ale to try with Comet');
  await expect(cells.nth(2)).toHaveAttribute('title', /^Pumphouse No\. 9.*read the labels out loud\.$/);
  await expect(cells.nth(2)).toHaveCSS('text-overflow', 'ellipsis');
  await expect(cells.nth(3).getByRole('presentation')).toBeVisible();
  await expect(cells.nth(4)).toHaveText('9/12/2026');
});

test.describe('elsewhere', () => {
  test.use({ locale: 'de-DE' });

  test('the date follows the language of the browser', async ({ page }) => {
    await openBlogOffice(page);

    await expect(page.getByRole('cell', { name: '12.9.2026' })).toBeVisible();
  });
});

test('a post is added, appended to the list, read by visitors, revised and deleted', async ({ page }) => {
  await openBlogOffice(page);

  const id = await add(page, 'First frost', 'White rows this morning.');
  const rows = page.getByRole('row');
  await expect(rows.last()).toContainText('First frost');
  await expect(rows.last()).toContainText('No image');
  await expect(page.getByText('Showing 4 of 4 blog posts')).toBeVisible();
  await expect(page.getByRole('status').getByText('The blog post was added.')).toBeVisible();
  await expect(titleOf(page)).toHaveValue('');
  await expect(textOf(page)).toHaveText('');
  await expect(page.getByRole('heading', { name: 'Add New Blog Post' })).toBeFocused();

  await rows.last().getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('heading', { name: 'Edit Blog Post' })).toBeInViewport();
  await expect(titleOf(page)).toBeFocused();
  await expect(titleOf(page)).toHaveValue('First frost');
  await expect(textOf(page)).toHaveText('White rows this morning.');
  await titleOf(page).fill('Second frost');
  await press(page, 'Update Blog Post');
  await expect(rows.last()).toContainText('Second frost');
  await expect(page.getByText('Showing 4 of 4 blog posts')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Add New Blog Post' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Read it' }).click();
  await expect(page).toHaveURL(pagePaths.blog(id));
  await expect(page.getByRole('heading', { level: 1, name: 'Second frost' })).toBeVisible();

  await openBlogOffice(page);
  await expect(rows.nth(1)).toContainText('Second frost');
  await rowOf(page, 'Second frost').getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this blog post?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(rowOf(page, 'Second frost')).toBeVisible();
  await withdraw(page, 'Second frost');
  await expect(page.getByText('Showing 3 of 3 blog posts')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Blog Post List' })).toBeFocused();
});

test('a post that is edited shows its picture; a new file replaces the preview and then the picture', async ({
  page,
}) => {
  const preview = page.getByAltText('Preview');
  await openBlogOffice(page);

  await page.getByLabel('Image').setInputFiles('content/pictures/blog-03.jpg');
  await expect(page.getByText('Image Preview:')).toBeVisible();
  await expect(preview).toHaveAttribute('src', /^blob:/);
  await add(page, 'Pictured', 'With a picture.');
  await expect(page.getByText('Image Preview:')).toHaveCount(0);
  const thumbnail = rowOf(page, 'Pictured').getByRole('presentation');
  const first = await thumbnail.getAttribute('src');

  await rowOf(page, 'Pictured').getByRole('button', { name: 'Edit' }).click();
  await expect(preview).toHaveAttribute('src', first ?? '');
  await press(page, 'Update Blog Post');
  await expect(page.getByText('The blog post was updated.')).toBeVisible();
  await expect(thumbnail).toHaveAttribute('src', first ?? '');

  await rowOf(page, 'Pictured').getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Image').setInputFiles('content/pictures/fallback.jpg');
  await expect(preview).toHaveAttribute('src', /^blob:/);
  await press(page, 'Update Blog Post');
  await expect(thumbnail).not.toHaveAttribute('src', first ?? '');
  await withdraw(page, 'Pictured');
});

test('Cancel brings back the empty form', async ({ page }) => {
  await openBlogOffice(page);
  await rowOf(page, 'A pale ale').getByRole('button', { name: 'Edit' }).click();
  await titleOf(page).fill('Never mind');

  await press(page, 'Cancel');

  await expect(page.getByRole('heading', { name: 'Add New Blog Post' })).toBeFocused();
  await expect(titleOf(page)).toHaveValue('');
  await expect(textOf(page)).toHaveText('');
  await expect(page.getByText('Image Preview:')).toHaveCount(0);
});

test('deleting the post that is being edited empties the form', async ({ page }) => {
  await openBlogOffice(page);
  await add(page, 'Short-lived', 'Gone soon.');
  await rowOf(page, 'Short-lived').getByRole('button', { name: 'Edit' }).click();

  await withdraw(page, 'Short-lived');

  await expect(page.getByRole('heading', { name: 'Add New Blog Post' })).toBeVisible();
  await expect(titleOf(page)).toHaveValue('');
});

test('a second press while a post is on its way sends nothing', async ({ page }) => {
  let calls = 0;
  let answer = () => {};
  await page.route('**/api/admin/blogs', async (route) => {
    calls += 1;
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.continue();
  });
  await openBlogOffice(page);
  await titleOf(page).fill('Once');
  const button = page.getByRole('button', { name: 'Add Blog Post' });

  await button.click();
  await expect(button).toBeDisabled();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await expect(textOf(page)).toHaveAttribute('contenteditable', 'false');
  await titleOf(page).press('Enter');
  answer();

  await expect(rowOf(page, 'Once')).toBeVisible();
  expect(calls).toBe(1);
  await withdraw(page, 'Once');
});

test('a title that the server refuses is said at the title, and what was typed stays', async ({ page, expected }) => {
  expected.push(/status of 422/);
  await openBlogOffice(page);
  await titleOf(page).fill('   ');
  await textOf(page).fill('Words.');

  await press(page, 'Add Blog Post');

  await expect(titleOf(page)).toHaveAccessibleDescription('Title is required.');
  await expect(titleOf(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(titleOf(page)).toBeFocused();
  await expect(textOf(page)).toHaveText('Words.');
  expect(await violationsOn(page)).toEqual([]);
  await titleOf(page).fill('Better');
  await expect(page.getByText('Title is required.')).toHaveCount(0);
  await titleOf(page).fill('');
  await textOf(page).fill('');
});

test('a title is required before anything is sent', async ({ page }) => {
  await openBlogOffice(page);

  await press(page, 'Add Blog Post');

  await expect(titleOf(page)).toBeFocused();
  expect(await titleOf(page).evaluate((field: HTMLInputElement) => field.validity.valueMissing)).toBe(true);
});

test('a file that is no picture is refused in the words of the server', async ({ page, expected }) => {
  expected.push(/status of 415/);
  await openBlogOffice(page);
  await titleOf(page).fill('Picture?');
  const file = { name: 'cones.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };
  await page.getByLabel('Image').setInputFiles(file);

  await press(page, 'Add Blog Post');

  const alert = page.getByRole('alert').getByText('The picture must be a JPEG, PNG, WebP, AVIF or GIF file.');
  await expect(alert).toBeVisible();
  await expect(alert).toHaveCSS('color', 'rgb(155, 44, 29)');
  await expect(titleOf(page)).toHaveValue('Picture?');
  await page.getByLabel('Image').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(page.getByText('Choose an image file.')).toBeVisible();
});

test('failures of adding, updating and deleting show the message in red', async ({ page, expected }) => {
  expected.push(/status of 500|Failed to load/);
  await page.route('**/api/admin/blogs', (route) =>
    route.fulfill({ status: 500, json: { message: 'The barn is closed.' } }),
  );
  await page.route(/\/api\/admin\/blogs\/\d+$/, (route) => route.fulfill({ body: 'not JSON' }));
  await openBlogOffice(page);

  await titleOf(page).fill('x');
  await press(page, 'Add Blog Post');
  await expect(page.getByRole('alert').getByText('The barn is closed.')).toHaveCSS('color', 'rgb(155, 44, 29)');
  await titleOf(page).fill('');

  await rowOf(page, 'A pale ale').getByRole('button', { name: 'Edit' }).click();
  await press(page, 'Update Blog Post');
  await expect(page.getByRole('alert').getByText('An unknown error occurred.')).toHaveCSS('color', 'rgb(155, 44, 29)');
  await press(page, 'Cancel');

  await rowOf(page, 'A pale ale').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('alert').getByText('An unknown error occurred.')).toHaveCSS('color', 'rgb(155, 44, 29)');
  await expect(rowOf(page, 'A pale ale')).toBeVisible();
});

test('while the list loads its sentence shows and the form hides; an error leaves the form', async ({
  page,
  expected,
}) => {
  expected.push(/status of 500/);
  let answer = () => {};
  let fail = true;
  await page.route('**/api/admin/blogs?*', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await (fail ? route.fulfill({ status: 500, json: { message: 'The barn is closed.' } }) : route.continue());
  });
  await page.goto(pagePaths.blogManagement);

  await expect(page.getByText('Loading blog posts...')).toBeVisible();
  await expect(titleOf(page)).toBeHidden();
  answer();
  await expect(page.getByText('The barn is closed.')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(titleOf(page)).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  fail = false;
  await press(page, 'Try again');
  await expect(page.getByText('Loading blog posts...')).toBeVisible();
  answer();
  await expect(page.getByText('Showing 3 of 3 blog posts')).toBeVisible();
});

test('without posts the list says so', async ({ page }) => {
  const pagination = {
    total: 0,
    per_page: 10,
    current_page: 1,
    last_page: 1,
    next_page_url: null,
    prev_page_url: null,
  };
  await page.route('**/api/admin/blogs?*', (route) => route.fulfill({ json: { data: [], pagination } }));
  await openBlogOffice(page);

  await expect(page.getByText('No blog posts found.')).toBeVisible();
  await expect(page.getByText('Showing 0 of 0 blog posts')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});

test('deleting the only post of the last page leads to the last page there is', async ({ page }) => {
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
  await titleOf(page).fill('Half a title');

  await withdraw(page, 'Eleventh');

  await expect(page.getByText('Page 1 of 1')).toBeVisible();
  await expect(page).toHaveURL(pagePaths.blogManagement);
  await expect(titleOf(page)).toHaveValue('Half a title');
});

test('the form keeps what was typed when the list turns its pages, and nobody asks', async ({ page, shop }) => {
  const titles = Array.from({ length: 9 }, (_, index) => `Extra ${index + 1}`);
  await withPosts(shop, titles, async () => {
    await openBlogOffice(page);
    await titleOf(page).fill('Half a title');
    await textOf(page).fill('Half a text');
    await page.getByLabel('Image').setInputFiles('content/pictures/blog-03.jpg');
    const next = page.waitForRequest('**/api/admin/blogs?page=2');

    await press(page, 'Next');
    await next;
    await expect(page.getByText('Page 2 of 2')).toBeVisible();
    await expect(page).toHaveURL('/Blog-Management?page=2');
    await expect(page.getByRole('heading', { name: 'Blog Post List' })).toBeInViewport();
    await expect(titleOf(page)).toHaveValue('Half a title');
    await expect(textOf(page)).toHaveText('Half a text');
    await expect(page.getByAltText('Preview')).toHaveAttribute('src', /^blob:/);
    await page.goBack();
    await expect(page.getByText('Page 1 of 2')).toBeVisible();
    await expect(titleOf(page)).toHaveValue('Half a title');

    await press(page, 'Add Blog Post');
    await expect(page.getByText('Showing 11 of 13 blog posts')).toBeVisible();
    await press(page, 'Next');
    await expect(page.getByText('Showing 3 of 13 blog posts')).toBeVisible();
    await press(page, 'Previous');
    await expect(page.getByText('Showing 10 of 13 blog posts')).toBeVisible();
    await expect(page.getByRole('row').nth(1)).toContainText('Half a title');
    await withdraw(page, 'Half a title');
    await expect(page.getByText('Showing 9 of 12 blog posts')).toBeVisible();
  });
});

test('a post that is saved after the list was turned shows its new title on the page it stands on', async ({
  page,
  shop,
}) => {
  const titles = Array.from({ length: 9 }, (_, index) => `Extra ${index + 1}`);
  await withPosts(shop, titles, async () => {
    await openBlogOffice(page);
    await rowOf(page, 'Extra 9').getByRole('button', { name: 'Edit' }).click();
    await press(page, 'Next');
    await expect(page.getByText('Page 2 of 2')).toBeVisible();

    await titleOf(page).fill('First frost');
    await press(page, 'Update Blog Post');
    await expect(page.getByText('The blog post was updated.')).toBeVisible();
    await press(page, 'Previous');

    await expect(rowOf(page, 'First frost')).toBeVisible();
  });
});

for (const width of [360, 768, 1440])
  test(`axe finds nothing to say at ${width} px, adding and editing, and nothing scrolls sideways`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openBlogOffice(page);
    expect(await violationsOn(page)).toEqual([]);
    expect(await sidewaysOn(page)).toBeLessThanOrEqual(0);

    await page.getByRole('button', { name: 'Edit' }).first().click();
    await expect(page.getByRole('heading', { name: 'Edit Blog Post' })).toBeVisible();

    expect(await violationsOn(page)).toEqual([]);
    expect(await sidewaysOn(page)).toBeLessThanOrEqual(0);
  });
