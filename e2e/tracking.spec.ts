// Staff enter how an order travels; the buyer sees it, also on paper.
import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';

async function placeOrder(url: string): Promise<{ id: number; key: string }> {
  const orderDetails = {
    ...{ productId: 1, quantity: 22, name: 'Dana Whitlock', phone: '(707) 555-0188' },
    ...{ email: 'tracked@tulefog.example', address: '412 Second Street', locationOption: 'delivery' },
  };
  const response = await fetch(`${url}/api/process-payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sourceId: 'cnon:card-nonce-ok', amount: 1600 * 22, orderDetails }),
  });
  return (await response.json()).order;
}

test('staff add a tracking number on a phone, and the buyer follows it to the carrier', async ({
  staffPage: page,
  shop,
  expectedErrors,
}) => {
  // The server knows no login; the back office takes the order over.
  expectedErrors.push(/status of 422/, /404.*\/order\//);
  const { id, key } = await placeOrder(shop.url);
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, pagePaths.order(id));
  await page.getByText('Add tracking').press('Enter');
  await page.getByLabel('Tracking number').fill('12');
  await page.keyboard.press('Enter');
  await expect(page.getByText('A tracking number has 5 to 40 letters')).toBeVisible();
  expect(await a11yViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);

  await page.getByLabel('Carrier').selectOption('USPS');
  await page.getByLabel('Tracking number').fill('9400 1000 0000 0000 0000 00');
  await page.getByRole('button', { name: 'Save tracking' }).click();
  await expect(page.getByText(`Tracking of order ${id} saved.`)).toBeVisible();
  await expect(page.getByText('Change tracking')).toBeFocused();
  await expect(page.getByRole('link', { name: '9400 1000' })).toBeVisible();
  expect(await a11yViolations(page)).toEqual([]);

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await openPage(page, `${pagePaths.order(id)}?key=${key}`);
  const url = 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000000';
  const link = page.getByRole('link', { name: '9400 1000 0000 0000 0000 00' });
  await expect(link).toHaveAttribute('href', url);
  await expect(page.getByText('412 Second Street')).toHaveCount(0);
  expect(await a11yViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('USPS')).toBeVisible();
  await expect(link).toBeVisible();
});

test('our own truck needs no number, and it can be taken back', async ({ staffPage: page, shop, expectedErrors }) => {
  expectedErrors.push(/404.*\/order\//);
  const { id } = await placeOrder(shop.url);
  await openPage(page, pagePaths.order(id));
  await page.getByText('Add tracking').click();
  await page.getByLabel('Carrier').selectOption('own truck');
  await expect(page.getByLabel('Tracking number')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save tracking' }).click();
  await expect(page.locator('.receipt').getByText('Our own truck')).toBeVisible();

  await page.getByText('Change tracking').click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.locator('.receipt').getByText('Our own truck')).toHaveCount(0);
  await expect(page.getByText('Add tracking')).toBeFocused();
});
