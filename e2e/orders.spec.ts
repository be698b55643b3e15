import type { Locator } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { readToTheEnd, sidewaysOn, violationsOn } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { orderNow } from '#e2e/support/order-button.ts';
import { asStaff } from '#e2e/support/staff-login.ts';

type Shop = { url: string; staff: Record<string, string> };

async function placed({ url }: Shop, details: Record<string, unknown> = {}): Promise<{ id: number; key: string }> {
  const response = await fetch(`${url}/api/process-payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
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

test('the receipt shows lines, bags, total, what happens next and the history, and prints without the site around it', async ({
  page,
  shop,
}) => {
  const { id, key } = await placed(shop);
  await page.goto(`${pagePaths.order(id)}?key=${key}`);

  await expect(page.getByRole('heading', { level: 1, name: `Order ${id}` })).toBeVisible();
  await expect(page.getByRole('row', { name: /Triple Pearl A custom bag of 1 lb/ })).toContainText('$16.00');
  await expect(page.getByText('then call (707) 555-0188 when they are ready to be picked up')).toBeVisible();
  const steps = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Step by step' }) });
  await expect(steps.getByRole('listitem')).toHaveText([/^Pending/, /^Paid/, /^Ready/, /^Completed/]);
  await expect(page.getByRole('button', { name: 'Refund' })).toBeHidden();
  await expect(page.getByText('dana@tulefog.example')).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
});

test('without script the receipt is there too', async ({ browser, shop }) => {
  const { id, key } = await placed(shop);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();

  await page.goto(`${shop.url}${pagePaths.order(id)}?key=${key}`);

  await expect(page.getByRole('heading', { level: 1, name: `Order ${id}` })).toBeVisible();
  await context.close();
});

test('without the key an order is a page that does not exist', async ({ page, shop, expected }) => {
  expected.push(/status of 404/);
  const { id } = await placed(shop);

  for (const path of [pagePaths.order(id), `${pagePaths.order(id)}?key=guessed`, '/order/999999', '/order/x']) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { name: '404 - Not Found' })).toBeVisible();
  }
});

test('staff open it without a key, move it on after a question, and refund it', async ({ page, shop, expected }) => {
  expected.push(/status of 404/);
  const { id } = await placed(shop);
  await asStaff(page, shop);
  await page.goto(pagePaths.order(id));
  await expect(page.getByRole('link', { name: 'dana@tulefog.example' })).toBeVisible();

  await page.getByRole('button', { name: 'Mark ready' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('.receipt-head .pill')).toHaveText('Paid');
  await page.getByRole('button', { name: 'Mark ready' }).click();
  await question.getByRole('button', { name: 'Mark ready' }).click();
  await expect(page.locator('.receipt-head .pill')).toHaveText('Ready');
  await expect(page.getByRole('listitem').filter({ hasText: 'Ready' })).toContainText('Farm office');
  await page.getByRole('button', { name: 'Mark completed' }).click();
  await question.getByRole('button', { name: 'Mark completed' }).click();
  await expect(page.locator('.receipt-head .pill')).toHaveText('Completed');
  await page.getByRole('button', { name: 'Refund' }).click();
  await expect(question).toContainText(`Refund $16.00 for order ${id}?`);
  await question.getByRole('button', { name: 'Refund' }).click();

  await expect(page.locator('.receipt-head .pill')).toHaveText('Refunded');
  await expect(page.getByRole('button', { name: 'Refund' })).toBeHidden();
});

test('the packing slip has lines and bags and no prices', async ({ page, shop, expected }) => {
  expected.push(/status of 404/);
  const { id } = await placed(shop);
  await asStaff(page, shop);
  await page.addInitScript(() => {
    window.print = () => Object.assign(window, { printed: document.documentElement.className });
  });
  await page.goto(pagePaths.order(id));

  await page.getByRole('button', { name: 'Packing slip' }).click();

  expect(await page.evaluate(() => Reflect.get(window, 'printed'))).toBe('packing-slip');
  await page.evaluate(() => document.documentElement.classList.add('packing-slip'));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('A custom bag of 1 lb')).toBeVisible();
  await expect(page.getByText('$16.00').first()).toBeHidden();
});

test('Order Management: texts, ten columns, N/A, local dates, capitals, cut values with their titles, and the way to the order', async ({
  page,
  shop,
  expected,
}) => {
  expected.push(/status of 404/);
  const { id } = await placed(shop, { email: '', address: '' });
  await asStaff(page, shop);
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

test('the list turns its pages and counts', async ({ page, shop }) => {
  for (let n = 0; n < 11; n += 1) await placed(shop);
  await asStaff(page, shop);
  await page.goto(pagePaths.orderManagement);

  await expect(page.getByText(/^Showing 10 of \d+ orders$/)).toBeVisible();
  await expect(page.getByText(/^Page 1 of \d+$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await page.getByRole('button', { name: 'Next' }).click();

  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous' })).toBeEnabled();
});

test('while it loads, when it fails, and when there is nothing', async ({ page, shop, expected }) => {
  expected.push(/status of 500/);
  await asStaff(page, shop);
  let answer: 'wait' | 'fail' | 'nothing' = 'wait';
  await page.route('**/api/orders/admin**', async (route) => {
    if (answer === 'fail')
      return route.fulfill({ status: 500, json: { message: 'Something went wrong on our side.' } });
    const pagination = {
      total: 0,
      per_page: 10,
      current_page: 1,
      last_page: 1,
      next_page_url: null,
      prev_page_url: null,
    };
    if (answer === 'nothing') return route.fulfill({ json: { data: [], pagination } });
  });

  await page.goto(pagePaths.orderManagement);
  await expect(page.getByText('Loading orders...')).toBeVisible();
  answer = 'fail';
  await page.goto(pagePaths.orderManagement);
  await expect(page.getByRole('alert')).toContainText('Something went wrong on our side.');
  await expect(page.getByRole('alert').getByText('Something')).toHaveCSS('color', 'rgb(155, 44, 29)');
  answer = 'nothing';
  await page.getByRole('button', { name: 'Try again' }).click();

  await expect(page.getByText('No orders found.')).toBeVisible();
});

test('a customer finds their orders on the dashboard', async ({ page, shop, expected }) => {
  expected.push(/status of 404/);
  const account = { name: 'Hazel', email: 'hazel@brewery.example', password: 'eight characters' };
  const headers = { 'content-type': 'application/json' };
  await fetch(`${shop.url}/api/register`, { method: 'POST', headers, body: JSON.stringify(account) });
  await page.goto(pagePaths.login);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'Your orders' })).toBeVisible();
  await expect(page.getByText('No orders found.')).toBeVisible();

  await page.goto(pagePaths.products, { waitUntil: 'networkidle' });
  await orderNow(page, 'Comet').click();
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

test('several hops are collected, kept over a reload, counted in the header and paid once', async ({ page, shop }) => {
  // A hop that has left the catalogue since it was collected.
  await page.goto('/robots.txt');
  await page.evaluate(() => localStorage.setItem('order', '[{"id":999,"pounds":5}]'));
  await page.goto(pagePaths.placeOrder, { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1, name: 'Place Your Order' })).toBeVisible();
  await page.getByRole('button', { name: 'Add to Order: Triple Pearl' }).click();
  await page.getByRole('button', { name: 'Add to Order: Comet' }).click();
  await page.getByLabel('Pounds of Comet').fill('21');
  await expect(page.getByRole('link', { name: 'Your order, 2 lines' })).toBeVisible();

  await page.reload({ waitUntil: 'networkidle' });
  const ticket = page.getByRole('region', { name: 'Your order' });
  await expect(ticket).toContainText('Total, 22 lbs');
  await expect(ticket).toContainText('$320.50');
  await ticket.getByRole('button', { name: 'Order Now' }).click();
  const form = page.getByRole('dialog', { name: 'Place Order for Triple Pearl, Comet' });
  await fillIn(form);
  await form.getByLabel('Choose Location').selectOption('delivery');
  await form.getByRole('button', { name: 'Pay' }).click();

  await expect(form.getByText('Payment Successful! Order placed.')).toBeVisible();
  await expect(form).toBeHidden({ timeout: 4000 });
  await expect(page.getByRole('link', { name: 'Your order', exact: true })).toBeVisible();
  const { data } = await (await fetch(`${shop.url}/api/orders/admin`, { headers: shop.staff })).json();
  expect(data[0]).toMatchObject({ name: 'Dana', quantity: 22, location_option: 'delivery' });
});

test('a price that changed meanwhile is shown in the form of a collected order, and the next press pays it', async ({
  page,
  expected,
}) => {
  expected.push(/status of 409/);
  await page.route(
    '**/api/products',
    async (route) => {
      const reply = await (await route.fetch()).json();
      for (const product of reply.data) product.price = 1;
      await route.fulfill({ json: reply });
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

test('the order page searches by name, cuts descriptions at 100 characters, and warns of too many pounds', async ({
  page,
}) => {
  await page.goto(`${pagePaths.placeOrder}?search=comet`, { waitUntil: 'networkidle' });
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
  test(`the receipt, the order page and the order list are sound at ${width} px`, async ({ page, shop, expected }) => {
    expected.push(/status of 404/);
    const { id, key } = await placed(shop);
    await page.setViewportSize({ width, height: 800 });
    await page.goto(pagePaths.placeOrder, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'Add to Order: Comet' }).click();
    const sound = async (path: string) => {
      await page.goto(path, { waitUntil: 'networkidle' });
      await readToTheEnd(page);
      expect(await violationsOn(page), path).toEqual([]);
      expect(await sidewaysOn(page), path).toBeLessThanOrEqual(0);
    };

    await sound(pagePaths.placeOrder);
    await sound(`${pagePaths.order(id)}?key=${key}`);
    await asStaff(page, shop);
    await sound(pagePaths.orderManagement);
    await sound(pagePaths.order(id));
  });

test('every page says that payments are a demo', async ({ page, shop }) => {
  await asStaff(page, shop);
  for (const path of [pagePaths.home, pagePaths.faqs, pagePaths.login, pagePaths.orderManagement]) {
    await page.goto(path);
    await expect(page.getByText('Demo payments: cards are not charged on this site.')).toBeVisible();
  }
});
