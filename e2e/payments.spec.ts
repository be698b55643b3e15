import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';
import { logInAsStaff } from '#e2e/support/staff-login.ts';

test('payments needing attention are listed until they are settled', async ({ page, shop }) => {
  const database = new DatabaseSync(join(shop.dataDir, 'farm.sqlite'), { timeout: 5000 });
  database.exec(`insert into payment_alerts (payment_id, what, at)
    values ('payAlarm${'7'.repeat(60)}', 'was taken without an order that holds it and is being refunded', '2026-11-02T10:00:00.000Z')`);
  database.close();
  await logInAsStaff(page, shop);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(pagePaths.payments);
    await expect(page.getByText('was taken without an order')).toBeVisible();
    expect(await a11yViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  }
  await page.goto(pagePaths.dashboard);
  await page.getByRole('link', { name: '1 payment needing attention' }).click();

  await page.getByRole('button', { name: 'Mark as settled' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Settled' }).click();

  await expect(page.getByText('Every payment is accounted for.')).toBeVisible();
});

test('going offline shows a notice until the browser is online again', async ({ page, context }) => {
  await openPage(page, pagePaths.faqs);
  await context.setOffline(true);
  await expect(page.getByText("You're offline. Your input is kept.")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("You're offline. Your input is kept.")).toBeHidden();
});
