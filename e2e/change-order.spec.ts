// Staff change an order: what the scale said, a part of the money back, and freight after the call.
import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, test, testInOwnShop } from '#e2e/support/fixtures.ts';
import { forgetFreight } from '#e2e/support/forget-freight.ts';
import { openPage } from '#e2e/support/open-page.ts';

type Details = { quantity?: number; locationOption?: 'pickup' | 'delivery'; address?: string };

async function placeOrder(url: string, details: Details = {}): Promise<{ id: number; key: string }> {
  const { quantity = 11, locationOption = 'pickup', address = '412 Second Street' } = details;
  const orderDetails = {
    ...{ productId: 1, quantity, name: 'Dana Whitlock', phone: '(707) 555-0188' },
    ...{ email: 'changed@tulefog.example', address, locationOption },
  };
  const response = await fetch(`${url}/api/process-payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sourceId: 'cnon:card-nonce-ok', amount: 1600 * quantity, orderDetails }),
  });
  return (await response.json()).order;
}

async function chooseMore(page: Page, role: 'button' | 'link', name: string): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole(role, { name, exact: true }).click();
}

const openAsBuyer = async (page: Page, { id, key }: { id: number; key: string }) => {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await openPage(page, `${pagePaths.order(id)}?key=${key}`);
};

test('on a phone, staff enter the weighed pounds and refund a part; the buyer sees both', async ({
  staffPage: page,
  shop,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/, /status of 409/, /404.*\/order\//);
  const order = await placeOrder(shop.url);
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, pagePaths.order(order.id));
  await chooseMore(page, 'button', 'Weighed pounds');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Triple Pearl').fill('9');
  expect(await a11yViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Order ${order.id} weighs 9 lbs.`)).toBeVisible();
  await expect(page.getByText('Triple Pearl weighed: 11 lbs → 9 lbs')).toBeVisible();
  await expect(page.locator('.receipt-lines tfoot')).toContainText('$144.00');

  await chooseMore(page, 'button', 'Give back a part');
  await dialog.getByRole('combobox', { name: 'Refund' }).selectOption('pounds');
  await dialog.getByLabel('Triple Pearl').fill('2');
  await expect(dialog.getByText('$32.00')).toBeVisible();
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(dialog.getByText('Say why.')).toBeVisible();
  expect(await a11yViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  await dialog.getByLabel('Reason').fill('A bag was wet.');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(page.getByText('Refunded Triple Pearl: 2 lbs, $32.00, back in stock')).toBeVisible();
  await expect(page.getByText('A bag was wet.')).toBeVisible();
  await expect(page.locator('.receipt-refunded')).toContainText('-$32.00');
  expect(await a11yViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);

  await chooseMore(page, 'button', 'Give back a part');
  await dialog.getByLabel('Amount in dollars').fill('112.01');
  await dialog.getByLabel('Reason').fill('Too much.');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(dialog.getByText('Only $112.00 of it can be refunded.')).toBeVisible();
  await page.keyboard.press('Escape');
  await chooseMore(page, 'button', 'Refund');
  await expect(dialog.getByText(`Refund $112.00 for order ${order.id}?`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await openAsBuyer(page, order);
  await expect(page.getByText('Triple Pearl weighed: 11 lbs → 9 lbs')).toBeVisible();
  await expect(page.locator('.receipt-refunded')).toContainText('-$32.00');
  await expect(page.getByText('A bag was wet.')).toHaveCount(0);
  expect(await a11yViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
});

test('staff change lines, contact data and price on one page; a colleague who was slower is told', async ({
  staffPage: page,
  shop,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/, /status of 409/, /404.*\/order\//);
  const order = await placeOrder(shop.url, { quantity: 22 });
  await openPage(page, pagePaths.order(order.id));
  await chooseMore(page, 'link', 'Change order');
  await expect(page.getByRole('heading', { level: 1, name: `Change order ${order.id}` })).toBeVisible();
  const colleague = await page.context().newPage();
  await openPage(colleague, pagePaths.changeOrder(order.id));

  await page.getByLabel('Add a hop').selectOption({ index: 1 });
  await page.getByLabel('Comet').fill('3');
  await page.getByLabel('Pickup or delivery').selectOption('delivery');
  await page.getByLabel('Phone').fill('(707) 555-0199');
  await expect(page.getByText('The buyer gets an invoice for $43.50.')).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Say why.')).toBeVisible();
  await expect(page.getByLabel('Reason')).toBeFocused();
  expect(await a11yViolations(page)).toEqual([]);
  await page.getByLabel('Reason').fill('Called in the morning.');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Comet: added, 3 lbs')).toBeVisible();
  await expect(page.getByText('Pickup → delivery')).toBeVisible();
  await expect(page.getByText('Phone: (707) 555-0188 → (707) 555-0199')).toBeVisible();
  await expect(page.getByText('$43.50 open')).toBeVisible();
  expect(await a11yViolations(page)).toEqual([]);

  await colleague.getByLabel('Discount for').fill('For the wait');
  await colleague.getByLabel('Discount in dollars').fill('10');
  await colleague.getByLabel('Reason').fill('They waited.');
  await colleague.getByRole('button', { name: 'Save changes' }).click();
  await expect(colleague.getByText(`Someone else changed order ${order.id} just now.`)).toBeVisible();
  await openAsBuyer(page, order);
  await expect(page.getByText('Comet: added, 3 lbs')).toBeVisible();
  await expect(page.getByText('555-0199')).toHaveCount(0);
});

testInOwnShop(
  'freight after the call: the estimate is there, and one click sends the invoice',
  async ({ staffPage: page, shop, expectedErrors }) => {
    expectedErrors.push(/404.*\/order\//);
    await forgetFreight(shop);
    await openPage(page, pagePaths.settingSection('freight'));
    await page.getByRole('button', { name: 'Add a price' }).press('Enter');
    for (const text of ['600', '44', '31']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Freight saved.')).toBeVisible();

    const address = '9 Alder Street, Portland, OR 97201';
    const order = await placeOrder(shop.url, { quantity: 22, locationOption: 'delivery', address });
    await page.setViewportSize({ width: 360, height: 740 });
    await openPage(page, pagePaths.order(order.id));
    await page.getByText('Charge freight').press('Enter');
    await expect(page.getByText('The estimate was about $31.00 by UPS.')).toBeVisible();
    await expect(page.getByLabel('Freight in dollars')).toHaveValue('31.00');
    expect(await a11yViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Send the freight invoice' }).click();
    await expect(page.getByText('The freight is invoiced, and the buyer has the email.')).toBeVisible();
    await expect(page.getByText('Charge freight')).toHaveCount(0);
    await expect(page.locator('.receipt-lines tfoot')).toContainText('$383.00');
    await expect(page.getByText('$31.00 open')).toBeVisible();
    expect(await a11yViolations(page)).toEqual([]);

    await page.getByRole('link', { name: /^Invoice \d+/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Invoice \d+/ })).toBeVisible();
    await expect(page.getByText('Freight by UPS')).toBeVisible();
    await openPage(page, pagePaths.mail);
    await expect(page.getByText(/^Invoice \d+ for your order/).first()).toBeVisible();
  },
);
