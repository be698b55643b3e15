import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { daysOfMonth, formatMonth, monthOf } from '#contracts/book-types.ts';
import { farmDay } from '#contracts/dates.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { addDays } from '#contracts/sales-range.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';

const thisMonth = monthOf(farmDay(new Date().toISOString()));
const lastMonth = monthOf(addDays(`${thisMonth}-01`, -1));
const lastDay = daysOfMonth(lastMonth).to;

async function send(shop: { url: string; staff: Record<string, string> }, path: string, body: object) {
  const response = await fetch(shop.url + path, {
    method: 'POST',
    headers: { ...shop.staff, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

async function saveFile(page: Page, button: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  return readFileSync(await file.path(), 'utf8');
}

test('an owner chooses a month, downloads and closes it; after that nothing changes it', async ({
  staffPage: page,
  shop,
}) => {
  const customer = { name: 'Ferry Books', company: 'Bookkeeping Brewing', email: 'ferry@books.example', phone: '' };
  const { body } = await send(shop, '/api/customers', { ...customer, address: '', notes: '' });
  const { id } = body.data;
  const payment = { amount: 123.45, method: 'check', received_on: lastDay, note: 'Check 77', key: 'books-e2e-1' };
  expect((await send(shop, `/api/customers/${id}/payments`, payment)).status).toBe(200);

  await openPage(page, pagePaths.dashboard);
  await page.getByRole('link', { name: 'Books', exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: formatMonth(thisMonth) })).toBeVisible();
  await expect(page.getByText('This month is not over yet.')).toBeVisible();
  expect(await a11yViolations(page)).toEqual([]);
  await openPage(page, `${pagePaths.books}?month=${lastMonth}`);
  await expect(page.getByRole('row', { name: 'Payments', exact: false }).first()).toContainText('$');
  const before = await saveFile(page, 'Line by line (CSV)');
  expect(before).toContain(`${lastDay},payment,,,Bookkeeping Brewing,,,,,123.45,check,`);
  const journal = await saveFile(page, 'QuickBooks journal (CSV)');
  expect(journal).toContain('Undeposited Funds,');

  await page.getByRole('button', { name: `Close ${formatMonth(lastMonth)}` }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText("This can't be undone");
  expect(await a11yViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: `Close ${formatMonth(lastMonth)}` }).click();
  await expect(page.getByText(/^Closed by .* It never changes\.$/)).toBeVisible();
  await expect(page.getByText(/SHA-256 [0-9a-f]{64}/)).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^Close / })).toHaveCount(0);
  await expect(page.getByRole('option', { name: `${formatMonth(lastMonth)}, closed` })).toBeAttached();

  const late = await send(shop, `/api/customers/${id}/payments`, { ...payment, key: 'books-e2e-2' });
  expect([late.status, Object.keys(late.body.errors)]).toEqual([422, ['received_on']]);
  const renamed = { ...customer, company: 'Renamed Brewing', address: '', notes: '', version: 1 };
  await fetch(`${shop.url}/api/customers/${id}`, {
    method: 'PUT',
    headers: { ...shop.staff, 'content-type': 'application/json' },
    body: JSON.stringify(renamed),
  });
  expect(await saveFile(page, 'Line by line (CSV)')).toBe(before);
  expect(await saveFile(page, 'QuickBooks journal (CSV)')).toBe(journal);
});

test('staff enter a loss on a phone, and see it in the stock ledger with its reason', async ({
  staffPage: page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/);
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, pagePaths.stockLedger);
  await page.getByText('Enter a harvest, loss, sample or correction').click();
  await page.getByLabel('Why').selectOption('Loss');
  await page.getByRole('button', { name: 'Enter', exact: true }).click();
  await expect(page.getByText('Pounds must be a whole number, and not zero.')).toBeVisible();
  await page.getByLabel('Pounds').fill('3');
  await page.getByLabel('Note').fill('Mouse in bag 7');
  await page.getByRole('button', { name: 'Enter', exact: true }).press('Enter');

  await expect(page.getByText(/Entered\. [\d,]+ lbs of Triple Pearl are in stock/)).toBeVisible();
  const row = page.getByRole('row', { name: /Mouse in bag 7/ });
  await expect(row).toContainText('Loss');
  await expect(row).toContainText('-3');
  expect(await a11yViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
});

for (const path of [pagePaths.books, pagePaths.bookInvoices, pagePaths.receivables])
  test(`${path} fits a phone and has no axe violations`, async ({ staffPage: page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openPage(page, path);
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();

    expect(await a11yViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  });
