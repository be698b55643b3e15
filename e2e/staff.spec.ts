import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { sidewaysOn, violationsOn } from '#e2e/support/a11y-checks.ts';
import { expect, test, withPosts } from '#e2e/support/fixtures.ts';
import { asStaff } from '#e2e/support/staff-login.ts';
import { loginAt } from '#scripts/running-shop.ts';
import { codeOf } from '#server/testing/authenticator.ts';

test('the audit trail says who did what, also what was done since it was last looked at', async ({ page, shop }) => {
  await asStaff(page, shop);
  await page.goto(pagePaths.audit);
  await expect(page.getByText('Lines are only ever added.')).toBeVisible();

  await withPosts(shop, ['Trellis repairs'], async () => {
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('link', { name: 'Audit trail' }).click();
    const line = page.getByRole('row').filter({ hasText: 'Trellis repairs' }).first();
    await expect(line).toContainText('Farm office');
    await expect(line).toContainText('Post published');
  });

  await isSound(page);
});

test('a session elsewhere is seen and ended on the dashboard, and this one goes on', async ({ page, shop }) => {
  const elsewhere = await loginAt(shop.url);
  await loginAt(shop.url);
  await asStaff(page, shop);
  await page.goto(pagePaths.dashboard);
  const sessions = page.getByRole('region', { name: 'Where you are logged in' });
  await expect(sessions.getByText('This one')).toHaveCount(1);
  const before = await sessions.getByRole('button', { name: /^End Unknown/ }).count();

  await sessions.getByRole('button', { name: 'End Unknown device' }).first().click();
  await expect(sessions.getByRole('button', { name: /^End Unknown/ })).toHaveCount(before - 1);
  await sessions.getByRole('button', { name: 'End all others' }).click();

  await expect(sessions.getByRole('row')).toHaveCount(2);
  expect((await fetch(`${shop.url}/api/account`, { headers: elsewhere })).status).toBe(401);
  expect((await fetch(`${shop.url}/api/account`, { headers: shop.staff })).status).toBe(200);
});

test('a second factor is set up with an app, asked for at login, and switched off again', async ({
  page,
  shop,
  expected,
}) => {
  expected.push(/status of 401/);
  const finch = { name: 'Finch', email: 'finch@farm.example', password: 'a hundred bines' };
  await becomeStaff(shop, finch);
  await page.goto(pagePaths.login);
  await logIn(page, finch);
  const factor = page.getByRole('region', { name: 'Second factor' });
  await factor.getByLabel('Your password').fill(finch.password);
  await factor.getByRole('button', { name: 'Set up' }).click();
  await expect(factor.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await isSound(page);
  const secret = (await factor.locator('code').innerText()).replaceAll(' ', '');

  // The code of the step before is still good, so that the one of now and the next are left for later.
  await factor.getByLabel('Code from the app').fill(codeOf(secret, -1));
  await factor.getByRole('button', { name: 'Switch on' }).click();
  await expect(factor.getByRole('listitem')).toHaveCount(10);
  await isSound(page, [360]);
  const [recovery = ''] = await factor.getByRole('listitem').allInnerTexts();
  await factor.getByRole('button', { name: 'I have kept them' }).click();
  await expect(factor.getByText('10 recovery codes are left')).toBeVisible();
  await isSound(page, [768]);

  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await page.goto(pagePaths.login);
  await logIn(page, finch);
  await expect(page.getByLabel('Code')).toBeFocused();
  await expect(page.getByRole('alert')).toHaveText('Enter the code from your authenticator app, or a recovery code.');
  await isSound(page, [360]);
  await page.getByLabel('Code').fill(recovery);
  await page.getByRole('button', { name: 'Login' }).click();

  await expect(factor.getByText('9 recovery codes are left')).toBeVisible();
  await factor.getByLabel('Your password').fill(finch.password);
  await factor.getByLabel('Code').fill(codeOf(secret, 1));
  await factor.getByRole('button', { name: 'Switch off' }).click();
  await expect(factor.getByRole('button', { name: 'Set up' })).toBeVisible();
});

async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

type SignUp = { name: string; email: string; password: string };

async function becomeStaff({ url, dataDir }: { url: string; dataDir: string }, person: SignUp): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch(`${url}/api/register`, { method: 'POST', headers, body: JSON.stringify(person) });
  const books = new DatabaseSync(join(dataDir, 'farm.sqlite'), { timeout: 5000 });
  books.prepare("update accounts set role = 'admin' where email = ?").run(person.email);
  books.close();
}

async function isSound(page: Page, widths = [360, 768, 1440]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect(await violationsOn(page)).toEqual([]);
    expect(await sidewaysOn(page)).toBeLessThanOrEqual(0);
  }
}
