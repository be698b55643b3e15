import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';

test('a brewer works out the bitterness on a phone, shares the brew, and orders whole pounds', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, pagePaths.brew);
  const result = page.getByRole('region', { name: 'Result' });
  const first = page.getByRole('group', { name: 'Addition 1' });
  await first.getByLabel('Hop').selectOption('Comet');
  await first.getByLabel('Alpha acid in %').fill('10');
  await page.getByRole('button', { name: 'Remove addition 2' }).click();
  await expect(page.getByRole('button', { name: 'Add an addition' })).toBeFocused();
  await expect(result.getByRole('status')).toHaveText('35 IBU');
  await expect(result).toContainText('1 lb of Comet, with 15.0 oz left over.');
  expect(await a11yViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);

  await page.getByLabel('Target IBU').fill('69.1');
  await expect(first.getByLabel('Weight in oz')).toHaveValue('2.00');
  await page.getByLabel('Target IBU').fill('0');
  await expect(page.getByText('Enter 1 to 200 IBU.')).toBeVisible();
  await expect(result.getByRole('status')).toHaveText('Something is missing.');
  await page.getByLabel('Target IBU').fill('');

  await page.getByLabel('Units').selectOption('Liters and grams');
  await expect(page.getByLabel('Batch in liters')).toHaveValue('18.93');
  await expect(result.getByRole('status')).toHaveText('35 IBU');
  await page.reload();
  await expect(page.getByLabel('Batch in liters')).toHaveValue('18.93');
  await expect(first.getByLabel('Alpha acid in %')).toHaveValue('10');

  // What is in the order already stays.
  await page.evaluate(() => localStorage.setItem('order', '[{"id":1,"pounds":5},{"id":2,"pounds":7}]'));
  await page.getByRole('link', { name: 'Order this' }).click();
  await expect(page).toHaveURL(pagePaths.placeOrder);
  await expect(page.getByLabel('Comet to order, in pounds').first()).toHaveValue('1');
  await expect(page.getByLabel('Triple Pearl to order, in pounds').first()).toHaveValue('5');
});

test('a hop leads to the calculator, which starts with it', async ({ page }) => {
  await openPage(page, '/products/comet');
  await page.getByRole('link', { name: 'Work out the bitterness' }).click();

  await expect(page.getByRole('group', { name: 'Addition 1' }).getByLabel('Hop')).toHaveValue('comet');
  await expect(page.getByRole('group', { name: 'Addition 2' })).toHaveCount(0);
  await expect(page.getByLabel('Batch in gallons')).toHaveValue('5');
  await page.getByRole('button', { name: 'Add an addition' }).click();
  await expect(page.getByRole('group', { name: 'Addition 2' }).first().getByLabel('Hop')).toBeFocused();
});

test('a brewer takes the alpha that is probably left, or the one that was tested', async ({ page }) => {
  await openPage(page, `${pagePaths.brew}?add=comet~1~60`);
  const first = page.getByRole('group', { name: 'Addition 1', exact: true });
  const [tested, today] = ['As tested', 'Today'].map((name) => first.getByRole('button', { name }));
  await expect(tested ?? first).toHaveAttribute('aria-pressed', 'true');

  await today?.click();
  const estimate = /[\d.]+/.exec((await today?.innerText()) ?? '')?.[0] ?? '';
  await expect(first.getByLabel('Alpha acid in %')).toHaveValue(estimate);
  await expect(page).toHaveURL(new RegExp(`comet%7E1%7E60%7E${estimate}`));
  expect(await a11yViolations(page)).toEqual([]);

  await tested?.click();
  await expect(first.getByLabel('Alpha acid in %')).toHaveValue('');
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  // Browsers report preloaded modules that they may not run.
  test.beforeEach(({ expectedErrors }) => void expectedErrors.push(/\.js csp$/));

  test('the page says what it needs', async ({ page }) => {
    await page.goto(pagePaths.brew);
    expect(await page.locator('.brew-form noscript').innerText()).toContain('The calculator needs JavaScript.');
    await expect(page.getByLabel('Target IBU')).toBeHidden();
  });
});

test('a brew prints as a sheet without its form', async ({ page }) => {
  await openPage(page, pagePaths.brew);
  await page.emulateMedia({ media: 'print' });
  for (const part of [page.getByLabel('Target IBU'), page.getByRole('banner'), page.getByRole('contentinfo')])
    await expect(part).toBeHidden();
  await expect(page.getByText('Demo payments', { exact: false })).toBeHidden();
  await expect(page.getByRole('region', { name: 'Result' }).getByRole('table')).toBeVisible();
});
