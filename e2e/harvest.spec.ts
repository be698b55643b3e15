import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { linkEmailedTo } from '#e2e/support/emailed-link.ts';
import { expect, testInOwnShop as test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';

test('staff put a harvest on the board; a brewer follows it on a phone; a moved day shows at once', async ({
  staffPage: page,
  shop,
  browser,
  expectedErrors,
}) => {
  expectedErrors.push(/status of (422|409)/);
  const email = 'follows@brewery.example';
  await openPage(page, pagePaths.harvest);
  await expect(page.getByText('Nothing is on the board right now.')).toBeVisible();
  await openPage(page, pagePaths.harvests);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Enter a date.')).toBeVisible();
  await expect(page.getByLabel('Expected')).toBeFocused();
  await page.getByLabel('Hop').selectOption('Comet');
  await page.getByLabel('Expected').fill('2027-09-03');
  await page.getByLabel('Pounds').fill('400');
  await page.getByLabel('Price per lb').fill('16.50');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Comet is on the board.')).toBeVisible();
  await expect(page.getByText('Nobody follows it yet.')).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  expect(await a11yViolations(page)).toEqual([]);

  const phone = await browser.newPage({ baseURL: shop.url, viewport: { width: 360, height: 740 } });
  await openPage(phone, pagePaths.harvest);
  await expect(phone.getByRole('listitem').filter({ hasText: 'September 3, 2027' })).toContainText('About 400 lbs');
  await phone.getByText('Email me if the day changes').click();
  const form = phone.locator('.harvest-follow');
  await form.getByLabel('Email', { exact: true }).fill(email);
  await form.getByRole('button', { name: 'Email me' }).click();
  await expect(form.getByText('Check your inbox')).toBeVisible();
  expect(await a11yViolations(phone)).toEqual([]);
  expect(await horizontalOverflow(phone)).toBeLessThanOrEqual(0);
  await expect.poll(() => linkEmailedTo(shop.dataDir, email), { timeout: 60_000 }).not.toBe('');
  await openPage(phone, `/alerts${new URL(linkEmailedTo(shop.dataDir, email)).search}`);
  await phone.getByRole('button', { name: 'Yes, email me' }).click();
  await expect(phone.getByText('if the day of the Comet harvest changes (now September 3, 2027)')).toBeVisible();

  await openPage(page, pagePaths.harvests);
  await expect(page.getByText('1 person follows it.')).toBeVisible();
  const added = page.locator('.harvest-list li');
  await added.getByLabel('Expected').fill('2027-09-08');
  await added.getByLabel('Status').selectOption('Ripening');
  await added.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('Saved. 1 person will get an email.')).toBeVisible();
  await openPage(phone, pagePaths.harvest);
  await expect(phone.getByText('September 8, 2027').first()).toBeVisible();
  await expect(phone.locator('[aria-current="step"]')).toHaveText('Ripening');

  const { data } = await (await fetch(`${shop.url}/api/harvests/admin`, { headers: shop.staff })).json();
  await fetch(`${shop.url}/api/harvests/admin/${data[0].id}`, {
    method: 'PUT',
    headers: { ...shop.staff, 'content-type': 'application/json' },
    body: JSON.stringify({ ...data[0], pounds: 380 }),
  });
  await added.getByLabel('Note').fill('Come early.');
  await added.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('Someone else saved this harvest: Pounds is now “380”.')).toBeVisible();
  await added.getByRole('button', { name: /^Replace/ }).click();
  await expect(page.getByText('Someone else saved this harvest')).toHaveCount(0);

  await added.getByRole('button', { name: /^Take off/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take off' }).click();
  await expect(page.getByText('Nothing is on the board yet.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Add a harvest' })).toBeFocused();
  await phone.context().close();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the board can be read', async ({ page, expectedErrors }) => {
    expectedErrors.push(/\.js csp$/);
    await page.goto(pagePaths.harvest);

    await expect(page.getByRole('heading', { name: 'Harvest', exact: true })).toBeVisible();
    await expect(page.getByText('Nothing is on the board right now.')).toBeVisible();
  });
});
