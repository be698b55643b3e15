import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';

test('staff take an order by phone on a phone: find the customer, enter pounds, paid by check', async ({
  staffPage: page,
  shop,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/);
  await fetch(`${shop.url}/api/customers`, {
    method: 'POST',
    headers: { ...shop.staff, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bittern Lowe', company: 'Desk Brewing' }),
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, pagePaths.dashboard);
  await page.getByRole('link', { name: 'New order' }).click();
  await page.getByLabel('Name, company, email or phone').fill('desk brew');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: /Desk Brewing/ }).click();

  await expect(page.getByRole('button', { name: 'Place order' })).toBeDisabled();
  await page.getByLabel('Comet').fill('3');
  await expect(page.getByText('$43.50')).toBeVisible();
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByText('Your phone is required.')).toBeVisible();
  await expect(page.getByLabel('Phone')).toBeFocused();
  expect(await a11yViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  await page.getByLabel('Phone').fill('(707) 555-0177');
  await page.getByLabel('Paid by').selectOption('Check');
  await page.getByRole('button', { name: 'Place order' }).click();

  await expect(page.getByText(/Order \d+ is placed\./)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: /^Order \d+$/ }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark ready' })).toBeVisible();
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible();
});
