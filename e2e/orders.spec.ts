import type { Locator, Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow, scrollToEnd } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage, waitUntilReady } from '#e2e/support/open-page.ts';
import { orderButton } from '#e2e/support/order-button.ts';
import { logInAsStaff, submitLogin } from '#e2e/support/staff-login.ts';
import { staffAccount } from '#scripts/running-shop.ts';
import { chromiumFlags } from '#scripts/system-deps.ts';

type Shop = { url: string; staff: Record<string, string> };

async function placeOrder(
  { url }: Shop,
  details: Record<string, unknown> = {},
  buyer: Record<string, string> = {},
): Promise<{ id: number; key: string }> {
  const response = await fetch(`${url}/api/process-payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...buyer },
    body: JSON.stringify({
      sourceId: 'cnon:card-nonce-ok',
      amount: 1600,
      orderDetails: {
        ...{
          productId: 1,
          quantity: 1,
          name: 'Dana Whitlock of the Tule Fog Brewing Company',
          phone: '(707) 555-0188',
        },
        ...{ email: 'dana@tulefog.example', address: '412 Second Street', locationOption: 'pickup', ...details },
      },
    }),
  });
  return (await response.json()).order;
}

async function fillIn(form: Locator) {
  await form.getByLabel('Your Name').fill('Dana');
  await form.getByLabel('Your Phone').fill('707');
  await form.getByLabel('Card number').fill('4111111111111111');
  await form.getByLabel('Expiry date').fill('0930');
  await form.getByLabel('Security code').fill('123');
  await form.getByLabel('Card ZIP code').fill('94571');
}

test('the receipt shows lines, bags, total, next step and history, and prints without site layout', async ({
  page,
  shop,
}) => {
  const { id, key } = await placeOrder(shop);
  await page.goto(`${pagePaths.order(id)}?key=${key}`);

  await expect(page.getByRole('heading', { level: 1, name: `Order ${id}` })).toBeVisible();
  await expect(page.getByRole('row', { name: /Triple Pearl A custom bag of 1 lb/ })).toContainText('$16.00');
  await expect(page.getByText("then call you when they're ready to pick up")).toBeVisible();
  await expect(page.getByText('412 Second Street')).toBeHidden();
  const steps = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Progress' }) });
  await expect(steps.getByRole('listitem')).toHaveText([/^Received/, /^Paid/, /^Ready/, /^Completed/]);
  await expect(page.getByRole('button', { name: 'Refund' })).toBeHidden();
  await expect(page.getByText('dana@tulefog.example')).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
});

test('the receipt works without script', async ({ browser, shop }) => {
  const { id, key } = await placeOrder(shop);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();

  await page.goto(`${shop.url}${pagePaths.order(id)}?key=${key}`);

  await expect(page.getByRole('heading', { level: 1, name: `Order ${id}` })).toBeVisible();
  await context.close();
});

test("staff who open a buyer's link see the contact data", async ({ page, shop }) => {
  const { id, key } = await placeOrder(shop);
  await logInAsStaff(page, shop);

  await page.goto(`${pagePaths.order(id)}?key=${key}`);

  await expect(page.getByRole('link', { name: 'dana@tulefog.example' })).toBeVisible();
  await expect(page.getByText('call (707) 555-0188 so they can be picked up')).toBeVisible();
  await expect(page.getByText('What happens next')).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText("then call (707) 555-0188 when they're ready to pick up")).toBeVisible();
  await expect(page.getByText('Next step')).toBeHidden();
  await page.emulateMedia({ media: null });
  await expect(page.getByRole('navigation', { name: 'Back office' })).toBeVisible();
});

test('staff whose session has ended log in again and come back to the order', async ({
  page,
  shop,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 40[14]/);
  const { id } = await placeOrder(shop);
  await page.goto(pagePaths.faqs);
  await page.evaluate(() => {
    localStorage.setItem('authToken', 'long-expired');
    localStorage.setItem('user', JSON.stringify({ name: 'June', role: 'admin' }));
  });

  await page.goto(pagePaths.order(id));
  await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible();
  await submitLogin(page, staffAccount);

  await expect(page).toHaveURL(pagePaths.order(id));
  await expect(page.getByRole('button', { name: 'Mark ready' })).toBeVisible();
  await page.goto(pagePaths.order(999_999));
  await expect(page.getByRole('heading', { level: 1, name: '404 - Not Found' })).toBeVisible();
  await expect(page.getByText('There is no order 999999.')).toBeVisible();
});

/** Records the headings that a page shows, and how far its parts jump. */
async function recordOpening(page: Page) {
  await page.addInitScript(() => {
    const headings: string[] = [];
    Object.assign(window, { headings, shift: 0 });
    new MutationObserver(() => {
      const text = document.querySelector('main h1')?.textContent;
      if (text && headings.at(-1) !== text) headings.push(text);
    }).observe(document, { childList: true, subtree: true, characterData: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return {
    headings: (): Promise<string[]> => page.evaluate(() => Reflect.get(window, 'headings')),
    shift: (): Promise<number> => page.evaluate(() => Reflect.get(window, 'shift')),
  };
}

for (const width of [360, 768, 1440]) {
  test(`at ${width} px a link without a key opens the order for staff and its owner, and is never a 404 first`, async ({
    page,
    shop,
    expectedErrors,
  }) => {
    // The document's.
    expectedErrors.push(/status of 404.*\/order\//);
    await page.setViewportSize({ width, height: 800 });
    const account = { name: 'Hazel', email: `hazel-${width}@opening.example`, password: 'eight characters' };
    const headers = { 'content-type': 'application/json' };
    await fetch(`${shop.url}/api/register`, { method: 'POST', headers, body: JSON.stringify(account) });
    const login = await fetch(`${shop.url}/api/login`, { method: 'POST', headers, body: JSON.stringify(account) });
    const { token, user } = await login.json();
    const { id } = await placeOrder(shop, {}, { authorization: `Bearer ${token}` });
    const opening = await recordOpening(page);
    await page.goto('/robots.txt');
    await page.evaluate(
      ([authToken, person]) => {
        localStorage.setItem('authToken', authToken);
        localStorage.setItem('user', person);
      },
      [token, JSON.stringify(user)] as const,
    );

    expect((await page.goto(pagePaths.order(id)))?.status()).toBe(404);
    await expect(page.getByText('412 Second Street')).toBeVisible();
    expect(await opening.headings()).toEqual([`Order ${id}`]);
    expect(await opening.shift()).toBeLessThan(0.02);

    await page.evaluate(() => localStorage.clear());
    await logInAsStaff(page, shop);
    await page.goto(pagePaths.order(id));
    await expect(page.getByRole('button', { name: 'Mark ready' })).toBeVisible();
    expect(new Set(await opening.headings())).toEqual(new Set([`Order ${id}`]));
    expect(await opening.shift()).toBeLessThan(0.02);
  });

  test(`at ${width} px a guest's link without a key says so after a moment, and login leads back to the order`, async ({
    page,
    shop,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 404.*\/orders?\//);
    await page.setViewportSize({ width, height: 800 });
    const { id } = await placeOrder(shop);
    const opening = await recordOpening(page);
    let respond = () => {};
    const asked = new Promise<void>((resolve) => {
      respond = resolve;
    });
    await page.route(`**/api/orders/${id}`, async (route) => {
      await asked;
      await route.continue();
    });

    await page.goto(pagePaths.order(id));
    await expect(page.getByRole('heading', { level: 1, name: `Order ${id}` })).toBeVisible();
    await expect(page.getByText('Opening...')).toBeVisible();
    expect(await a11yViolations(page)).toEqual([]);
    respond();
    await expect(page.getByRole('heading', { level: 1, name: '404 - Not Found' })).toBeVisible();
    expect(await opening.headings()).toEqual([`Order ${id}`, '404 - Not Found']);
    expect(await opening.shift()).toBeLessThan(0.02);
    expect(await a11yViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);

    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
    await expect(page.getByText('Log in to continue.')).toBeVisible();
    await submitLogin(page, staffAccount);
    await expect(page).toHaveURL(pagePaths.order(id));
    await expect(page.getByRole('button', { name: 'Mark ready' })).toBeVisible();
  });
}

test('without script an order without its key is a 404 at once', async ({ shop, playwright }) => {
  const { id } = await placeOrder(shop);
  // Playwright's own switch leaves out what browsers without script show.
  const browser = await playwright.chromium.launch({
    args: [...chromiumFlags, '--blink-settings=scriptEnabled=false'],
  });
  const page = await browser.newPage();

  expect((await page.goto(shop.url + pagePaths.order(id)))?.status()).toBe(404);
  expect(await page.locator('main').innerText()).toContain('404 - Not Found');
  expect(await page.locator('main').innerText()).not.toContain('Opening...');
  await browser.close();
});

test('login leads back to an order only, never to another site', async ({ page, shop, expectedErrors }) => {
  // The page may ask who is logged in just after the token is gone.
  expectedErrors.push(/status of 40[14]/);
  for (const from of ['//evil.example', 'https://evil.example/order/1', '/order/1/../../evil', '/\\evil.example']) {
    await page.goto(`${pagePaths.login}?${new URLSearchParams({ from })}`);
    await submitLogin(page, staffAccount);
    await expect(page, from).toHaveURL(shop.url + pagePaths.dashboard);
    await page.evaluate(() => localStorage.clear());
  }
});

test('without its key an order is a 404', async ({ page, shop, expectedErrors }) => {
  expectedErrors.push(/status of 404/);
  const { id } = await placeOrder(shop);

  for (const path of [pagePaths.order(id), `${pagePaths.order(id)}?key=guessed`, '/order/999999', '/order/x']) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { name: '404 - Not Found' })).toBeVisible();
  }
});

test('staff can open an order without a key, change its status after confirming, and refund it', async ({
  page,
  shop,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/);
  const { id } = await placeOrder(shop);
  await logInAsStaff(page, shop);
  await page.goto(pagePaths.order(id));
  await expect(page.getByRole('link', { name: 'dana@tulefog.example' })).toBeVisible();

  await page.getByRole('button', { name: 'Mark ready' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('.receipt-head .pill')).toHaveText('Paid');
  await page.getByRole('button', { name: 'Mark ready' }).click();
  await dialog.getByRole('button', { name: 'Mark ready' }).click();
  await expect(page.locator('.receipt-head .pill')).toHaveText('Ready');
  await expect(page.getByRole('listitem').filter({ hasText: 'Ready' })).toContainText('Farm office');
  await page.getByRole('button', { name: 'Mark completed' }).click();
  await dialog.getByRole('button', { name: 'Mark completed' }).click();
  await expect(page.locator('.receipt-head .pill')).toHaveText('Completed');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Refund' }).click();
  await expect(dialog).toContainText(`Refund $16.00 for order ${id}?`);
  await dialog.getByLabel('Reason').fill('The bags got wet.');
  expect(await a11yViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Refund' }).click();

  await expect(page.locator('.receipt-head .pill')).toHaveText('Refunded');
  await expect(page.getByRole('listitem').filter({ hasText: 'Refunded' })).toContainText('The bags got wet.');
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('button', { name: 'Refund' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Order Management' })).toHaveAttribute('aria-current', 'true');
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(page.getByRole('row').filter({ has: page.locator(`[href="${pagePaths.order(id)}"]`) })).toContainText(
    'Refunded',
  );
});

test('on a phone the next step is in reach of the thumb, and More works with the keyboard', async ({
  staffPage: page,
  shop,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/);
  const { id } = await placeOrder(shop);
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, pagePaths.order(id));
  const more = page.getByRole('button', { name: 'More' });
  for (const button of [page.getByRole('button', { name: 'Mark ready' }), more])
    expect((await button.boundingBox())?.y).toBeGreaterThan(660);
  await expect(page.locator('.button-gold')).toHaveCount(1);

  await more.focus();
  await page.keyboard.press('Enter');
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  expect(await a11yViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Packing slip' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await expect(page.getByRole('button', { name: 'Packing slip' })).toBeHidden();

  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Cancel order' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('button', { name: 'Keep order' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.locator('.receipt-head .pill')).toHaveText('Cancelled');
  await expect(page.locator('.order-actions > .button-gold')).toHaveText('Refund');
});

test('the packing slip has lines and bags and no prices', async ({ page, shop, expectedErrors }) => {
  expectedErrors.push(/status of 404/);
  const { id } = await placeOrder(shop);
  await logInAsStaff(page, shop);
  await page.addInitScript(() => {
    window.print = () => Object.assign(window, { printed: document.documentElement.className });
  });
  await page.goto(pagePaths.order(id));

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Packing slip' }).click();

  expect(await page.evaluate(() => Reflect.get(window, 'printed'))).toBe('packing-slip');
  await page.evaluate(() => document.documentElement.classList.add('packing-slip'));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('A custom bag of 1 lb')).toBeVisible();
  await expect(page.getByText('$16.00').first()).toBeHidden();
});

test('Order Management has its texts, ten columns, formatted values and links to the orders', async ({
  page,
  shop,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/);
  const { id } = await placeOrder(shop, { email: '', address: '' });
  await logInAsStaff(page, shop);
  await page.goto('/admin/orders');
  await expect(page).toHaveURL(pagePaths.orderManagement);

  await expect(page.getByRole('heading', { level: 1, name: 'Order Management' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Manage Orders' })).toBeVisible();
  await expect(page.getByText('View and manage customer orders.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 3, name: 'Order List' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Order ID',
    'Customer Name',
    'Customer Email',
    'Customer Address',
    'Customer Phone',
    'Order Quantity',
    'Location Option',
    'Payment ID',
    'Status',
    'Created At',
  ]);
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: String(id), exact: true }) });
  const cells = row.getByRole('cell');
  await expect(cells.nth(1)).toHaveAttribute('title', 'Dana Whitlock of the Tule Fog Brewing Company');
  await expect(cells.nth(1)).toHaveCSS('max-width', '150px');
  await expect(cells.nth(2)).toHaveText('N/A');
  await expect(cells.nth(3)).toHaveText('N/A');
  await expect(cells.nth(6)).toHaveText('Pickup');
  await expect(cells.nth(7)).toHaveAttribute('title', /^demo_/);
  await expect(cells.nth(8)).toHaveText('Paid');
  await expect(cells.nth(9)).toHaveText(await page.evaluate(() => new Date().toLocaleDateString()));
  await expect(page.getByRole('table')).toHaveCSS('min-width', '1000px');
  await expect(row.getByRole('button')).toHaveCount(0);
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: `Order ${id}` })).toBeVisible();
});

test('the order list is cards on a phone, a table of 1000 px that scrolls in its frame on a tablet, and fits a laptop', async ({
  staffPage: page,
  shop,
}) => {
  const { id } = await placeOrder(shop, {
    address: 'Unit 12, The Old Sugar Mill Complex, 35265 Willow Avenue, Clarksburg, CA 95612',
    phone: '+1 (916) 555-0123 extension 4567',
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, pagePaths.orderManagement);

  const card = page.getByRole('row').filter({ has: page.locator(`[href="${pagePaths.order(id)}"]`) });
  await expect(card.getByRole('cell')).toHaveCount(10);
  for (const text of ['Paid', /^1$/, 'Pickup', /Dana Whitlock/])
    await expect(card.getByText(text).first()).toBeInViewport({ ratio: 1 });
  const box = page.getByRole('region', { name: 'Order List' });
  const hidden = () => box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(await hidden()).toBe(0);

  for (const width of [700, 768, 999]) {
    await page.setViewportSize({ width, height: 740 });
    expect((await page.getByRole('table').boundingBox())?.width, `${width} px`).toBe(1000);
    expect(await hidden(), `${width} px`).toBeGreaterThan(0);
    expect(await horizontalOverflow(page), `${width} px`).toBeLessThanOrEqual(0);
    await expect(page.getByRole('columnheader')).toHaveCount(10);
  }

  await page.setViewportSize({ width: 1280, height: 740 });
  expect(await hidden()).toBe(0);
  expect((await card.boundingBox())?.height).toBeLessThan(50);

  await page.setViewportSize({ width: 360, height: 740 });
  await card.click();
  await expect(page.getByRole('heading', { level: 1, name: `Order ${id}` })).toBeVisible();
});

test('the order list has paging and counts', async ({ page, shop }) => {
  for (let n = 0; n < 11; n += 1) await placeOrder(shop);
  await logInAsStaff(page, shop);
  await page.goto(pagePaths.orderManagement);

  await expect(page.getByText(/^Showing 10 of \d+ orders$/)).toBeVisible();
  await expect(page.getByText(/^Page 1 of \d+$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await page.getByRole('button', { name: 'Next' }).click();

  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous' })).toBeEnabled();
});

test('the order list shows loading, failed and empty states', async ({ page, shop, expectedErrors }) => {
  expectedErrors.push(/status of 500/);
  await logInAsStaff(page, shop);
  let outcome: 'wait' | 'fail' | 'nothing' = 'wait';
  await page.route('**/api/orders/admin**', async (route) => {
    if (outcome === 'fail')
      return route.fulfill({ status: 500, json: { message: 'Something went wrong on our side.' } });
    const pagination = {
      total: 0,
      per_page: 10,
      current_page: 1,
      last_page: 1,
      next_page_url: null,
      prev_page_url: null,
    };
    if (outcome === 'nothing') return route.fulfill({ json: { data: [], pagination } });
  });

  await page.goto(pagePaths.orderManagement);
  await expect(page.getByText('Loading orders...')).toBeVisible();
  outcome = 'fail';
  await page.goto(pagePaths.orderManagement);
  await expect(page.getByRole('alert')).toContainText('Something went wrong on our side.');
  await expect(page.getByRole('alert').getByText('Something')).toHaveCSS('color', 'rgb(155, 44, 29)');
  outcome = 'nothing';
  await page.getByRole('button', { name: 'Try again' }).click();

  await expect(page.getByText('No orders found.')).toBeVisible();
});

test('customers see their orders on the dashboard', async ({ page, shop, expectedErrors }) => {
  expectedErrors.push(/status of 404/);
  const account = { name: 'Hazel', email: 'hazel@brewery.example', password: 'eight characters' };
  const headers = { 'content-type': 'application/json' };
  await fetch(`${shop.url}/api/register`, { method: 'POST', headers, body: JSON.stringify(account) });
  await page.goto(pagePaths.login);
  await submitLogin(page, account);
  await expect(page.getByRole('heading', { name: 'Your orders' })).toBeVisible();
  await expect(page.getByText('No orders found.')).toBeVisible();

  await openPage(page, pagePaths.products);
  await orderButton(page, 'Comet').click();
  await page.getByLabel('Your Name').fill('Hazel');
  await page.getByLabel('Your Phone').fill('916');
  await page.getByLabel('Card number').fill('4111111111111111');
  await page.getByLabel('Expiry date').fill('0930');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Card ZIP code').fill('94571');
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByText('Payment Successful! Order placed.').first()).toBeVisible();
  await page.goto(pagePaths.dashboard);

  await expect(page.getByRole('row', { name: /\$14\.50 Paid/ })).toBeVisible();
  await page
    .getByRole('row', { name: /\$14\.50 Paid/ })
    .getByRole('link')
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /^Order \d+$/ })).toBeVisible();
});

test('a cart with several hops survives a reload, is counted in the header and paid once', async ({ page, shop }) => {
  // A product that was withdrawn after it was added.
  await page.goto('/robots.txt');
  await page.evaluate(() => localStorage.setItem('order', '[{"id":999,"pounds":5}]'));
  await openPage(page, pagePaths.placeOrder);
  await expect(page.getByRole('heading', { level: 1, name: 'Place Your Order' })).toBeVisible();
  await page.getByRole('button', { name: 'Add to Order: Triple Pearl' }).click();
  await page.getByRole('button', { name: 'Add to Order: Comet' }).click();
  await page.getByLabel('Pounds of Comet').fill('21');
  await expect(page.getByRole('link', { name: 'Your order, 2 lines' })).toBeVisible();

  await page.reload();
  await waitUntilReady(page);
  const cart = page.getByRole('region', { name: 'Your order' });
  await expect(cart).toContainText('Total, 22 lbs');
  await expect(cart).toContainText('$320.50');
  await cart.getByRole('button', { name: 'Order Now' }).click();
  const form = page.getByRole('dialog', { name: 'Place Order for Triple Pearl, Comet' });
  await fillIn(form);
  await form.getByLabel('Choose Location').selectOption('delivery');
  await form.getByRole('button', { name: 'Pay' }).click();

  await expect(form.getByText('Payment Successful! Order placed.')).toBeVisible();
  await expect(form).toBeHidden({ timeout: 60_000 });
  await expect(page.getByRole('link', { name: 'Your order', exact: true })).toBeVisible();
  const { data } = await (await fetch(`${shop.url}/api/orders/admin`, { headers: shop.staff })).json();
  expect(data[0]).toMatchObject({ name: 'Dana', quantity: 22, location_option: 'delivery' });
});

test("a changed price updates the cart's order form, and the next try pays it", async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 409/);
  await page.route(
    '**/api/products',
    async (route) => {
      const response = await (await route.fetch()).json();
      for (const product of response.data) product.price = 1;
      await route.fulfill({ json: response });
    },
    { times: 1 },
  );
  await page.goto(pagePaths.faqs);
  await page.getByRole('link', { name: 'Your order', exact: true }).click();
  await page.getByRole('button', { name: 'Add to Order: Comet' }).click();
  await page.getByRole('button', { name: 'Order Now' }).click();
  const form = page.getByRole('dialog', { name: 'Place Order for Comet' });
  await expect(form.getByRole('definition').last()).toHaveText('$1.00');
  await fillIn(form);

  await form.getByRole('button', { name: 'Pay' }).click();

  await expect(form.getByText('The price has changed. Please review your order.')).toBeVisible();
  await expect(form.getByRole('definition').last()).toHaveText('$14.50');
  await form.getByRole('button', { name: 'Pay' }).click();
  await expect(form.getByText('Payment Successful! Order placed.')).toBeVisible();
});

test('the place-order page searches by name, truncates descriptions and warns about low stock', async ({ page }) => {
  await openPage(page, `${pagePaths.placeOrder}?search=comet`);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByText(/^Half English.{80,90}\.\.\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Add to Order: Comet' }).click();

  await page.getByLabel('Pounds of Comet').fill('9999');

  await expect(page.getByRole('alert')).toContainText(/Only \d+ lbs of Comet are left\./);
  await expect(
    page.getByRole('region', { name: 'Your order' }).getByRole('button', { name: 'Order Now' }),
  ).toBeDisabled();
  await page.getByRole('button', { name: 'Remove Comet' }).click();
  await expect(page.getByText('Nothing yet.')).toBeVisible();
});

for (const width of [360, 768, 1440])
  test(`receipt, place-order page and order list have no layout or axe problems at ${width} px`, async ({
    page,
    shop,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 404/);
    const { id, key } = await placeOrder(shop);
    await page.setViewportSize({ width, height: 800 });
    await openPage(page, pagePaths.placeOrder);
    await page.getByRole('button', { name: 'Add to Order: Comet' }).click();
    const check = async (path: string) => {
      await openPage(page, path);
      await scrollToEnd(page);
      expect(await a11yViolations(page), path).toEqual([]);
      expect(await horizontalOverflow(page), path).toBeLessThanOrEqual(0);
    };

    await check(pagePaths.placeOrder);
    await check(`${pagePaths.order(id)}?key=${key}`);
    await logInAsStaff(page, shop);
    await check(pagePaths.orderManagement);
    await check(pagePaths.order(id));
  });

test('every page says that payments are a demo', async ({ page, shop }) => {
  await logInAsStaff(page, shop);
  for (const path of [pagePaths.home, pagePaths.faqs, pagePaths.login, pagePaths.orderManagement]) {
    await page.goto(path);
    await expect(page.getByText('Demo payments: cards are not charged on this site.')).toBeVisible();
  }
});
