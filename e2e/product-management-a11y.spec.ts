// Checks every state of product management for axe violations and horizontal scroll, at several widths.
import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';
import { addLot, uniqueLotNumber, updateProduct, withProduct } from '#e2e/support/product-fixtures.ts';

const checkLayout = async (page: Page) => {
  expect(await a11yViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
};

for (const width of [360, 768, 1440])
  test(`no state has layout or axe problems at ${width} px`, async ({ staffPage: page, shop, expectedErrors }) => {
    test.setTimeout(90_000);
    expectedErrors.push(/status of 4(09|22)/);
    await page.setViewportSize({ width, height: 900 });
    await withProduct(shop, {}, async (id) => {
      const click = (name: string) => page.getByRole('button', { name }).click();
      await page.goto(pagePaths.productManagement);
      await expect(page.getByRole('button', { name: 'Edit Cascade' })).toBeVisible();
      await checkLayout(page);

      await click('Add Product');
      await expect(page.getByText('Name is required.')).toBeVisible();
      await checkLayout(page);

      await click('Edit Cascade');
      await page.getByText('Price by quantity').click();
      await click('Add a price tier');
      await click('Update Product');
      await expect(page.getByText('From is required.')).toBeVisible();
      await checkLayout(page);
      await click('Remove price tier 1');

      await page.getByLabel('Stock').fill('7');
      await updateProduct(shop, id, { stock: '6' });
      await click('Update Product');
      await expect(page.getByText('Changed since you opened it')).toBeVisible();
      await checkLayout(page);
      await click('Load current values');
      await expect(page.getByText('You typed “7”.')).toBeVisible();
      await checkLayout(page);

      const number = uniqueLotNumber();
      await addLot(shop, id, { number });
      await page.reload();
      await click('Edit Cascade');
      await expect(page.getByRole('row', { name: new RegExp(number) })).toBeVisible();
      await checkLayout(page);
      await click('Add a lot');
      await page.getByRole('button', { name: 'Add Lot', exact: true }).click();
      await expect(page.getByText('Lot Number is required.')).toBeVisible();
      await checkLayout(page);
      await page.keyboard.press('Escape');

      await click('Delete Cascade');
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await checkLayout(page);
    });
  });

test('on a phone the form is one column, lists are cards with their buttons in reach, and targets are at least 44 px', async ({
  staffPage: page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(pagePaths.productManagement);
  await page.getByRole('button', { name: 'Edit Comet' }).click();
  await expect(page.getByRole('row', { name: /CO-26-SAMPLE/ })).toBeVisible();

  const lefts = await page
    .locator('.product-form .field-input')
    .evaluateAll((inputs) => inputs.map((input) => Math.round(input.getBoundingClientRect().left)));
  expect(new Set(lefts).size).toBe(1);
  for (const name of ['Delete Comet', 'Delete lot CO-26-SAMPLE']) {
    await page.getByRole('button', { name }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  }
  const small = await page
    .locator('.admin-body :is(button, input, textarea, summary)')
    .evaluateAll(
      (targets) =>
        targets.filter((target) => target.checkVisibility() && target.getBoundingClientRect().height < 44).length,
    );
  expect(small).toBe(0);
});

test("endless words don't widen any page", async ({ staffPage: page, shop }) => {
  test.setTimeout(60_000);
  const endless = { name: 'N'.repeat(80), type: 'T'.repeat(80), aromas: 'a'.repeat(200), description: 'd'.repeat(900) };
  await withProduct(shop, endless, async () => {
    for (const width of [360, 1000, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      for (const path of [pagePaths.productManagement, pagePaths.products, pagePaths.product('n'.repeat(80))]) {
        await openPage(page, path);
        expect([path, width, await horizontalOverflow(page)]).toEqual([path, width, 0]);
      }
    }
  });
});
