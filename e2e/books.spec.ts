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
const PDF = '%PDF-1.4\n% resale\ntrailer <</Size 0>>\nstartxref\n9\n%%EOF\n';
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
  expect(before).toContain(`"${lastDay}","payment",,,"Bookkeeping Brewing","","",,,123.45,"check",`);
  const journal = await saveFile(page, 'QuickBooks journal (CSV)');
  expect(journal).toContain('"Undeposited Funds",');

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

test("a customer's page prints as a statement, without what only staff may read", async ({ staffPage: page, shop }) => {
  const customer = { name: 'Paige Turner', company: 'Statement Brewing', email: 'paige@statement.example', phone: '' };
  const notes = 'Haggles over every cone.';
  const { body } = await send(shop, '/api/customers', { ...customer, address: '9 Levee Road', notes });
  const { id } = body.data;
  const payment = { amount: 50, method: 'cash', received_on: farmDay(new Date().toISOString()), note: 'Deposit' };
  await send(shop, `/api/customers/${id}/payments`, { ...payment, key: 'statement-e2e' });
  await openPage(page, pagePaths.customer(id));
  await expect(page.getByRole('button', { name: 'Print statement' })).toBeVisible();
  await expect(page.getByText(notes).first()).toBeVisible();

  await page.emulateMedia({ media: 'print' });

  await expect(page.getByRole('heading', { name: /^Statement, / })).toBeVisible();
  await expect(page.locator('.statement-head')).toContainText('Statement Brewing');
  await expect(page.getByText('Cash, Deposit')).toBeVisible();
  await expect(page.getByText(notes).first()).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeHidden();
  expect((await page.pdf({ format: 'Letter' })).toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test('receivables print as a table, without buttons', async ({ staffPage: page }) => {
  await page.route('**/api/books/receivables*', (route) => {
    const aging = { not_due: 320, days_1_30: 96, days_31_60: 0, days_61_90: 0, over_90: 0, total: 416 };
    const data = [{ id: 1, name: 'Dana', company: 'Tule Fog', ...aging }];
    return route.fulfill({ json: { data, total: aging, day: '2026-10-05', more: false } });
  });
  await openPage(page, pagePaths.receivables);
  await expect(page.getByRole('link', { name: 'Tule Fog' })).toBeVisible();
  await page.setViewportSize({ width: 720, height: 900 });

  await page.emulateMedia({ media: 'print' });

  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  const tops = await page
    .locator('.books-aging tbody tr')
    .first()
    .locator('th, td')
    .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().top)));
  expect(new Set(tops).size).toBe(1);
  await expect(page.getByRole('columnheader', { name: '1–30 days' })).toBeVisible();
});

test('staff store a resale certificate, and To do says that it expires', async ({
  staffPage: page,
  shop,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/);
  const customer = { name: 'Sal Taxen', company: 'Resale Brewing', email: 'sal@resale.example', phone: '' };
  const { body } = await send(shop, '/api/customers', { ...customer, address: '', notes: '' });
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, pagePaths.customer(body.data.id));
  await page.getByText('Add a certificate').click();
  await page.getByRole('button', { name: 'Save certificate' }).click();
  await expect(page.getByText('Enter a date.')).toBeVisible();
  await page.getByLabel('Valid until').fill(addDays(farmDay(new Date().toISOString()), 10));
  await page.getByRole('button', { name: 'Save certificate' }).click();
  await expect(page.getByText('Choose the PDF of the certificate.')).toBeVisible();
  await page
    .getByLabel('Certificate')
    .setInputFiles({ name: 'resale.pdf', mimeType: 'application/pdf', buffer: Buffer.from(PDF) });
  await page.getByRole('button', { name: 'Save certificate' }).click();

  await expect(page.getByText(/^Expires in 10 days, on /)).toBeVisible();
  expect(await a11yViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  expect(await saveFile(page, 'Download PDF')).toContain('% resale');
  await openPage(page, pagePaths.dashboard);
  await page.getByRole('link', { name: /resale certificates? expires?/ }).click();
  await expect(page.getByRole('link', { name: /Resale Brewing/ })).toBeVisible();
});

for (const path of [pagePaths.books, pagePaths.bookInvoices, pagePaths.receivables])
  test(`${path} fits a phone and has no axe violations`, async ({ staffPage: page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openPage(page, path);
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();

    expect(await a11yViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  });
