import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';
import { logInAsStaff } from '#e2e/support/staff-login.ts';

type DashboardData = Record<string, unknown>;

const empty = {
  products: { total: 2, low_stock: 0 },
  orders: { total: 0, by_status: [{ status: 'paid', count: 0 }], recent: 0 },
  sales: { total_revenue: '0.00', average_order_value: '0.00', top_products: [] },
  to_do: { to_pack: 0, to_hand_over: 0, payments_to_look_at: 0, to_refund: [], overdue: { invoices: 0, amount: 0 } },
};
const little = {
  products: { total: 2, low_stock: 1 },
  orders: { total: 1, by_status: [{ status: 'paid', count: 1 }], recent: 1 },
  sales: {
    total_revenue: '14.50',
    average_order_value: '14.50',
    top_products: [{ id: 2, name: 'Comet', quantity: 1, revenue: 14.5 }],
  },
  to_do: { to_pack: 1, to_hand_over: 0, payments_to_look_at: 0, to_refund: [], overdue: { invoices: 0, amount: 0 } },
};
const much = {
  products: { total: 12, low_stock: 3 },
  orders: { total: 1_000_084, by_status: [{ status: 'paid', count: 900_009 }], recent: 1100 },
  sales: {
    total_revenue: '31846000.50',
    average_order_value: '430.36',
    top_products: [{ id: 1, name: 'Triple Pearl', quantity: 1_284_000, revenue: 20_544_000 }],
  },
  to_do: {
    to_pack: 900_009,
    to_hand_over: 4,
    payments_to_look_at: 1,
    to_refund: [12, 1_000_014],
    overdue: { invoices: 1200, amount: 1_250_000.5 },
    undelivered_emails: 2,
  },
};

test('the three cards show their numbers and links', async ({ page, shop }) => {
  await logInAsStaff(page, shop);
  await page.goto(pagePaths.dashboard);

  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  for (const name of ['Products', 'Orders', 'Sales'])
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
  for (const label of ['Low Stock', 'Recent Orders', 'Total Revenue', 'Average Order Value'])
    await expect(page.getByText(label, { exact: false }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Manage Products' })).toHaveAttribute('href', '/Product-Management');
  await expect(page.getByRole('link', { name: 'Manage Orders' })).toHaveAttribute('href', '/Order-Management');
  await expect(page.getByRole('link', { name: 'View Sales Details' })).toHaveAttribute('href', '/dashboard/sales');
});

for (const [size, dashboard, revenue] of [
  ['no', empty, '$0.00'],
  ['little', little, '$14.50'],
  ['a lot of', much, '$31,846,000.50'],
] as const)
  for (const width of [360, 768, 1440])
    test(`the dashboard with ${size} data has no layout or axe problems at ${width} px`, async ({ page, shop }) => {
      const data: DashboardData = dashboard;
      await page.route('**/api/dashboard/admin', (route) => route.fulfill({ json: { data } }));
      await logInAsStaff(page, shop);
      await page.setViewportSize({ width, height: 800 });

      await openPage(page, pagePaths.dashboard);

      await expect(page.getByText(revenue).first()).toBeVisible();
      expect(await a11yViolations(page)).toEqual([]);
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    });

test('a to-do links to its orders', async ({ page, shop }) => {
  await page.route('**/api/dashboard/admin', (route) => route.fulfill({ json: { data: much } }));
  await logInAsStaff(page, shop);
  await page.goto(pagePaths.dashboard);

  await expect(page.getByRole('link', { name: 'ready for pickup or delivery' })).toHaveAttribute(
    'href',
    `${pagePaths.findOrder}?status=ready`,
  );
  await expect(page.getByRole('link', { name: '2 emails could not be delivered' })).toHaveAttribute(
    'href',
    `${pagePaths.mail}?unsent=true`,
  );
  await page.getByRole('link', { name: 'to bag and mark ready' }).click();

  await expect(page).toHaveURL(pagePaths.toPack);
  await expect(page.getByRole('heading', { level: 1, name: 'To Pack' })).toBeVisible();
});

test('a failed dashboard load redirects to login by way of /admin/login', async ({ page, shop, expectedErrors }) => {
  // Other requests of the page fail with 401 if the session ends first.
  expectedErrors.push(/ERR_FAILED/, /status of 401 .*\/api\/account/);
  const visited: string[] = [];
  page.on(
    'request',
    (request) => void (request.isNavigationRequest() && visited.push(new URL(request.url()).pathname)),
  );
  await page.route('**/api/dashboard/admin', (route) => route.abort());
  await logInAsStaff(page, shop);

  await page.goto(pagePaths.dashboard);

  await expect(page).toHaveURL(pagePaths.login);
  expect(visited).toContain('/admin/login');
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
});
