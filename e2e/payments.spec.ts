import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pagePaths } from '#contracts/page-paths.ts';
import { sidewaysOn, violationsOn } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { asStaff } from '#e2e/support/staff-login.ts';

test('payments to look at are listed, and leave the list when they are settled', async ({ page, shop }) => {
  const books = new DatabaseSync(join(shop.dataDir, 'farm.sqlite'), { timeout: 5000 });
  books.exec(`insert into payment_alerts (payment_id, what, at)
    values ('payAlarm${'7'.repeat(60)}', 'was taken without an order that holds it and is being refunded', '2026-11-02T10:00:00.000Z')`);
  books.close();
  await asStaff(page, shop);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(pagePaths.payments);
    await expect(page.getByText('was taken without an order')).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    expect(await sidewaysOn(page)).toBeLessThanOrEqual(0);
  }
  await page.goto(pagePaths.dashboard);
  await page.getByRole('link', { name: '1 payment to look at' }).click();

  await page.getByRole('button', { name: 'Mark as settled' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Settled' }).click();

  await expect(page.getByText('Every payment is accounted for.')).toBeVisible();
});

test('a browser without a line says so, and stops saying it', async ({ page, context }) => {
  await page.goto(pagePaths.faqs, { waitUntil: 'networkidle' });
  await context.setOffline(true);
  await expect(page.getByText('You are offline. What you typed is kept.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('You are offline. What you typed is kept.')).toBeHidden();
});
