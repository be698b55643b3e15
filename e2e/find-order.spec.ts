import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { logInAsStaff } from '#e2e/support/staff-login.ts';

type Details = { name: string; email?: string; phone?: string };

async function placeOrder(url: string, details: Details): Promise<number> {
  const orderDetails = { productId: 1, quantity: 1, phone: '(707) 555-0188', locationOption: 'pickup', ...details };
  const response = await fetch(`${url}/api/process-payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sourceId: 'cnon:card-nonce-ok', amount: 1600, orderDetails }),
  });
  return (await response.json()).order.id;
}

test('staff can find an order from any page; the URL holds the search, and Back works', async ({
  page,
  shop,
  expectedErrors,
}) => {
  // The document of an order without its key is a 404.
  expectedErrors.push(/status of 404/);
  const id = await placeOrder(shop.url, { name: 'Quillon Fennimore', email: 'quill@fennimore.example' });
  await placeOrder(shop.url, { name: 'Quillon Other' });
  await logInAsStaff(page, shop);
  await page.goto(pagePaths.orderManagement);
  await page.getByRole('link', { name: 'Find an order' }).click();

  await expect(page).toHaveURL(pagePaths.findOrder);
  await expect(page.getByRole('heading', { level: 1, name: 'Find an Order' })).toBeVisible();
  await page.getByLabel('Name, email, phone, order ID or payment ID').fill('quillon fenni');
  await page.getByLabel('Name, email, phone, order ID or payment ID').press('Enter');
  await expect(page).toHaveURL(`${pagePaths.findOrder}?q=quillon+fenni`);
  await expect(page.getByText('1 order found, newest first')).toBeVisible();
  await expect(page.getByRole('row', { name: /Quillon Fennimore/ })).toBeVisible();
  await page.getByLabel('Status').selectOption('Refunded');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(`${pagePaths.findOrder}?q=quillon+fenni&status=refunded`);
  await expect(page.getByText('No orders match.')).toBeVisible();

  await page.goBack();

  await expect(page.getByRole('row', { name: /Quillon Fennimore/ })).toBeVisible();
  await expect(page.getByLabel('Status')).toHaveValue('');
  await page.getByRole('link', { name: String(id), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Order ${id}` })).toBeVisible();
  await page.getByRole('link', { name: 'Find another order' }).click();
  await expect(page).toHaveURL(pagePaths.findOrder);
});

test("Older and Newer page through results that new orders don't shift; Clear shows all", async ({ page, shop }) => {
  for (let n = 0; n < 12; n += 1) await placeOrder(shop.url, { name: `Paging Bramble ${n}` });
  await logInAsStaff(page, shop);
  await page.goto(`${pagePaths.findOrder}?q=bramble`);
  const rows = page.getByRole('row', { name: /Bramble/ });
  await expect(rows).toHaveCount(10);
  await expect(page.getByRole('button', { name: 'Newer' })).toBeDisabled();

  await page.getByRole('button', { name: 'Older' }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText('Bramble 0');
  await expect(page.getByRole('button', { name: 'Older' })).toBeDisabled();
  await expect(page).toHaveURL(/\?q=bramble&before=\d+$/);
  await placeOrder(shop.url, { name: 'Paging Bramble 12' });
  await page.reload();
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Newer' }).click();
  await expect(rows).toHaveCount(10);
  await expect(rows.first()).toContainText('Bramble 11');
  await page.getByRole('button', { name: 'Newer' }).click();
  await expect(rows.first()).toContainText('Bramble 12');
  await expect(page.getByRole('button', { name: 'Newer' })).toBeDisabled();

  await page.getByRole('link', { name: 'Clear' }).click();
  await expect(page).toHaveURL(pagePaths.findOrder);
  await expect(page.getByLabel('Name, email, phone, order ID or payment ID')).toHaveValue('');
});

test('an invalid search shows an error, and an unfinished search can be continued', async ({
  page,
  shop,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/);
  await logInAsStaff(page, shop);
  await page.goto(`${pagePaths.findOrder}?from=2026-03-02&to=2026-03-01`);
  await expect(page.getByRole('alert')).toContainText("The last day can't be before the first.");

  await page.route('**/api/orders/search*', (route) =>
    route.fulfill({ json: { data: [], older: 4096, newer: null, unfinished: true } }),
  );
  await page.goto(`${pagePaths.findOrder}?q=rare`);
  await expect(page.getByText('None found so far.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep searching' }).click();
  await expect(page).toHaveURL(`${pagePaths.findOrder}?q=rare&before=4096`);
});

const nothing = { data: [], older: null, newer: null, unfinished: false };

for (const width of [360, 768, 1440])
  test(`every state of the search has no layout or axe problems at ${width} px`, async ({
    page,
    shop,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 500/);
    await placeOrder(shop.url, {
      name: 'Dana Whitlock of the Tule Fog Brewing Company',
      email: 'dana@tulefog.example',
    });
    await logInAsStaff(page, shop);
    await page.setViewportSize({ width, height: 800 });
    for (const [path, text, response] of [
      ['?q=dana', 'newest first', undefined],
      ['', 'No orders yet.', { json: nothing }],
      ['?q=zzz', 'No orders match.', { json: nothing }],
      ['?q=500', 'Something broke', { status: 500, json: { message: 'Something broke on our side.' } }],
      ['?q=slow', 'Searching orders...', 'never'],
    ] as const) {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      if (response)
        await page.route('**/api/orders/search*', (route) =>
          response === 'never' ? undefined : route.fulfill(response),
        );
      await page.goto(pagePaths.findOrder + path);
      await expect(page.getByText(text)).toBeVisible();
      expect(await a11yViolations(page), path).toEqual([]);
      expect(await horizontalOverflow(page), path).toBeLessThanOrEqual(0);
    }
  });

test('a failed search shows an error and keeps staff logged in', async ({ staffPage: page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  await page.route('**/api/orders/search*', (route) => route.abort());

  await page.goto(pagePaths.findOrder);

  await expect(page.getByText('Failed to fetch')).toBeVisible();
  // Longer than a redirect to the login page would take to begin.
  await page.waitForTimeout(500);
  await expect(page).toHaveURL(pagePaths.findOrder);
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).not.toBeNull();
});
