import type { Locator, Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { contentField, openBlogManagement, titleField } from '#e2e/support/blog-actions.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';
import { deleteProducts } from '#e2e/support/product-fixtures.ts';

/** A picture that no other test uploads: a square of one color. */
const pictureOf = (page: Page, color: string): Promise<number[]> =>
  page.evaluate(async (fill) => {
    const canvas = new OffscreenCanvas(120, 80);
    const context = canvas.getContext('2d');
    if (context) context.fillStyle = fill;
    context?.fillRect(0, 0, 120, 80);
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
  }, color);

/** Uploads a picture and waits until it is the first of the list. */
async function upload(page: Page, color: string): Promise<Locator> {
  const buffer = Buffer.from(await pictureOf(page, color));
  const uploaded = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByLabel('Upload pictures').setInputFiles({ name: 'square.png', mimeType: 'image/png', buffer });
  const { url } = (await (await uploaded).json()).data;
  await expect(page.getByText('The picture is uploaded.')).toBeVisible();
  const newest = page.locator('.media-list > li').first();
  await expect(newest.locator('.media-thumb')).toHaveAttribute('href', url);
  return newest;
}

test('a picture is uploaded, described, reused in a post by keyboard, and kept while it is used', async ({
  staffPage: page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, pagePaths.media);
  const newest = await upload(page, '#123456');
  await newest.getByLabel('Alternative text').fill('A blue gate');
  await newest.getByRole('button', { name: 'Save text' }).click();
  await expect(page.getByText('The text is saved.')).toBeVisible();
  await expect(newest.getByLabel('Alternative text')).toBeFocused();
  await expect(newest).toContainText('Not used.');
  expect(await a11yViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);

  await openBlogManagement(page);
  await titleField(page).fill('The blue gate');
  await page.getByRole('button', { name: 'Choose from library' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
  await expect(dialog.getByRole('button', { name: 'A blue gate' })).toBeVisible();
  expect(await a11yViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'A blue gate' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Choose from library' })).toBeFocused();
  await expect(page.getByText('Image Preview:')).toBeVisible();

  await contentField(page).fill('See it');
  await page.getByRole('toolbar').getByRole('button', { name: 'Insert from library' }).click();
  await dialog.getByRole('button', { name: 'A blue gate' }).click();
  await expect(contentField(page).getByRole('img', { name: 'A blue gate' })).toBeVisible();
  await page.getByRole('button', { name: 'Add Blog Post' }).click();
  await expect(page.getByText('Blog post added.')).toBeVisible();

  await openPage(page, pagePaths.media);
  const gate = page.locator('.media-list > li').filter({ has: page.getByLabel('Open A blue gate') });
  await expect(gate.getByRole('link', { name: 'Post “The blue gate”' })).toBeVisible();
  await expect(gate.getByRole('link', { name: 'Text of “The blue gate”' })).toBeVisible();
  await expect(gate.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
});

test('a product takes a picture of the library', async ({ staffPage: page, shop }) => {
  await openPage(page, pagePaths.media);
  const newest = await upload(page, '#654321');
  await newest.getByLabel('Alternative text').fill('A brown gate');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The text is saved.')).toBeVisible();

  await openPage(page, pagePaths.productManagement);
  await page.getByRole('button', { name: 'Choose from library' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'A brown gate' }).click();
  await expect(page.getByText('From the library.')).toBeVisible();
  const values = { Name: 'Gate Hop', Type: 'Aroma', 'Alpha Acid': '5', 'Beta Acid': '4', 'Total Oil': '1' };
  for (const [label, value] of Object.entries({ ...values, Aromas: 'wood', Price: '9', Stock: '3' }))
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByRole('row', { name: /Gate Hop/ })).toBeVisible();

  await openPage(page, pagePaths.media);
  await expect(page.getByRole('link', { name: 'Product Gate Hop' })).toBeVisible();
  await deleteProducts(shop, 'Gate Hop');
});

test('what is not used can be removed, after a question', async ({ staffPage: page }) => {
  await openPage(page, `${pagePaths.media}?unused=true`);
  const newest = await upload(page, '#abcdef');
  const url = (await newest.getByRole('link').first().getAttribute('href')) ?? '';

  await newest.getByRole('button', { name: /^Remove/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await newest.getByRole('button', { name: /^Remove/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove picture' }).click();

  await expect(page.getByText('The picture was removed.')).toBeVisible();
  await expect(page.locator(`a[href="${url}"]`)).toHaveCount(0);
  expect((await page.request.get(url)).status()).toBe(404);
});

test('a file that is no picture is refused at its field', async ({ staffPage: page, expectedErrors }) => {
  expectedErrors.push(/status of 415/);
  await openPage(page, pagePaths.media);

  await page
    .getByLabel('Upload pictures')
    .setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });

  await expect(page.getByText('notes.png: Images must be JPEG, PNG, WebP, AVIF or GIF files.')).toBeVisible();
});
