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
const aYearEarlier = { revenue: 1_000_000, pounds: 65_000, orders: 31_000 };
const days = Array.from({ length: 30 }, (_, index) => `2026-09-${String(index + 1).padStart(2, '0')}`);
const none = {
  ...{ from: '2026-09-01', to: '2026-09-30', total: noTotals, before: noTotals, last_year: noTotals, products: [] },
  periods: days.map((day) => ({ from: day, to: day, ...noTotals, last_year: noTotals })),
  statuses: [{ status: 'paid', orders: 0 }],
};
const much = {
  ...{ from: '2026-09-01', to: '2026-09-30' },
  total: { revenue: 31_846_000.5, pounds: 2_064_000, orders: 1_000_084 },
  before: { revenue: 0.5, pounds: 1, orders: 1 },
  last_year: { revenue: 30_000_000, pounds: 1_950_000, orders: 930_000 },
  periods: days.map((day, n) => ({
    ...{ from: day, to: day, revenue: n === 3 ? -218 : 1_061_533.35 + n, pounds: 68_800, orders: 33_336 },
    last_year: aYearEarlier,
  })),
  products: Array.from({ length: 12 }, (_, n) => ({
    ...{ id: n + 1, name: `Triple Pearl of the long ditch, lot ${n}`, revenue: 2_653_833.38, pounds: 172_000 },
  })),
  statuses: [{ status: 'completed', orders: 1_000_084 }],
};

for (const [size, data, text] of [
  ['no', none, 'No sales in this range.'],
  ['a lot of', much, '$31,846,000.50'],
] as const)
  test(`the sales page with ${size} data has no layout or axe problems`, async ({ page, shop }) => {
    await page.route('**/api/sales*', (route) => route.fulfill({ json: { data } }));
    await logInAsStaff(page, shop);
    for (const width of [360, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await openPage(page, pagePaths.sales);
      await expect(page.getByText(text).first()).toBeVisible();
      expect(await a11yViolations(page), `${width} px`).toEqual([]);
      expect(await horizontalOverflow(page), `${width} px`).toBeLessThanOrEqual(0);
    }
  });

test('the chart is read bar by bar with the arrow keys, and compared with a year earlier', async ({ page, shop }) => {
  await page.route('**/api/sales*', (route) => route.fulfill({ json: { data: much } }));
  await logInAsStaff(page, shop);
  await page.goto(pagePaths.sales);

  await expect(page.getByText('6.2% more than the same days a year earlier ($30,000,000.00).')).toBeVisible();
  await expect(
    page.getByText('Best day, Sep 30: $1,061,562.35, 68,800 lbs; a year earlier $1,000,000.00'),
  ).toBeVisible();
  const chart = page.getByRole('slider', { name: 'Revenue by day' });
  await chart.focus();
  await page.keyboard.press('Home');
  await expect(chart).toHaveAttribute('aria-valuetext', /^Sep 1: \$1,061,533\.35/);
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowRight');
  await expect(chart).toHaveAttribute('aria-valuetext', /^Sep 4: -\$218\.00, .* a year earlier \$1,000,000\.00$/);
  await expect(page.getByText('Sep 4: -$218.00')).toBeVisible();
  await expect(page.getByRole('row', { name: /^Sep \d/ })).toHaveCount(30);
});

test('dates typed before the data arrives stay', async ({ page, shop }) => {
  let answer = () => {};
  const typed = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/sales*', async (route) => {
    await typed;
    await route.fulfill({ json: { data: none } });
  });
  await logInAsStaff(page, shop);
  await page.goto(pagePaths.sales);

  await page.getByLabel('From').fill('2020-01-01');
  answer();
  await expect(page.getByLabel('To')).toHaveValue('2026-09-30');

  await expect(page.getByLabel('From')).toHaveValue('2020-01-01');
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
  expect(text.startsWith('\uFEFF"Order ID",')).toBe(true);
  expect(text).toContain("'=1+1");
});

test('every range has no layout or axe problems', async ({ page, shop }) => {
  await buy(shop.url, 'Dana');
  await logInAsStaff(page, shop);
  for (const [range, width] of [
    ['30d', 360],
    ['harvest', 768],
    ['all', 1440],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await openPage(page, `${pagePaths.sales}?range=${range}`);
    await expect(page.getByRole('heading', { name: /^Revenue by/ })).toBeVisible();
    expect(await a11yViolations(page), range).toEqual([]);
    expect(await horizontalOverflow(page), range).toBeLessThanOrEqual(0);
  }
});
