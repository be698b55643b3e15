import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';

type Shop = { url: string; staff: Record<string, string> };

async function addHarvest({ url, staff }: Shop, changes: object = {}): Promise<number> {
  const response = await fetch(`${url}/api/harvests/admin`, {
    method: 'POST',
    headers: { ...staff, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ product_id: 2, kind: 'dried', status: 'ripening', expected_on: '2027-09-03', pounds: 80, price: 10 },
      ...{ deposit_percent: 25, ...changes },
    }),
  });
  return (await response.json()).data.id;
}

async function fillIn(page: Page, { pounds, card }: { pounds: string; card: string }) {
  await page.getByLabel('Pounds', { exact: true }).fill(pounds);
  await page.getByLabel('Your Name').fill('Avocet Lindqvist');
  await page.getByLabel('Your Email').fill('avocet@brewery.example');
  await page.getByLabel('Your Phone').fill('(707) 555-0177');
  await enterCard(page, card);
}

async function enterCard(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('12 / 30');
  await page.getByLabel('Security code').fill('111');
  await page.getByLabel('Card ZIP code').fill('94571');
}

const findOrder = async ({ url, staff }: Shop, id: string) =>
  (await (await fetch(`${url}/api/orders/${id}`, { headers: staff })).json()).data;

test('staff offer pickup days; a brewer reserves wet hops on a phone and pays the balance by final weight', async ({
  staffPage: page,
  shop,
  browser,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/);
  await openPage(page, pagePaths.harvests);
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Add', exact: true }) });
  await form.getByLabel('Hop').selectOption('Comet');
  await form.getByLabel('Expected').fill('2027-09-03');
  await form.getByLabel('Wet or dried').selectOption('Wet');
  await form.getByLabel('Pounds').fill('300');
  await form.getByLabel('Price per lb').fill('9');
  await form.getByLabel('Deposit').fill('25');
  await form.getByLabel('Note').fill('Avocet test');
  for (const day of ['2027-09-03', '2027-09-04']) {
    await form.getByRole('button', { name: 'Add a pickup day' }).click();
    await expect(form.getByLabel('Day', { exact: true }).last()).toBeFocused();
    await form.getByLabel('Day', { exact: true }).last().fill(day);
    await form.locator('.pickup-days').getByLabel('Pounds').last().fill('150');
  }
  await form.getByLabel('To', { exact: true }).last().fill('07:00');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(form.getByText('The window must end after it begins.')).toBeVisible();
  await form.getByLabel('To', { exact: true }).last().fill('11:30');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Comet is on the board.')).toBeVisible();
  expect(await a11yViolations(page)).toEqual([]);

  const phone = await browser.newPage({ baseURL: shop.url, viewport: { width: 360, height: 740 } });
  await openPage(phone, pagePaths.harvest);
  const item = phone.getByRole('listitem').filter({ hasText: 'Avocet test' });
  await expect(item).toContainText('300 lbs left, with a 25% deposit.');
  await item.getByRole('link', { name: 'Reserve wet Comet' }).click();
  await expect(phone.getByRole('heading', { level: 1, name: 'Reserve wet Comet' })).toBeVisible();
  await phone.getByRole('button', { name: /^Reserve and pay/ }).click();
  await expect(phone.getByText('Choose a pickup day.')).toBeVisible();
  await expect(phone.getByLabel('Pickup day')).toBeFocused();
  expect(await a11yViolations(phone)).toEqual([]);
  expect(await horizontalOverflow(phone)).toBeLessThanOrEqual(0);
  await phone.getByLabel('Pickup day').selectOption('September 4, 2027, 8:00 am to 11:30 am');
  await fillIn(phone, { pounds: '40', card: '4111 1111 1111 1111' });
  await phone.getByRole('button', { name: 'Reserve and pay $90.00' }).click();
  await expect(phone.getByRole('heading', { name: 'Reserved. Thank you.' })).toBeFocused();
  await phone.getByRole('link', { name: /^See order/ }).click();
  await expect(phone.getByText('Pickup September 4, 2027, 8:00 am to 11:30 am.')).toBeVisible();
  const id = /\/order\/(\d+)/.exec(phone.url())?.[1] ?? '';
  expect(await a11yViolations(phone)).toEqual([]);

  await openPage(page, pagePaths.harvests);
  const saved = page.locator('.harvest-list li').filter({ has: page.locator('input[value="Avocet test"]') });
  await saved.getByRole('link', { name: 'Reservations: 40 lbs' }).click();
  await page.getByRole('button', { name: `Enter the weight of order ${id}` }).click();
  const dialog = page.getByRole('alertdialog');
  // Next year's hops are not those of this year's lot.
  await expect(dialog.getByLabel('Lot').locator('option:checked')).toHaveText('No lot yet');
  await dialog.getByLabel('Pounds', { exact: true }).fill('42');
  await expect(dialog.getByText("42 lbs cost $378.00. We'll email a link to pay the other $288.00.")).toBeVisible();
  expect(await a11yViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row').filter({ hasText: `Order ${id}` })).toContainText('42 lbs, $288.00 open');
  const order = await findOrder(shop, id);
  expect(order).toMatchObject({ quantity: 42, total: 378, reservation: { state: 'weighed' } });

  const [{ number, key }] = order.invoices;
  await openPage(phone, `${pagePaths.invoice(number)}?key=${key}`);
  await expect(phone.getByRole('row').filter({ hasText: '-$90.00' })).not.toContainText('per lb');
  await openPage(phone, `${pagePaths.pay(number)}?key=${key}`);
  await expect(phone.getByRole('definition').filter({ hasText: '-$90.00' })).toHaveText('-$90.00');
  await enterCard(phone, '4111 1111 1111 1111');
  await phone.getByRole('button', { name: 'Pay $288.00' }).click();
  await expect(phone.getByRole('heading', { name: 'Paid. Thank you.' })).toBeVisible();
  await page.getByRole('link', { name: `Order ${id}`, exact: true }).click();
  await expect(page.getByRole('button', { name: 'Mark ready' })).toBeVisible();
  await phone.context().close();
});

test('a lost response is settled before the card is charged again', async ({ page, shop, expectedErrors }) => {
  expectedErrors.push(/Failed to fetch|ERR_FAILED|net::/);
  const id = await addHarvest(shop);
  await openPage(page, pagePaths.reserve(id));
  await page.route('**/api/harvests/*/reservations', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await expect(page.getByText('Your card is charged once, when you press Reserve and pay.')).toBeVisible();
  await fillIn(page, { pounds: '8', card: '4111 1111 1111 1111' });
  await page.getByRole('button', { name: 'Reserve and pay $20.00' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'An error occurred' })).toBeVisible();

  await page.unroute('**/api/harvests/*/reservations');
  await page.reload();
  await expect(page.getByRole('status').getByRole('link', { name: /^See order/ })).toBeVisible();
  const { data } = await (await fetch(`${shop.url}/api/harvests/${id}`)).json();
  expect(data.left).toBe(72);
});

test('a harvest that cannot be reserved says so', async ({ page, shop }) => {
  const [closed, ready] = [
    await addHarvest(shop, { deposit_percent: null }),
    await addHarvest(shop, { status: 'ready' }),
  ];

  await openPage(page, pagePaths.reserve(closed));
  await expect(page.getByRole('heading', { name: "This harvest can't be reserved" })).toBeVisible();
  await expect(page.getByText('How it works')).toHaveCount(0);
  await openPage(page, pagePaths.reserve(ready));
  await expect(page.getByRole('heading', { name: 'The Comet is in' })).toBeVisible();
  // It is there once the form, which is not shown, has loaded.
  await expect(page.getByRole('article').getByRole('status')).toBeAttached();
  await expect(page.getByRole('link', { name: 'Order Comet' })).toBeVisible();
});

test('a harvest that does not exist is a missing page', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 404/);

  expect((await page.goto(pagePaths.reserve(999_999)))?.status()).toBe(404);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the offer can be read, and says how to reserve', async ({ page, shop, expectedErrors }) => {
    expectedErrors.push(/\.js csp$/);
    await page.goto(pagePaths.reserve(await addHarvest(shop)));

    await expect(page.getByText('You pay the deposit now.')).toBeVisible();
    expect(await page.locator('.reserve noscript').innerText()).toContain('Reserving needs JavaScript.');
  });
});
