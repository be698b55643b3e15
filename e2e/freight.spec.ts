// The owner enters what freight costs; the order form estimates it.
import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, testInOwnShop as test } from '#e2e/support/fixtures.ts';
import { forgetFreight } from '#e2e/support/forget-freight.ts';
import { openPage } from '#e2e/support/open-page.ts';
import { dialog, openForm } from '#e2e/support/order-form.ts';

test.use({ viewport: { width: 360, height: 740 } });

const POLICY = 'Portland is 511 miles away. We ship by USPS or UPS and will call about the cost.';

test('on a phone, the owner enters freight prices, and the order form estimates by ZIP code and pounds', async ({
  staffPage: page,
  shop,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/);
  await forgetFreight(shop);
  await openPage(page, pagePaths.products);
  await openForm(page);
  const form = dialog(page);
  const answer = form.locator('.delivery-lookup-result');
  await form.getByLabel('ZIP code', { exact: true }).fill('97201');
  await expect(answer).toHaveText(POLICY);

  await openPage(page, pagePaths.settings);
  await page.getByRole('main').getByRole('link', { name: 'Freight' }).click();
  await expect(page.getByRole('button', { name: 'Preview' })).toHaveCount(0);
  const add = async (miles: string, pounds: string, price: string) => {
    await page.getByRole('button', { name: 'Add a price' }).press('Enter');
    for (const text of [miles, pounds, price]) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
  };
  await add('600', '22', '18');
  await add('600', '22', '31');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('There is a price up to 600 miles and 22 lbs already.')).toBeVisible();
  const second = page.getByLabel('And up to').last();
  await expect(second).toBeFocused();
  expect(await a11yViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  await second.fill('44');
  await expect(page.getByText('600 miles, 44 lbs, 31 dollars')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Freight saved.')).toBeVisible();

  await openPage(page, pagePaths.products);
  await openForm(page);
  await form.getByLabel('ZIP code', { exact: true }).fill('97201');
  await expect(answer).toHaveText(`${POLICY} About $18 by UPS; we confirm before it leaves.`);
  expect(await a11yViolations(page)).toEqual([]);
  await form.getByRole('button', { name: '44 lbs' }).click();
  await expect(answer).toHaveText(`${POLICY} About $31 by UPS; we confirm before it leaves.`);
  await expect(form.locator('.order-pay-total')).toHaveText('$704.00');
  await form.getByLabel('Quantity in Pounds').fill('45');
  await expect(answer).toHaveText(POLICY);
  await form.getByLabel('ZIP code', { exact: true }).fill('94571');
  await expect(answer).toContainText('come free.');
  await form.getByLabel('ZIP code', { exact: true }).fill('9457');
  await expect(answer).toBeEmpty();
});
