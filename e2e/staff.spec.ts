import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, test, withPosts } from '#e2e/support/fixtures.ts';
import { logInAsStaff, submitLogin } from '#e2e/support/staff-login.ts';
import { loginAt } from '#scripts/running-shop.ts';
import { codeOf } from '#server/testing/authenticator.ts';

test('the audit trail shows who did what, including new entries', async ({ page, shop }) => {
  await logInAsStaff(page, shop);
  await page.goto(pagePaths.audit);
  await expect(page.getByText('Entries are never changed or removed.')).toBeVisible();

  await withPosts(shop, ['Trellis repairs'], async () => {
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('link', { name: 'Audit trail' }).click();
    const entry = page.getByRole('row').filter({ hasText: 'Trellis repairs' }).first();
    await expect(entry).toContainText('Farm office');
    await expect(entry).toContainText('Post published');
  });

  await checkLayout(page);
});

test('other sessions can be ended on the account page, and this one continues', async ({ page, shop }) => {
  const elsewhere = await loginAt(shop.url);
  await loginAt(shop.url);
  await logInAsStaff(page, shop);
  await page.goto(pagePaths.dashboard);
  await page.getByRole('link', { name: 'Your account' }).click();
  const sessions = page.getByRole('region', { name: "Where you're logged in" });
  await expect(sessions.getByText('This device')).toHaveCount(1);
  const before = await sessions.getByRole('button', { name: /^Log out Unknown/ }).count();

  await sessions.getByRole('button', { name: 'Log out Unknown device' }).first().click();
  await expect(sessions.getByRole('button', { name: /^Log out Unknown/ })).toHaveCount(before - 1);
  await sessions.getByRole('button', { name: 'Log out everywhere else' }).click();

  await expect(sessions.getByRole('row')).toHaveCount(2);
  expect((await fetch(`${shop.url}/api/account`, { headers: elsewhere })).status).toBe(401);
  expect((await fetch(`${shop.url}/api/account`, { headers: shop.staff })).status).toBe(200);
});

test('two-step login can be set up with an app, is required at login, and can be turned off', async ({
  page,
  shop,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/);
  const finch = { name: 'Finch', email: 'finch@farm.example', password: 'a hundred bines' };
  await registerStaff(shop, finch);
  await page.goto(pagePaths.login);
  await submitLogin(page, finch);
  await page.getByRole('link', { name: 'Your account' }).click();
  const twoFactor = page.getByRole('region', { name: 'Two-step login' });
  await twoFactor.getByLabel('Your password').fill(finch.password);
  await twoFactor.getByRole('button', { name: 'Set up' }).click();
  await expect(twoFactor.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await checkLayout(page);
  const secret = (await twoFactor.locator('code').innerText()).replaceAll(' ', '');

  // Use the previous time step, which is still valid, to keep the current and next codes for later.
  await twoFactor.getByLabel('Code from the app').fill(codeOf(secret, -1));
  await twoFactor.getByRole('button', { name: 'Turn on' }).click();
  await expect(twoFactor.getByRole('listitem')).toHaveCount(10);
  await checkLayout(page, [360]);
  const [recovery = ''] = await twoFactor.getByRole('listitem').allInnerTexts();
  await twoFactor.getByRole('button', { name: "I've saved them" }).click();
  await expect(twoFactor.getByText('10 recovery codes left')).toBeVisible();
  await checkLayout(page, [768]);

  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await page.goto(pagePaths.login);
  await submitLogin(page, finch);
  await expect(page.getByLabel('Code')).toBeFocused();
  await expect(page.getByRole('alert')).toHaveText('Enter the code from your authenticator app, or a recovery code.');
  await checkLayout(page, [360]);
  await page.getByLabel('Code').fill(recovery);
  await page.getByRole('button', { name: 'Login' }).click();

  await page.getByRole('link', { name: 'Your account' }).click();
  await expect(twoFactor.getByText('9 recovery codes left')).toBeVisible();
  await twoFactor.getByLabel('Your password').fill(finch.password);
  await twoFactor.getByLabel('Code').fill(codeOf(secret, 1));
  await twoFactor.getByRole('button', { name: 'Turn off' }).click();
  await expect(twoFactor.getByRole('button', { name: 'Set up' })).toBeVisible();
});

type SignUp = { name: string; email: string; password: string };

async function registerStaff({ url, dataDir }: { url: string; dataDir: string }, person: SignUp): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch(`${url}/api/register`, { method: 'POST', headers, body: JSON.stringify(person) });
  const database = new DatabaseSync(join(dataDir, 'farm.sqlite'), { timeout: 5000 });
  database.prepare("update accounts set role = 'admin', staff_role = 'staff' where email = ?").run(person.email);
  database.close();
}

async function checkLayout(page: Page, widths = [360, 768, 1440]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect(await a11yViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  }
}
