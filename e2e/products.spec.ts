import { pagePaths } from '#contracts/page-paths.ts';
import { sidewaysOn, violationsOn } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

const cards = ['Triple Pearl', 'Comet'];

test('the catalogue shows each hop with type, aromas, description, figures, price and Order Now', async ({ page }) => {
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

test('the search goes by name, whatever the case, and the address keeps it', async ({ page }) => {
  await page.goto(pagePaths.products, { waitUntil: 'networkidle' });
  const field = page.getByPlaceholder('Search by product name');

  await field.pressSequentially('PEARL');
  await expect(page).toHaveURL('/products?search=PEARL');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(field).toBeFocused();

  await field.fill('nettle');
  await expect(page.getByText('No products found.')).toBeVisible();
  await page.getByRole('link', { name: 'Clear the search' }).click();
  await expect(page).toHaveURL(pagePaths.products);
  await expect(field).toHaveValue('');
  await expect(page.getByRole('article')).toHaveCount(2);
});

test('a shared search shows the same, and the field says what was searched', async ({ page }) => {
  await page.goto('/products?search=com');

  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByPlaceholder('Search by product name')).toHaveValue('com');
});

test('Search in the header leads to the field, ready to type', async ({ page }) => {
  await page.goto(pagePaths.blogs, { waitUntil: 'networkidle' });
  await page.getByRole('link', { name: 'Search' }).click();
  await expect(page.getByPlaceholder('Search by product name')).toBeFocused();

  await page.goto('/products#search', { waitUntil: 'networkidle' });
  await expect(page.getByPlaceholder('Search by product name')).toBeFocused();
});

test('while products load their sentence shows, and a failure replaces the page with its text', async ({
  page,
  expected,
}) => {
  expected.push(/503/);
  let answer = () => {};
  await page.route('**/api/products', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.fulfill({ status: 503, body: 'down' });
  });
  await page.goto(pagePaths.blogs);

  await page.getByRole('link', { name: 'Our Products' }).first().click();
  await expect(page.getByText('Loading products...')).toBeVisible();
  answer();

  await expect(page.getByText('Failed to fetch products: 503: Service Unavailable')).toBeVisible();
  await expect(page.getByPlaceholder('Search by product name')).toBeHidden();
});

test('a list that cannot be found is a failed load, an empty one has no search to clear', async ({
  page,
  expected,
}) => {
  expected.push(/status of 404/);
  let answer: { status: number; json: object } = { status: 404, json: { message: 'gone' } };
  await page.route('**/api/products', (route) => route.fulfill(answer));
  await page.goto(pagePaths.blogs);

  await page.getByRole('link', { name: 'Our Products' }).first().click();
  await expect(page.getByText('Failed to fetch products: 404: {"message":"gone"}')).toBeVisible();
  answer = { status: 200, json: { data: [] } };
  await page.getByRole('button', { name: 'Try again' }).click();

  await expect(page.getByText('No products found.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Clear the search' })).toBeHidden();
});

test('a hop has a page of its own: picture, aromas, analysis, price, stock in words', async ({ page }) => {
  await page.goto(pagePaths.products);
  await page.getByRole('link', { name: 'Comet', exact: true }).click();

  await expect(page).toHaveURL('/products/comet');
  await expect(page).toHaveTitle('Comet hops · Heron Slough Ranch');
  await expect(page.getByRole('heading', { level: 1, name: 'Comet' })).toBeVisible();
  await expect(page.getByText('Aromas: citrus, melon, spicy')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Analysis' })).toBeVisible();
  for (const figure of ['9.8%', '4.1%', '1.9 mL', '$14.50 per lb', /^\d+ lbs bagged and in the cold room\.$/])
    await expect(page.getByText(figure)).toBeVisible();
});

test('a hop that nobody grows is the not-found page, from the server and from within', async ({ page, expected }) => {
  expected.push(/status of 404/);
  const response = await page.goto('/products/cascade');

  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: '404 - Not Found' })).toBeVisible();
});

test('a picture that cannot be loaded is replaced by the fallback', async ({ page, expected }) => {
  expected.push(/ERR_FAILED/);
  await page.route('**/uploads/products/*', (route) => route.abort());

  await page.goto(pagePaths.products, { waitUntil: 'networkidle' });

  for (const picture of await page.getByRole('article').locator('img').all()) {
    await expect(picture).toHaveAttribute('src', /^\/pictures\/[0-9a-f]+-1200x800\.jpg$/);
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the search works as a plain form', async ({ page, expected }) => {
    expected.push(/\.js csp$/);
    await page.goto(pagePaths.products);

    await page.getByPlaceholder('Search by product name').fill('pearl');
    await page.keyboard.press('Enter');

    await expect(page).toHaveURL('/products?search=pearl');
    await expect(page.getByRole('article')).toHaveCount(1);
  });
});

for (const width of [360, 768, 1440]) {
  test(`axe finds nothing to say at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const path of [pagePaths.products, '/products?search=none', pagePaths.product('comet')]) {
      await page.goto(path, { waitUntil: 'networkidle' });
      expect([path, await violationsOn(page)]).toEqual([path, []]);
      expect(await sidewaysOn(page)).toBeLessThanOrEqual(0);
    }
  });
}
