import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';

test('an owner backs up on a phone by keyboard, leaves, comes back and downloads it', async ({
  staffPage: page,
  shop,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, pagePaths.backups);
  await expect(page.getByText("It contains your customers' names and addresses.")).toBeVisible();
  await page.getByRole('button', { name: 'Back up now' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('You can leave this page.')).toBeVisible();
  expect(await a11yViolations(page)).toEqual([]);
  await openPage(page, pagePaths.audit);

  await expect
    .poll(async () => {
      await openPage(page, pagePaths.backups);
      return page.getByRole('button', { name: 'Back up now' }).count();
    })
    .toBe(1);
  const newest = page.getByRole('listitem').first();
  await expect(newest).toContainText(/Just now|1 minute ago/);
  expect(await a11yViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);

  const saving = page.waitForEvent('download');
  await newest.getByRole('button', { name: /^Download/ }).click();
  const download = await saving;
  const name = download.suggestedFilename();
  expect(name).toMatch(/^farm-.+\.backup$/);
  const original = readFileSync(join(shop.dataDir, 'backups', name));
  expect(readFileSync(await download.path()).equals(original)).toBe(true);
  await expect(page.getByLabel('Restore command')).toHaveText(
    `npm run restore -- ${join(shop.dataDir, 'backups', name)}`,
  );
});

test('the page says when a backup is done, and why one failed', async ({ staffPage: page }) => {
  const started_at = '2026-10-01T17:00:00.000Z';
  let run: object | null = { state: 'running', started_at, step: 'files', done: 30, total: 60 };
  await page.route('**/api/backups', (route) =>
    route.fulfill({ json: { data: [], folder: '/data/backups', last_backup_at: null, run } }),
  );
  await openPage(page, pagePaths.backups);
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '30');
  await expect(page.getByRole('button', { name: 'Backing up' })).toBeDisabled();

  run = null;
  await expect(page.getByText('The backup is done.')).toBeVisible();

  run = { state: 'failed', started_at, reason: 'The disk is full. Make room, then try again.' };
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('The disk is full.');
  await expect(page.getByText('No backups here yet.')).toBeVisible();
});
