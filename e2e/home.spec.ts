import { pagePaths } from '#contracts/page-paths.ts';
import { checkPageAt } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';

const firstFive = [
  'Tule Fog Brewing',
  'Three Sisters Taproom',
  'Old Ferry Ale Works',
  'Pumphouse No. 9',
  'Snag Island Beer Co.',
];

test('the hero says what is sold, links to the products and loads its picture first', async ({ page }) => {
  await page.goto(pagePaths.home);

  await expect(page.getByRole('heading', { level: 1, name: 'Hops from the delta, by the pound' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Buy Now' })).toHaveAttribute('href', '/products');
  const picture = page.getByRole('img', { name: /rows of hop bines/ });
  await expect(picture).toHaveAttribute('fetchpriority', 'high');
  await expect(picture).toHaveAttribute('loading', 'eager');
  await expect(page.getByRole('link', { name: 'Home', exact: true }).first()).toHaveAttribute('aria-current', 'page');
});

for (const [width, height] of [
  [360, 640],
  [768, 1024],
  [1440, 700],
] as const)
  test(`Buy Now is in view on arrival at ${width} x ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });

    await page.goto(pagePaths.home);

    await expect(page.getByRole('link', { name: 'Buy Now' })).toBeInViewport({ ratio: 1 });
  });

test('the page has facts, the farm and two hops that link to the products', async ({ page }) => {
  await page.goto(pagePaths.home);

  await expect(page.getByRole('region', { name: 'At a glance' })).toContainText('5.5, 11 and 22 lbs, or custom');
  await expect(page.locator('.farm-intro').getByText('About', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'About the farm' })).toHaveAttribute('href', '/about-us');
  const triplePearl = page.getByRole('link', { name: /Triple Pearl/ });
  await expect(triplePearl).toContainText('fruity, floral, herbal, piney');
  await expect(triplePearl).toHaveAttribute('href', '/products');
  const comet = page.getByRole('link', { name: /Comet/ });
  await expect(comet).toContainText('citrus, melon, spicy');
  await expect(comet).toHaveAttribute('href', '/products');
});

test('Why Choose Us has three reasons, and the page ends with Shop Now', async ({ page }) => {
  await page.goto(pagePaths.home);

  await expect(page.getByRole('heading', { level: 2, name: 'Why Choose Us' })).toBeVisible();
  for (const name of ['Sustainable', 'Premium Quality', 'Fast Shipping'])
    await expect(page.getByRole('heading', { level: 3, name })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Shop Now' })).toHaveAttribute('href', '/products');
});

test('five breweries show at first, thirty after See More and five after See Less', async ({ page }) => {
  await openPage(page, pagePaths.home);
  const list = page.getByRole('region', { name: 'Breweries Sold To and Brews' });
  const rows = list.getByRole('listitem');
  await expect(rows).toHaveCount(5);
  for (const [index, name] of firstFive.entries()) await expect(rows.nth(index)).toContainText(name);
  await expect(rows.nth(2)).toContainText('Cable Crossing West Coast IPA, Comet Saison');
  await expect(list.getByRole('status')).toHaveText('5 of 30 breweries');

  await list.getByRole('button', { name: 'See More', expanded: false }).click();
  await expect(rows).toHaveCount(30);
  await expect(list.getByRole('status')).toHaveText('30 of 30 breweries');

  await list.getByRole('button', { name: 'See Less', expanded: true }).click();
  await expect(rows).toHaveCount(5);
  await expect(list.getByRole('button', { name: 'See More' })).toBeInViewport();
});

test('the toggle works by keyboard, keeps the focus and stays in place on collapse', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, pagePaths.home);
  const button = page.getByRole('button', { name: /^See (More|Less)$/ });
  await button.focus();

  await page.keyboard.press('Enter');
  await expect(button).toHaveText('See Less');
  await expect(button).toBeFocused();
  await button.scrollIntoViewIfNeeded();
  const before = await button.boundingBox();
  await page.keyboard.press('Space');

  await expect(button).toHaveText('See More');
  await expect(button).toBeFocused();
  expect(Math.abs(((await button.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(1);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  // Browsers report preloaded modules that they may not run.
  test.beforeEach(({ expectedErrors }) => void expectedErrors.push(/\.js csp$/));

  test('all thirty breweries are shown, without a toggle', async ({ page }) => {
    await page.goto(pagePaths.home);

    await expect(page.getByText('Gate Eleven Brewing')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Breweries Sold To' }).getByRole('listitem')).toHaveCount(30);
    await expect(page.getByRole('button', { name: 'See More' })).toBeHidden();
  });
});

checkPageAt(pagePaths.home);
