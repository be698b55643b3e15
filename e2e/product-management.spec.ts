import type { Page, Route } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import {
  cascade,
  deleteProducts,
  type Fields,
  PICTURE,
  updateProduct,
  withProduct,
} from '#e2e/support/product-fixtures.ts';

const labels: Record<string, string> = {
  name: 'Name',
  type: 'Type',
  flavor: 'Flavor',
  alpha_acid: 'Alpha Acid',
  beta_acid: 'Beta Acid',
  total_oil: 'Total Oil',
  aromas: 'Aromas',
  price: 'Price',
  stock: 'Stock',
  description: 'Description',
};
const field = (page: Page, name: string) => page.getByLabel(labels[name] ?? '', { exact: true });
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`\\b${name}\\b`) });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function open(page: Page) {
  await page.goto(pagePaths.productManagement);
  await expect(row(page, 'Comet')).toBeVisible();
}

async function fill(page: Page, fields: Fields) {
  for (const [name, value] of Object.entries(fields)) await field(page, name).fill(value);
}

test('staff can add a product, and visitors see it', async ({ staffPage: page, shop }) => {
  await page.goto('/admin/products');
  await expect(page).toHaveURL(pagePaths.productManagement);
  await expect(page.getByRole('heading', { level: 1, name: 'Product Management' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Add New Product' })).toBeVisible();
  await expect(button(page, 'Cancel')).toBeHidden();

  try {
    await fill(page, cascade);
    await page.getByLabel('Image', { exact: true }).setInputFiles(PICTURE);
    await expect(page.getByAltText('Preview of the product')).toHaveJSProperty('complete', true);
    await expect(page.getByText('gallery-05.jpg')).toBeVisible();
    await button(page, 'Add Product').click();

    await expect(page.getByText('Cascade saved.')).toBeVisible();
    const cells = row(page, 'Cascade').getByRole('cell');
    await expect(cells).toHaveText([
      '',
      'Aroma',
      'grapefruit, floral',
      '6.2',
      '5.0',
      '1.4',
      '12.50',
      '80',
      'EditDelete',
    ]);
    await expect(page.getByRole('row').last()).toContainText('Cascade');
    for (const name of Object.keys(cascade)) await expect(field(page, name)).toHaveValue('');
    await expect(page.getByAltText('Preview of the product')).toBeHidden();

    await page.goto(pagePaths.product('cascade'));
    await expect(page.getByText('$12.50 per lb')).toBeVisible();
  } finally {
    await deleteProducts(shop, 'Cascade');
  }
});

test('editing loads the product, scrolls to the form, marks the row and saves', async ({ staffPage: page, shop }) => {
  await withProduct(shop, { stock: '49' }, async () => {
    await page.setViewportSize({ width: 1440, height: 400 });
    await open(page);
    await button(page, 'Edit Cascade').click();

    await expect(page.getByRole('heading', { name: 'Edit Product' })).toBeInViewport();
    await expect(field(page, 'name')).toBeFocused();
    await expect(row(page, 'Cascade')).toHaveAttribute('aria-current', 'true');
    for (const [name, value] of Object.entries({ ...cascade, beta_acid: '5.0', price: '12.50', stock: '49' }))
      await expect(field(page, name)).toHaveValue(value);
    await expect(page.getByAltText('Preview of the product')).toHaveAttribute('src', /^\/uploads\/products\//);
    await expect(page.getByText('Choose a file to replace this picture.')).toBeVisible();
    await expect(row(page, 'Cascade').getByRole('cell', { name: '49' })).toHaveCSS('color', 'rgb(122, 78, 6)');

    await fill(page, { alpha_acid: '7.1', price: '13', stock: '50' });
    await button(page, 'Update Product').click();

    await expect(page.getByText('Cascade saved.')).toBeVisible();
    await expect(row(page, 'Cascade')).toContainText(/7\.15\.01\.413\.0050/);
    await expect(row(page, 'Cascade')).not.toHaveAttribute('aria-current');
    await expect(page.getByRole('heading', { name: 'Add New Product' })).toBeAttached();
    await expect(button(page, 'Edit Cascade')).toBeFocused();
  });
});

test('a new picture replaces the preview at once and the old picture when saved', async ({ staffPage: page, shop }) => {
  await withProduct(shop, {}, async () => {
    await open(page);
    await button(page, 'Edit Cascade').click();
    const thumbnail = row(page, 'Cascade').getByRole('presentation');
    const before = await thumbnail.getAttribute('src');

    await page.getByLabel('Image', { exact: true }).setInputFiles('content/pictures/gallery-07.jpg');
    await expect(page.getByAltText('Preview of the product')).toHaveAttribute('src', /^blob:/);
    await button(page, 'Update Product').click();

    await expect(page.getByText('Cascade saved.')).toBeVisible();
    await expect(thumbnail).not.toHaveAttribute('src', before ?? '');
  });
});

test('canceling resets the form and returns the focus', async ({ staffPage: page }) => {
  await open(page);
  await button(page, 'Edit Comet').click();
  await fill(page, { name: 'Comet II' });
  await field(page, 'stock').pressSequentially('e');

  await button(page, 'Cancel').click();

  await expect(page.getByRole('heading', { name: 'Add New Product' })).toBeVisible();
  await expect(field(page, 'name')).toHaveValue('');
  await expect(field(page, 'stock')).toHaveJSProperty('validity.badInput', false);
  await expect(button(page, 'Cancel')).toBeHidden();
  await expect(button(page, 'Edit Comet')).toBeFocused();
  await expect(row(page, 'Comet')).not.toContainText('II');
});

test('deleting asks first, with the focus on Cancel', async ({ staffPage: page, shop }) => {
  await withProduct(shop, {}, async () => {
    await open(page);
    await button(page, 'Delete Cascade').click();
    const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this product?' });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button(page, 'Delete Cascade')).toBeFocused();

    await button(page, 'Edit Cascade').click();
    await button(page, 'Delete Cascade').click();
    await dialog.getByRole('button', { name: 'Delete' }).click();

    await expect(page.getByText('Cascade deleted.')).toBeVisible();
    await expect(row(page, 'Cascade')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Add New Product' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Product List' })).toBeFocused();
    expect((await page.request.get('/products/cascade')).status()).toBe(404);
  });
});

test('a failed delete shows an error and keeps the list', async ({ staffPage: page, expectedErrors }) => {
  expectedErrors.push(/status of 503/);
  await open(page);
  await page.route('**/api/products/admin/*', (route) => route.fulfill({ status: 503, json: { message: 'Not now.' } }));

  await button(page, 'Delete Comet').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();

  await expect(page.locator('.toast-destructive')).toHaveText('Not now.');
  await expect(row(page, 'Comet')).toBeVisible();
});

test('field errors are shown at their fields, and the first one gets the focus', async ({
  staffPage: page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/);
  await open(page);
  await fill(page, { ...cascade, type: '  ', price: '0', stock: '1.5' });
  await field(page, 'description').press('Tab');
  await button(page, 'Add Product').click();

  await expect(field(page, 'type')).toBeFocused();
  await expect(field(page, 'type')).toHaveAccessibleDescription('Type is required.');
  await expect(field(page, 'price')).toHaveAccessibleDescription(/^Price must be more than 0/);
  await expect(field(page, 'stock')).toHaveAccessibleDescription(/^Stock must be a whole number/);
  await expect(page.getByLabel('Image', { exact: true })).toHaveAccessibleDescription(/Image is required\.$/);
  await expect(field(page, 'name')).toHaveValue('Cascade');
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(4);

  await field(page, 'type').fill('Aroma');
  await expect(field(page, 'type')).toHaveAttribute('aria-invalid', 'false');
  await expect(page.getByText('Price must be more than 0')).toBeVisible();
});

test("a number the browser can't parse shows an error", async ({ staffPage: page }) => {
  await open(page);
  await field(page, 'alpha_acid').pressSequentially('1e');
  await button(page, 'Add Product').click();

  await expect(field(page, 'alpha_acid')).toHaveAccessibleDescription(/^Alpha Acid must be a number\./);
  await expect(field(page, 'alpha_acid')).toBeFocused();
});

test('a file that is not a picture shows an error; a large one is rejected before upload', async ({
  staffPage: page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 415/);
  const image = page.getByLabel('Image', { exact: true });
  const file = (size: number) => ({ name: 'cone.png', mimeType: 'image/png', buffer: Buffer.alloc(size, 'x') });
  await open(page);
  await fill(page, cascade);

  await image.setInputFiles(file(100));
  await button(page, 'Add Product').click();
  await expect(image).toHaveAccessibleDescription(/Images must be JPEG, PNG, WebP, AVIF or GIF files\.$/);
  await expect(image).toBeFocused();

  await image.setInputFiles(file(10 * 1024 * 1024 + 1));
  await expect(image).toHaveAccessibleDescription(/Images can be up to 10 MB\.$/);
  await expect(field(page, 'name')).toHaveValue('Cascade');
});

test('an edit does not overwrite stock sold in the meantime; current values can be loaded', async ({
  staffPage: page,
  shop,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  await withProduct(shop, {}, async (id) => {
    await open(page);
    await button(page, 'Edit Cascade').click();
    await fill(page, { stock: '100', description: 'My words.' });
    await updateProduct(shop, id, { stock: '69', price: '13' });
    await button(page, 'Update Product').click();

    await expect(page.getByRole('alert')).toHaveText('Stock is now 69 lbs, not 80. Nothing was saved.');
    await expect(page.getByText('Changed since you opened it: Price is now 13.00, Stock is now 69.')).toBeVisible();
    await expect(field(page, 'stock')).toHaveValue('100');
    await expect(row(page, 'Cascade')).toContainText('13.0069');
    await expect(button(page, 'Load current values')).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(field(page, 'stock')).toHaveValue('69');
    await expect(field(page, 'price')).toHaveValue('13.00');
    await expect(field(page, 'description')).toHaveValue('My words.');
    await expect(page.getByText('You typed “100”.')).toBeVisible();

    await button(page, 'Put it back').click();
    await expect(field(page, 'stock')).toHaveValue('100');
    await button(page, 'Update Product').click();
    await expect(page.getByText('Cascade saved.')).toBeVisible();
    await expect(row(page, 'Cascade')).toContainText('13.00100');
  });
});

test('saving a product deleted by someone else shows an error and updates the list', async ({
  staffPage: page,
  shop,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/);
  await withProduct(shop, {}, async () => {
    await open(page);
    await button(page, 'Edit Cascade').click();
    await fill(page, { price: '13' });
    await deleteProducts(shop, 'Cascade');
    await button(page, 'Update Product').click();

    await expect(page.getByRole('alert')).toHaveText('Product not found.');
    await expect(row(page, 'Cascade')).toHaveCount(0);
    await expect(field(page, 'price')).toHaveValue('13');
  });
});

test('repeated clicks add one product', async ({ staffPage: page, shop }) => {
  let sent = 0;
  await page.route('**/api/products/admin', async (route) => {
    if (route.request().method() === 'POST') sent += 1;
    await route.continue();
  });
  await open(page);
  try {
    await fill(page, cascade);
    await page.getByLabel('Image', { exact: true }).setInputFiles(PICTURE);
    await button(page, 'Add Product').click({ clickCount: 3 });
    await field(page, 'name').press('Enter');

    await expect(row(page, 'Cascade')).toHaveCount(1);
    expect(sent).toBe(1);
  } finally {
    await deleteProducts(shop, 'Cascade');
  }
});

test('a failed request keeps the input', async ({ staffPage: page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  await open(page);
  await page.route('**/api/products/admin', (route) => route.abort());
  await fill(page, { name: 'Cascade' });
  await button(page, 'Add Product').click();

  await expect(page.getByRole('alert')).toHaveText('Request failed');
  await expect(field(page, 'name')).toHaveValue('Cascade');
});

test('everything works with the keyboard only', async ({ staffPage: page, shop }) => {
  await withProduct(shop, {}, async () => {
    await open(page);
    await button(page, 'Edit Cascade').focus();
    await page.keyboard.press('Enter');
    for (const name of Object.keys(labels).slice(0, 9)) {
      await expect(field(page, name)).toBeFocused();
      await page.keyboard.press('Tab');
    }
    await expect(field(page, 'description')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Image', { exact: true })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(button(page, 'Choose from library')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.locator('summary', { hasText: 'Price by quantity' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(button(page, 'Update Product')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(button(page, 'Cancel')).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Space');
    await expect(page.getByText('Cascade saved.')).toBeVisible();

    await expect(button(page, 'Edit Cascade')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Cascade deleted.')).toBeVisible();
  });
});

test('scrolling over a number does not change it', async ({ staffPage: page }) => {
  await open(page);
  await button(page, 'Edit Comet').click();
  const stock = await field(page, 'stock').inputValue();
  await field(page, 'stock').click();
  await page.mouse.wheel(0, 200);

  await expect(field(page, 'stock')).not.toBeFocused();
  await expect(field(page, 'stock')).toHaveValue(stock);
});

test('loading, failed and empty states have their texts, and a failure can be retried', async ({
  staffPage: page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503/);
  const waiting: (() => void)[] = [];
  const respond = async () => {
    await expect.poll(() => waiting.length).toBe(1);
    waiting.pop()?.();
  };
  let response: { status: number; json: object } = { status: 503, json: { message: 'The barn is on fire.' } };
  await page.route('**/api/products/admin', async (route) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    await route.fulfill(response);
  });
  await page.goto(pagePaths.productManagement);
  await expect(page.getByText('Loading products...')).toBeVisible();
  await respond();

  await expect(page.getByText('The barn is on fire.')).toHaveCSS('color', 'rgb(155, 44, 29)');

  response = { status: 200, json: { data: [] } };
  await button(page, 'Try again').click();
  await expect(page.getByText('Loading products...')).toBeVisible();
  await respond();
  await expect(page.getByText('No products found.')).toBeVisible();
});

test('a failed load redirects to login', async ({ staffPage: page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/, /status of 404/);
  await page.route('**/api/products/admin', (route) => route.abort());

  await page.goto(pagePaths.productManagement);

  await expect(page).toHaveURL(pagePaths.login);
});

for (const [failure, fail] of [
  ['fails', (route: Route) => route.abort()],
  [
    'says that the session is over',
    (route: Route) => route.fulfill({ status: 401, json: { message: 'Unauthenticated.' } }),
  ],
] as const)
  test(`typed text stays when the list ${failure}`, async ({ staffPage: page, expectedErrors }) => {
    expectedErrors.push(/ERR_FAILED/, /status of (401|503)/);
    await page.route('**/api/products/admin', (route) =>
      route.fulfill({ status: 503, json: { message: 'The barn is on fire.' } }),
    );
    await page.goto(pagePaths.productManagement);
    await field(page, 'name').fill('Cascade, half typed');
    await page.unroute('**/api/products/admin');
    await page.route('**/api/products/admin', fail);

    await button(page, 'Try again').click();

    await expect(page.getByText(/^(Failed to fetch|Unauthenticated\.)$/)).toBeVisible();
    // Longer than the redirect takes to begin.
    await page.waitForTimeout(500);
    await expect(page).toHaveURL(pagePaths.productManagement);
    await expect(field(page, 'name')).toHaveValue('Cascade, half typed');
  });

test('a failed load of lots shows an error and keeps staff logged in', async ({ staffPage: page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  await page.route('**/api/products/admin/*/lots', (route) => route.abort());
  await open(page);

  await row(page, 'Comet').getByRole('button', { name: 'Edit' }).click();

  await expect(page.getByText('Failed to fetch')).toBeVisible();
  await page.waitForTimeout(500);
  await expect(page).toHaveURL(pagePaths.productManagement);
});
