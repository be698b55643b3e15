import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, test, withPosts } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';

const firstTitles = [
  'A pale ale to try with Comet',
  'First bags of the season are tied and weighed',
  'What the lab tells us a week before harvest',
] as const;

test('a visitor can read the list, open a post and go back', async ({ page }) => {
  await page.goto(pagePaths.blogs);
  await expect(page.getByRole('heading', { level: 1, name: 'Blog', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Latest News & Updates' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([...firstTitles]);
  await expect(page.getByText('Showing 3 of 3 blog posts')).toBeVisible();
  await expect(page.getByText('Page 1 of 1')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();

  await page.getByRole('link', { name: 'First bags of the season' }).click();
  await expect(page).toHaveURL(/\/blog\/\d+$/);
  await expect(page).toHaveTitle('First bags of the season are tied and weighed · Heron Slough Ranch');
  await expect(page.getByText('Blog Details')).toBeVisible();
  await expect(page.getByText('August 29, 2026')).toBeVisible();
  await expect(page.getByText('Only one of them is in the beer.')).toBeVisible();

  await page.getByRole('link', { name: 'Back to Blogs' }).last().click();
  await expect(page).toHaveURL(pagePaths.blogs);
  await expect(page).toHaveTitle('Blog · Heron Slough Ranch');
});

test("hydration does not fetch the page's data again", async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()));

  await openPage(page, pagePaths.blogs);

  expect(calls).toEqual([]);
});

test('opening a post fetches it once, and going back fetches nothing', async ({ page, shop }) => {
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()));
  await page.goto(pagePaths.blogs);

  await page.getByRole('link', { name: firstTitles[0] }).click();
  await expect(page.getByRole('heading', { level: 1, name: firstTitles[0] })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Latest News & Updates' })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: firstTitles[0] })).toBeVisible();

  expect(calls).toEqual([`${shop.url}/api/blogs/3`]);
});

test('the buttons change the page, and the URL holds the page number', async ({ page, shop }) => {
  await withPosts(
    shop,
    Array.from({ length: 9 }, (_, index) => `Extra ${index + 1}`),
    async () => {
      await page.goto(pagePaths.blogs);
      await expect(page.getByText('Showing 10 of 12 blog posts')).toBeVisible();

      await page.getByRole('button', { name: 'Next' }).click();

      await expect(page).toHaveURL('/blogs?page=2');
      await expect(page.getByText('Showing 2 of 12 blog posts')).toBeVisible();
      await expect(page.getByText('Page 2 of 2')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
      await page.getByRole('button', { name: 'Previous' }).click();
      await expect(page.getByText('Page 1 of 2')).toBeVisible();
    },
  );
});

test('loading shows its text, and a failure shows the reason and can be retried', async ({ page, expectedErrors }) => {
  expectedErrors.push(/503/);
  let respond = (_outcome: 'fail' | 'continue') => {};
  await page.route('**/api/blogs/1', async (route) => {
    const outcome = await new Promise((resolve) => {
      respond = resolve;
    });
    await (outcome === 'fail' ? route.fulfill({ status: 503, body: 'down' }) : route.continue());
  });
  await page.goto(pagePaths.blogs);

  await page.getByRole('link', { name: firstTitles[2] }).click();
  await expect(page.getByText('Loading blog...')).toBeVisible();
  respond('fail');
  await expect(page.getByText('503: Service Unavailable')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Loading blog...')).toBeVisible();
  respond('continue');

  await expect(page.getByRole('heading', { level: 1, name: firstTitles[2] })).toBeVisible();
});

test('a post deleted in the meantime shows the not-found page', async ({ page, expectedErrors }) => {
  expectedErrors.push(/404/);
  await page.route('**/api/blogs/1', (route) =>
    route.fulfill({ status: 404, json: { message: 'Blog post not found.' } }),
  );
  await page.goto(pagePaths.blogs);

  await page.getByRole('link', { name: firstTitles[2] }).click();

  await expect(page.getByRole('heading', { name: '404 - Not Found' })).toBeVisible();
});

test('unknown URLs show the not-found page with status 404 and no console errors', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 404/);
  for (const path of ['/nowhere', '/blog/999', '/blog/one']) {
    const response = await openPage(page, path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: '404 - Not Found' })).toBeVisible();
  }
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  // Browsers report preloaded modules that they may not run.
  test.beforeEach(({ expectedErrors }) => void expectedErrors.push(/\.js csp$/));

  test('the blog and its paging work', async ({ page, shop }) => {
    await withPosts(
      shop,
      Array.from({ length: 8 }, (_, index) => `Plain ${index + 1}`),
      async () => {
        await page.goto(pagePaths.blogs);
        await page.getByRole('button', { name: 'Next' }).click();
        await expect(page.getByText('Page 2 of 2')).toBeVisible();

        await page.getByRole('link', { name: firstTitles[2] }).click();
        await expect(page.getByText('Seven days before we pick')).toBeVisible();
      },
    );
  });

  test('the menu opens and closes on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(pagePaths.blogs);
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('link', { name: 'Signup' })).toBeVisible();
    await page.getByRole('button', { name: 'Close menu' }).click();
    await expect(page.getByRole('link', { name: 'Signup' })).toBeHidden();
  });
});

test('the menu closes on a link, Escape or an outside click, and focus starts on its close button', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, pagePaths.blogs);
  const menu = page.getByRole('navigation', { name: 'Menu' });
  const open = () => page.getByRole('button', { name: 'Menu', exact: true }).click();

  await open();
  await expect(page.getByRole('button', { name: 'Close menu' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeFocused();

  await open();
  await page.mouse.click(380, 600);
  await expect(menu).toBeHidden();

  await open();
  await menu.getByRole('link', { name: 'Blogs and News' }).click();
  await expect(menu).toBeHidden();
});

test('skip link and posts can be reached by keyboard', async ({ page }) => {
  await openPage(page, pagePaths.blogs);

  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: firstTitles[0] })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: firstTitles[0] })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

for (const width of [360, 768, 1440]) {
  test(`no axe violations and no horizontal scroll at ${width} px`, async ({ page, expectedErrors }) => {
    expectedErrors.push(/status of 404/);
    await page.setViewportSize({ width, height: 900 });
    for (const path of [pagePaths.blogs, pagePaths.blog(1), '/nowhere']) {
      await openPage(page, path);
      expect([path, await a11yViolations(page)]).toEqual([path, []]);
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    }
  });
}

test('nothing shifts while the page loads', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') });
    }).observe({ type: 'layout-shift', buffered: true });
  });

  await openPage(page, pagePaths.blogs);

  expect(await page.evaluate(() => Reflect.get(window, 'shift'))).toBeLessThan(0.01);
});
