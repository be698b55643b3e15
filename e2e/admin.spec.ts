import { pagePaths } from '#contracts/page-paths.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

test('staff see the posts in the back office', async ({ page, shop }) => {
  await page.addInitScript(
    (token) => localStorage.setItem('authToken', token),
    shop.staff.authorization?.slice(7) ?? '',
  );

  await page.goto('/admin/blogs');

  await expect(page).toHaveURL(pagePaths.blogManagement);
  await expect(page.getByRole('heading', { name: 'BLOG MANAGEMENT' })).toBeVisible();
  await expect(page.getByRole('row', { name: /A pale ale to try with Comet/ })).toBeVisible();
  await expect(page.getByText('Showing 3 of 3 blog posts')).toBeVisible();
});

test('whoever has no valid token is sent to the login page, and the token is forgotten', async ({ page, expected }) => {
  expected.push(/status of 40[14]/);
  await page.goto(pagePaths.blogs);
  await page.evaluate(() => localStorage.setItem('authToken', 'long-expired'));

  await page.goto(pagePaths.blogManagement);

  await expect(page).toHaveURL(pagePaths.login);
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
});
