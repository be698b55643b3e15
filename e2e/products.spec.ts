import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';

const cards = ['Triple Pearl', 'Comet'];

test('each product shows type, aromas, description, analysis, price and Order Now', async ({ page }) => {
  await page.goto(pagePaths.products);

  await expect(page).toHaveTitle('Our Products · Heron Slough Ranch');
  await expect(page.getByRole('heading', { level: 1, name: 'Our Products' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 }).filter({ hasText: /Pearl|Comet/ })).toHaveText(cards);
  const comet = page.getByRole('article').filter({ hasText: 'Comet' });
  await expect(comet.getByText('Dual purpose')).toBeVisible();
  await expect(comet.getByText('Aromas: citrus, melon, spicy')).toBeVisible();
  await expect(comet.getByText('$14.50 per lb')).toBeVisible();
  await expect(comet.getByText('9.8%')).toBeVisible();
  await expect(comet.getByText(/^\d+ lbs$/)).toBeVisible();
  await expect(comet.getByText('Order Now')).toBeVisible();
});

test('the search is case-insensitive by name, and the URL holds it', async ({ page }) => {
  await openPage(page, pagePaths.products);
  const field = page.getByPlaceholder('Search by product name');
  // Other tests may have added hops to this shop.
  const all = await page.getByRole('article').count();

  await field.pressSequentially('PEARL');
  await expect(page).toHaveURL('/products?search=PEARL');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(field).toBeFocused();

  await field.fill('nettle');
  await expect(page.getByText('No products found.')).toBeVisible();
  await page.getByRole('link', { name: 'Clear the search' }).click();
  await expect(page).toHaveURL(pagePaths.products);
  await expect(field).toHaveValue('');
  await expect(page.getByRole('article')).toHaveCount(all);
});

test('a shared search URL shows the results and fills in the field', async ({ page }) => {
  await page.goto('/products?search=com');

  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByPlaceholder('Search by product name')).toHaveValue('com');
});

test('Search in the header focuses the search field', async ({ page }) => {
  await openPage(page, pagePaths.blogs);
  await page.getByRole('link', { name: 'Search' }).click();
  await expect(page.getByPlaceholder('Search by product name')).toBeFocused();

  await openPage(page, '/products#search');
  await expect(page.getByPlaceholder('Search by product name')).toBeFocused();
});

test('loading shows its text, and a failure replaces the page with the error', async ({ page, expectedErrors }) => {
  expectedErrors.push(/503/);
  let respond = () => {};
  await page.route('**/api/products', async (route) => {
    await new Promise<void>((resolve) => {
      respond = resolve;
    });
    await route.fulfill({ status: 503, body: 'down' });
  });
  await page.goto(pagePaths.blogs);

  await page.getByRole('link', { name: 'Our Products' }).first().click();
  await expect(page.getByText('Loading products...')).toBeVisible();
  respond();

  await expect(page.getByText('Failed to fetch products: 503: Service Unavailable')).toBeVisible();
  await expect(page.getByPlaceholder('Search by product name')).toBeHidden();
});

test('a 404 for the list is a failed load, and an empty list has no search to clear', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/);
  let response: { status: number; json: object } = { status: 404, json: { message: 'gone' } };
  await page.route('**/api/products', (route) => route.fulfill(response));
  await page.goto(pagePaths.blogs);

  await page.getByRole('link', { name: 'Our Products' }).first().click();
  await expect(page.getByText('Failed to fetch products: 404: {"message":"gone"}')).toBeVisible();
  response = { status: 200, json: { data: [] } };
  await page.getByRole('button', { name: 'Try again' }).click();

  await expect(page.getByText('No products found.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Clear the search' })).toBeHidden();
});

test('each product has a page with picture, aromas, analysis, price and stock', async ({ page }) => {
  await page.goto(pagePaths.products);
  await page.getByRole('link', { name: 'Comet', exact: true }).click();

  await expect(page).toHaveURL('/products/comet');
  await expect(page).toHaveTitle('Comet hops · Heron Slough Ranch');
  await expect(page.getByRole('heading', { level: 1, name: 'Comet' })).toBeVisible();
  await expect(page.getByText('Aromas: citrus, melon, spicy')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Analysis' })).toBeVisible();
  for (const text of [
    '9.8%',
    '4.1%',
    '1.9 mL/100 g',
    'usual 9.4–12.4%',
    '$14.50 per lb',
    /^\d+ lbs bagged and in the cold room\.$/,
  ])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  await page.goto(pagePaths.product('triple-pearl'));
  await expect(page.getByText('10.6%')).toBeVisible();
  await expect(page.getByText('usual')).toHaveCount(0);
});

test('an unknown product is a 404', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 404/);
  const response = await page.goto('/products/cascade');

  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: '404 - Not Found' })).toBeVisible();
});

test('a picture that fails to load is replaced by the fallback', async ({ page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  await page.route('**/uploads/products/*', (route) => route.abort());

  await openPage(page, pagePaths.products);

  for (const picture of await page.getByRole('article').locator('img').all()) {
    await expect(picture).toHaveAttribute('src', /^\/pictures\/[0-9a-f]+-1200x800\.jpg$/);
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the search works as a plain form', async ({ page, expectedErrors }) => {
    expectedErrors.push(/\.js csp$/);
    await page.goto(pagePaths.products);

    await page.getByPlaceholder('Search by product name').fill('pearl');
    await page.keyboard.press('Enter');

    await expect(page).toHaveURL('/products?search=pearl');
    await expect(page.getByRole('article')).toHaveCount(1);
  });
});

for (const width of [360, 768, 1440]) {
  test(`no axe violations and no horizontal scroll at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const path of [pagePaths.products, '/products?search=none', pagePaths.product('comet')]) {
      await openPage(page, path);
      expect([path, await a11yViolations(page)]).toEqual([path, []]);
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    }
  });
}
