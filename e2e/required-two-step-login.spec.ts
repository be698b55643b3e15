import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { submitLogin } from '#e2e/support/staff-login.ts';
import { staffAccount, staffSettings, startShop } from '#scripts/running-shop.ts';
import { codeOf } from '#server/testing/authenticator.ts';

test('where two-step login is required, every back-office page leads staff to set it up first', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/);
  const dataDir = mkdtempSync(join(tmpdir(), 'two-step-'));
  const shop = await startShop({ DATA_DIR: dataDir, ...staffSettings, REQUIRE_TWO_STEP_LOGIN: 'on' });
  await page.goto(shop.url + pagePaths.login);
  await submitLogin(page, staffAccount);
  const notice = page.getByText('This shop requires two-step login of its staff. Set it up to continue.');
  await expect(notice).toBeVisible();

  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await a11yViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  }

  await page.goto(shop.url + pagePaths.orderManagement);
  await expect(page).toHaveURL(shop.url + pagePaths.account);
  await expect(notice).toBeVisible();

  const twoFactor = page.getByRole('region', { name: 'Two-step login' });
  await twoFactor.getByLabel('Your password').fill(staffAccount.password);
  await twoFactor.getByRole('button', { name: 'Set up' }).click();
  const secret = (await twoFactor.locator('code').innerText()).replaceAll(' ', '');
  await twoFactor.getByLabel('Code from the app').fill(codeOf(secret));
  await twoFactor.getByRole('button', { name: 'Turn on' }).click();
  await twoFactor.getByRole('button', { name: "I've saved them" }).click();

  await expect(page.getByRole('link', { name: 'Manage Orders' })).toBeVisible();
  await page.getByRole('link', { name: 'Order Management' }).click();
  await expect(page.getByRole('heading', { name: 'Manage Orders' })).toBeVisible();
  await page.goto('about:blank');
  await shop.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
