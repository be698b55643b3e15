import { readFileSync } from 'node:fs';
import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';
import { logInAsStaff } from '#e2e/support/staff-login.ts';

async function buy(url: string, name: string): Promise<void> {
  const orderDetails = { productId: 1, quantity: 3, name, phone: '707', locationOption: 'pickup' };
  await fetch(`${url}/api/process-payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sourceId: 'cnon:card-nonce-ok', amount: 4800, orderDetails }),
  });
}

test('the sales page shows chart, table, products and statuses, and the URL holds the range', async ({
  page,
  shop,
}) => {
  await buy(shop.url, 'Sales Dana');
  await logInAsStaff(page, shop);
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
  await expect(page.getByText('No sales in this range.')).toBeVisible();
});

const noTotals = { revenue: 0, pounds: 0, orders: 0 };
const days = Array.from({ length: 30 }, (_, index) => `2026-09-${String(index + 1).padStart(2, '0')}`);
const none = {
  ...{ from: '2026-09-01', to: '2026-09-30', total: noTotals, before: noTotals, products: [] },
  periods: days.map((day) => ({ from: day, to: day, ...noTotals })),
  statuses: [{ status: 'paid', orders: 0, amount: 0 }],
};
const much = {
  ...{ from: '2026-09-01', to: '2026-09-30' },
  total: { revenue: 31_846_000.5, pounds: 2_064_000, orders: 1_000_084 },
  before: { revenue: 0.5, pounds: 1, orders: 1 },
  periods: days.map((day, n) => ({ from: day, to: day, revenue: 1_061_533.35 + n, pounds: 68_800, orders: 33_336 })),
  products: Array.from({ length: 12 }, (_, n) => ({
    ...{ id: n + 1, name: `Triple Pearl of the long ditch, lot ${n}`, revenue: 2_653_833.38, pounds: 172_000 },
  })),
  statuses: [{ status: 'completed', orders: 1_000_084, amount: 31_846_000.5 }],
};

for (const [size, data, text] of [
  ['no', none, 'No sales in this range.'],
  ['a lot of', much, '$31,846,000.50'],
] as const)
  for (const width of [360, 768, 1440])
    test(`the sales page with ${size} data has no layout or axe problems at ${width} px`, async ({ page, shop }) => {
      await page.route('**/api/sales*', (route) => route.fulfill({ json: { data } }));
      await logInAsStaff(page, shop);
      await page.setViewportSize({ width, height: 800 });

      await openPage(page, pagePaths.sales);

      await expect(page.getByText(text).first()).toBeVisible();
      expect(await a11yViolations(page)).toEqual([]);
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    });

test('a status links to its orders in that range', async ({ page, shop }) => {
  await buy(shop.url, 'Status Dana');
  await logInAsStaff(page, shop);
  await page.goto(`${pagePaths.sales}?range=harvest`);

  await page.getByRole('link', { name: 'Paid', exact: true }).click();

  await expect(page).toHaveURL(/\/dashboard\/find\?status=paid&from=\d{4}-08-01&to=/);
  await expect(page.getByRole('row', { name: /Status Dana/ })).toBeVisible();
});

test('an invalid range shows an error', async ({ page, shop, expectedErrors }) => {
  expectedErrors.push(/status of 422/);
  await logInAsStaff(page, shop);

  await page.goto(`${pagePaths.sales}?range=custom&from=2026-03-02&to=2026-03-01`);

  await expect(page.getByRole('alert')).toContainText("The last day can't be before the first.");
});

test('orders can be exported as CSV for spreadsheets', async ({ page, shop }) => {
  await buy(shop.url, '=1+1');
  await logInAsStaff(page, shop);
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
  test(`the sales page has no layout or axe problems at ${width} px`, async ({ page, shop }) => {
    await buy(shop.url, 'Dana');
    await logInAsStaff(page, shop);
    await page.setViewportSize({ width, height: 800 });

    for (const range of ['30d', 'harvest', 'all']) {
      await openPage(page, `${pagePaths.sales}?range=${range}`);
      await expect(page.getByRole('heading', { name: /^Revenue by/ })).toBeVisible();
      expect(await a11yViolations(page), range).toEqual([]);
      expect(await horizontalOverflow(page), range).toBeLessThanOrEqual(0);
    }
  });
