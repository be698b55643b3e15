import { readFileSync } from 'node:fs';
import { pagePaths } from '../contracts/page-paths.ts';
import { asStaff } from './office.ts';
import { expect, test } from './shop.ts';
import { sidewaysOn, violationsOn } from './sound.ts';

async function buy(url: string, name: string): Promise<void> {
  const orderDetails = { productId: 1, quantity: 3, name, phone: '707', locationOption: 'pickup' };
  await fetch(`${url}/api/process-payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sourceId: 'cnon:card-nonce-ok', amount: 4800, orderDetails }),
  });
}

test('sales of the last 30 days, with chart, table, products and statuses; the address holds another range', async ({
  page,
  shop,
}) => {
  await buy(shop.url, 'Sales Dana');
  await asStaff(page, shop);
  await page.goto(pagePaths.dashboard);
  await page.getByRole('link', { name: 'View Sales Details' }).click();

  await expect(page).toHaveURL(pagePaths.sales);
  await expect(page.getByRole('heading', { level: 1, name: 'Sales' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Last 30 days' })).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('heading', { name: 'Revenue by day' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Triple Pearl/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Paid/ })).toBeVisible();
  await page.getByRole('link', { name: 'This harvest year' }).click();
  await expect(page).toHaveURL(`${pagePaths.sales}?range=harvest`);
  await expect(page.getByRole('link', { name: 'This harvest year' })).toHaveAttribute('aria-current', 'true');
  await page.getByLabel('From').fill('2020-01-01');
  await page.getByLabel('To').fill('2020-01-31');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(`${pagePaths.sales}?range=custom&from=2020-01-01&to=2020-01-31`);
  await expect(page.getByText('Nothing was sold in this range.')).toBeVisible();
});

test('an impossible range is said in words', async ({ page, shop, expected }) => {
  expected.push(/status of 422/);
  await asStaff(page, shop);

  await page.goto(`${pagePaths.sales}?range=custom&from=2026-03-02&to=2026-03-01`);

  await expect(page.getByRole('alert')).toContainText('The last day must not be before the first.');
});

test('orders are exported as a file that spreadsheet programs read', async ({ page, shop }) => {
  await buy(shop.url, '=1+1');
  await asStaff(page, shop);
  await page.goto(pagePaths.sales);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export orders (CSV)' }).click();
  const file = await download;

  expect(file.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
  const text = readFileSync(await file.path(), 'utf8');
  expect(text.startsWith('\uFEFFOrder ID,')).toBe(true);
  expect(text).toContain("'=1+1");
});

for (const width of [360, 768, 1440])
  test(`the sales page is sound at ${width} px`, async ({ page, shop }) => {
    await buy(shop.url, 'Dana');
    await asStaff(page, shop);
    await page.setViewportSize({ width, height: 800 });

    for (const range of ['30d', 'harvest', 'all']) {
      await page.goto(`${pagePaths.sales}?range=${range}`, { waitUntil: 'networkidle' });
      await expect(page.getByRole('heading', { name: /^Revenue by/ })).toBeVisible();
      expect(await violationsOn(page), range).toEqual([]);
      expect(await sidewaysOn(page), range).toBeLessThanOrEqual(0);
    }
  });
