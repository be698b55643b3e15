import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { contrastViolations } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';

const background = (page: Page) =>
  page.locator('.admin-head').evaluate((head) => getComputedStyle(head).backgroundColor);
const [LIGHT, DARK] = ['rgb(253, 250, 243)', 'rgb(27, 22, 16)'];

test('the back office follows the system, and a switch overrides it on this device', async ({ staffPage: page }) => {
  const darkMode = page.getByRole('button', { name: 'Dark mode' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await openPage(page, pagePaths.dashboard);
  expect(await background(page)).toBe(DARK);
  await expect(darkMode).toHaveAttribute('aria-pressed', 'true');

  await page.emulateMedia({ colorScheme: 'light' });
  await expect(darkMode).toHaveAttribute('aria-pressed', 'false');
  expect(await background(page)).toBe(LIGHT);

  await darkMode.click();
  expect(await background(page)).toBe(DARK);
  await page.reload();
  await expect(darkMode).toHaveAttribute('aria-pressed', 'true');

  // Choosing what the system has means to follow it again.
  await darkMode.click();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(darkMode).toHaveAttribute('aria-pressed', 'true');

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await background(page), 'paper is printed light').toBe(LIGHT);
});

for (const paths of [
  [pagePaths.dashboard, pagePaths.productManagement, pagePaths.orderManagement, pagePaths.blogManagement],
  [pagePaths.sales, pagePaths.findOrder, pagePaths.payments, pagePaths.audit],
  [pagePaths.mail, pagePaths.toPack, pagePaths.account, pagePaths.people, pagePaths.backups, pagePaths.media],
])
  test(`${paths.join(', ')} have enough contrast in the dark`, async ({ staffPage: page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const path of paths) {
      await openPage(page, path);
      expect(await contrastViolations(page), path).toEqual([]);
    }
  });
