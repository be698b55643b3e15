// Lots from lab sheet to recall: staff manage them on the product's edit screen, buyers see their lot.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { addLot, lot, uniqueLotNumber, updateLot, withProduct } from '#e2e/support/product-fixtures.ts';

const labels: Record<string, string> = {
  number: 'Lot Number',
  harvest_year: 'Harvest Year',
  alpha_acid: 'Alpha Acid',
  beta_acid: 'Beta Acid',
  total_oil: 'Total Oil',
  moisture: 'Moisture',
  storage_index: 'Storage Index',
  tested_on: 'Tested On',
};
const form = (page: Page) => page.getByRole('dialog');
const field = (page: Page, name: string) => form(page).getByLabel(labels[name] ?? '', { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, number: string) => page.getByRole('row', { name: new RegExp(number) });
const file = (text: string) => ({ name: 'lab.pdf', mimeType: 'application/pdf', buffer: Buffer.from(text) });
const PDF = '%PDF-1.4\n% analysis\nstartxref\n9\n%%EOF\n';

async function edit(page: Page) {
  await page.goto(pagePaths.productManagement);
  await button(page, 'Edit Cascade').click();
}

async function buy(url: string, productId: number): Promise<{ id: number; key: string }> {
  const orderDetails = { productId, quantity: 5, name: 'Dana Whitlock', phone: '(707) 555-0188' };
  const body = {
    sourceId: 'cnon:card-nonce-ok',
    amount: 6250,
    orderDetails: { ...orderDetails, locationOption: 'pickup' },
  };
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/api/process-payment`, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()).order;
}

test('a lot is added with its certificate, made current, sold and listed on a recall sheet', async ({
  staffPage: page,
  shop,
  expectedErrors,
}) => {
  test.setTimeout(60_000);
  expectedErrors.push(/status of (409|415)/);
  const number = uniqueLotNumber();
  await withProduct(shop, {}, async (id) => {
    await edit(page);
    await expect(page.getByText('No lots yet.')).toBeVisible();
    await button(page, 'Add a lot').click();
    for (const name of Object.keys(labels)) await field(page, name).fill({ ...lot, number }[name] ?? '');
    await form(page).getByLabel('Form', { exact: true }).selectOption('Pellets T-90');
    await form(page).getByLabel('Certificate of Analysis').setInputFiles(file('<html>'));
    await button(page, 'Add Lot').click();
    await expect(form(page).getByText('The certificate must be a PDF file.')).toBeVisible();
    await form(page).getByLabel('Certificate of Analysis').setInputFiles(file(PDF));
    await button(page, 'Add Lot').click();
    await expect(page.getByText(`Lot ${number} saved.`)).toBeVisible();
    await expect(form(page)).toBeHidden();

    await button(page, `Make current: lot ${number}`).click();
    await expect(page.getByText(`Cascade is now sold from lot ${number}.`)).toBeVisible();
    await expect(row(page, number)).toHaveAttribute('aria-current', 'true');
    const { id: order, key } = await buy(shop.url, id);
    await button(page, `Delete lot ${number}`).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(`Lot ${number} is in 1 order and cannot be deleted.`)).toBeVisible();

    const sheet = page.waitForEvent('download');
    await button(page, `Recall sheet for lot ${number}`).click();
    expect((await sheet).suggestedFilename()).toBe(`recall-cascade-${number}.csv`);
    expect(await readFile(await (await sheet).path(), 'utf8')).toMatch(
      new RegExp(`\\r\\n${order},.*,"paid","Dana Whitlock",.*,"${number}",5\\r\\n$`),
    );

    await page.goto(`${pagePaths.order(order)}?key=${key}`);
    await expect(page.getByRole('row', { name: /Cascade/ })).toContainText(`Lot ${number}`);
    await page.goto(pagePaths.product('cascade'));
    await expect(page.getByRole('heading', { name: `Analysis of lot ${number}` })).toBeVisible();
    for (const text of ['6.4%', 'Tested on September 14, 2026.', 'Pellets T-90', /^0\.26, less than 10%/])
      await expect(page.getByText(text)).toBeVisible();
    const certificate = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Certificate of analysis (PDF)' }).click();
    expect((await certificate).suggestedFilename()).toBe(`Cascade lot ${number}.pdf`);
    expect(await readFile(await (await certificate).path(), 'utf8')).toBe(PDF);
  });
});

test('input survives an edit conflict and Escape', async ({ staffPage: page, shop, expectedErrors }) => {
  expectedErrors.push(/status of 409/);
  await withProduct(shop, {}, async (id) => {
    const number = uniqueLotNumber();
    const lotId = await addLot(shop, id, { number });
    await edit(page);
    await button(page, `Edit lot ${number}`).click();
    await field(page, 'moisture').fill('9.9');
    await updateLot(shop, lotId, { number, alpha_acid: '6.1' });

    await button(page, 'Update Lot').click();
    await expect(form(page).getByText('Changed since you opened it: Alpha Acid is now 6.1.')).toBeVisible();
    await button(page, 'Load current values').click();
    await expect(field(page, 'alpha_acid')).toHaveValue('6.1');
    await expect(field(page, 'moisture')).toHaveValue('9.9');

    page.once('dialog', (dialog) => void dialog.dismiss());
    await page.keyboard.press('Escape');
    await expect(field(page, 'moisture')).toHaveValue('9.9');
    await button(page, 'Update Lot').click();
    await expect(page.getByText(`Lot ${number} saved.`)).toBeVisible();
    await expect(row(page, number)).toContainText('9.9');
    await expect(button(page, `Edit lot ${number}`)).toBeFocused();
  });
});
