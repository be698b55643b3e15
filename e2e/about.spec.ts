import { pagePaths } from '#contracts/page-paths.ts';
import { checkPageAt } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

test("the page has the specified heading and the farm's story with three pictures", async ({ page }) => {
  await page.goto(pagePaths.home);
  await page.getByRole('link', { name: 'About the farm' }).click();

  await expect(page).toHaveURL(pagePaths.about);
  await expect(page.getByRole('heading', { level: 1, name: 'ABOUT-US PAGE', exact: true })).toBeVisible();
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveCount(3);
  await expect(page.getByRole('article').getByRole('img')).toHaveCount(3);
  await expect(page.getByRole('article').getByRole('link', { name: 'Our Products' })).toHaveAttribute(
    'href',
    '/products',
  );
});

checkPageAt(pagePaths.about);
