import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';

type Shop = { url: string; staff: Record<string, string> };

/** A phone order that waits for its link. */
async function takePhoneOrder({ url, staff }: Shop, name: string) {
  const post = async (path: string, body: object) =>
    (
      await fetch(url + path, {
        method: 'POST',
        headers: { ...staff, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json();
  const { data: customer } = await post('/api/customers', { name });
  const orderDetails = { productId: 2, quantity: 2, name, phone: '(707) 555-0142', locationOption: 'pickup' };
  const contact = { email: `${name.split(' ')[0]?.toLowerCase()}@phone.example` };
  const placed = await post('/api/orders/desk', {
    ...{ customer_id: customer.id, payment: 'link', amount: 2900, poNumber: '' },
    orderDetails: { ...orderDetails, ...contact },
  });
  return { order: placed.order.id, link: `${pagePaths.pay(placed.invoice)}?key=${placed.invoice_key}` };
}

async function enterCard(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('12 / 30');
  await page.getByLabel('Security code').fill('111');
  await page.getByLabel('Card ZIP code').fill('94571');
}

test('a phone order is paid by link on a phone: a declined card, then a good one', async ({
  page,
  shop,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 402/);
  const { order, link } = await takePhoneOrder(shop, 'Dowitcher Pell');
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, link);
  await expect(page.getByRole('heading', { level: 1, name: /^Pay invoice \d+$/ })).toBeVisible();
  await expect(page.getByText(/^Comet.*, 2 lbs$/)).toBeVisible();
  expect(await a11yViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);

  await enterCard(page, '4000 0000 0000 0002');
  await page.getByRole('button', { name: 'Pay $29.00' }).click();
  await expect(page.getByRole('status').filter({ hasText: /declined/i })).toBeVisible();

  await enterCard(page, '4111 1111 1111 1111');
  await page.getByRole('button', { name: 'Pay $29.00' }).click();
  await expect(page.getByRole('heading', { name: 'Paid. Thank you.' })).toBeVisible();

  await page.getByRole('link', { name: /^Open invoice/ }).click();
  await expect(page.getByRole('link', { name: 'Pay by card' })).toHaveCount(0);
  const response = await fetch(`${shop.url}/api/orders/${order}`, { headers: shop.staff });
  expect((await response.json()).data.status).toBe('paid');
});

test('a lost response is settled before the card is charged again', async ({ page, shop, expectedErrors }) => {
  expectedErrors.push(/Failed to fetch|ERR_FAILED|net::/);
  const { link } = await takePhoneOrder(shop, 'Phalarope Quint');
  await openPage(page, link);
  await page.route('**/api/invoices/*/payments*', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await enterCard(page, '4111 1111 1111 1111');
  await page.getByRole('button', { name: 'Pay $29.00' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'An error occurred' })).toBeVisible();

  await page.unroute('**/api/invoices/*/payments*');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Paid. Thank you.' })).toBeVisible();
});

test('without JavaScript the page says what to do, and a wrong key shows nothing', async ({ browser, shop }) => {
  const { link } = await takePhoneOrder(shop, 'Avocet Marsh');
  const context = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(link);
  expect(await page.locator('.pay-form noscript').innerText()).toContain('Paying needs JavaScript.');
  await expect(page.getByLabel('Card number')).toBeHidden();
  await expect(page.getByText('To pay')).toBeVisible();
  expect((await page.goto(link.replace(/key=.*/, 'key=wrong')))?.status()).toBe(404);
  await context.close();
});

test('staff take a phone order and enter the card at once', async ({ staffPage: page, shop }) => {
  const { data } = await (
    await fetch(`${shop.url}/api/customers`, {
      method: 'POST',
      headers: { ...shop.staff, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Grebe Ansel', phone: '(707) 555-0166' }),
    })
  ).json();
  await openPage(page, pagePaths.newOrderFor(data.id));
  await page.getByLabel('Comet').fill('1');
  await page.getByLabel('Paid by').selectOption('Card, entered now');
  await page.getByRole('button', { name: 'Place order and enter card' }).click();

  await expect(page.getByRole('heading', { level: 1, name: /^Pay invoice \d+$/ })).toBeVisible();
  await enterCard(page, '4111 1111 1111 1111');
  await page.getByRole('button', { name: 'Pay $14.50' }).click();
  await expect(page.getByRole('heading', { name: 'Paid. Thank you.' })).toBeVisible();
});
