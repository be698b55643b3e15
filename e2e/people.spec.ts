import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { linkEmailedTo } from '#e2e/support/emailed-link.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';
import { submitLogin } from '#e2e/support/staff-login.ts';

const PASSWORD = 'nine herons on a gate';

test('an owner invites a writer on a phone; the writer posts and sees no orders', async ({
  staffPage: page,
  shop,
  browser,
  expectedErrors,
}) => {
  const email = 'lark@farm.example';
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, pagePaths.people);

  await page.getByRole('button', { name: 'Send invitation' }).click();
  expectedErrors.push(/status of (422|409)/);
  await expect(page.getByText('Full Name is required.')).toBeVisible();
  expect(await a11yViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  await page.getByLabel('Name', { exact: true }).fill('Lark');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Role', { exact: true }).selectOption('Writer');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText(`We sent an invitation to ${email}.`)).toBeVisible();
  const lark = page.getByRole('listitem').filter({ hasText: email });
  await expect(lark).toContainText('has not set a password yet');

  await expect.poll(() => linkEmailedTo(shop.dataDir, email), { timeout: 60_000 }).not.toBe('');
  const writerPage = await (await browser.newContext({ baseURL: shop.url })).newPage();
  const { pathname, hash } = new URL(linkEmailedTo(shop.dataDir, email));
  await openPage(writerPage, pathname + hash);
  await writerPage.getByLabel('New password').fill(PASSWORD);
  await writerPage.getByRole('button', { name: 'Set password' }).click();
  await writerPage.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await submitLogin(writerPage, { email, password: PASSWORD });
  await expect(writerPage).toHaveURL(/dashboard/);
  await writerPage.getByRole('link', { name: 'Write or edit a post' }).click();
  await expect(writerPage.getByRole('heading', { name: 'BLOG MANAGEMENT' })).toBeVisible();
  await expect(writerPage.getByRole('link', { name: 'Order Management' })).toHaveCount(0);
  await writerPage.goto(pagePaths.orderManagement);
  await expect(writerPage.getByText('Forbidden.')).toBeVisible();

  await lark.getByRole('button', { name: 'More about Lark' }).click();
  await lark.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect(lark).toContainText('Deactivated');
  await writerPage.goto(pagePaths.blogManagement);
  await writerPage.waitForURL(/\/login/);
  await writerPage.context().close();
});

test('the last owner keeps the role', async ({ staffPage: page, expectedErrors }) => {
  expectedErrors.push(/status of 409/);
  await openPage(page, pagePaths.people);

  await page.getByLabel('Role of Farm office').selectOption('Staff');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change role' }).click();

  await expect(page.getByText('A shop needs an owner.')).toBeVisible();
  await expect(page.getByLabel('Role of Farm office')).toHaveValue('owner');
});
