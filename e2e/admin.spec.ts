import { pagePaths } from '#contracts/page-paths.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { logInAsStaff } from '#e2e/support/staff-login.ts';
import { chromiumFlags } from '#scripts/system-deps.ts';

test('staff see the blog posts in the back office', async ({ page, shop }) => {
  await logInAsStaff(page, shop);

  await page.goto('/admin/blogs');

  await expect(page).toHaveURL(pagePaths.blogManagement);
  await expect(page.getByRole('heading', { name: 'BLOG MANAGEMENT' })).toBeVisible();
  await expect(page.getByRole('row', { name: /A pale ale to try with Comet/ })).toBeVisible();
  await expect(page.getByText('Showing 3 of 3 blog posts')).toBeVisible();
});

test('an invalid token is removed and leads to the login page', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 40[14]/);
  await page.goto(pagePaths.blogs);
  await page.evaluate(() => localStorage.setItem('authToken', 'long-expired'));

  await page.goto(pagePaths.blogManagement);

  await expect(page).toHaveURL(pagePaths.login);
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
});

test('without script the back office says what it needs', async ({ shop, playwright }) => {
  // Playwright's own switch leaves out what browsers without script show.
  const browser = await playwright.chromium.launch({
    args: [...chromiumFlags, '--blink-settings=scriptEnabled=false'],
  });
  const page = await browser.newPage();

  await page.goto(shop.url + pagePaths.dashboard);

  expect(await page.locator('.needs-script').innerText()).toContain('This page needs JavaScript.');
  await browser.close();
});
