// Prices by quantity: staff set them, buyers see and pay them.
import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';
import { dialog, fillIn, openForm, pressPay, status } from '#e2e/support/order-form.ts';
import { updateProduct, withProduct } from '#e2e/support/product-fixtures.ts';

const nugget = { name: 'Nugget', price: '16', stock: '120' };
const tiers = '[{"from":44,"price":14.5},{"from":110,"price":13}]';
const phone = { width: 360, height: 740 };
const tier = (page: Page, number: number) => page.getByRole('group', { name: `Price tier ${number}` });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const total = (page: Page) => dialog(page).locator('.order-pay-total');

async function editNugget(page: Page) {
  await page.goto(pagePaths.productManagement);
  await button(page, 'Edit Nugget').click();
}

test('staff add tiers by keyboard, are told what is wrong, and visitors see them', async ({
  staffPage: page,
  shop,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/);
  await withProduct(shop, nugget, async () => {
    await editNugget(page);
    const part = page.getByText('Price by quantity');
    await expect(button(page, 'Add a price tier')).toBeHidden();

    await button(page, 'Choose from library').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(button(page, 'Add a price tier')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(tier(page, 1).getByLabel('From')).toBeFocused();
    await page.keyboard.type('44');
    await page.keyboard.press('Tab');
    await page.keyboard.type('14.50');
    for (const _ of ['remove', 'add']) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.type('110');
    await page.keyboard.press('Tab');
    await page.keyboard.type('15');
    await page.keyboard.press('Enter');

    await expect(tier(page, 2).getByText('Price must be less than $14.50.')).toBeVisible();
    await expect(tier(page, 2).getByLabel('Per pound')).toBeFocused();
    await tier(page, 2).getByLabel('Per pound').fill('13');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Nugget saved.')).toBeVisible();

    await button(page, 'Edit Nugget').click();
    await expect(part).toContainText('$14.50 per lb from 44 lbs, $13.00 per lb from 110 lbs');

    await page.goto(pagePaths.product('nugget'));
    await expect(page.getByRole('table', { name: 'Price by quantity' }).getByRole('row')).toHaveText([
      'From 44 lbs$14.50 per lb',
      'From 110 lbs$13.00 per lb',
    ]);
  });
});

test('staff remove the last tier, and the focus stays', async ({ staffPage: page, shop }) => {
  await withProduct(shop, { ...nugget, tiers: '[{"from":44,"price":14.5}]' }, async () => {
    await editNugget(page);
    await page.getByText('Price by quantity').click();
    await button(page, 'Remove price tier 1').click();
    await expect(button(page, 'Add a price tier')).toBeFocused();
    await button(page, 'Update Product').click();
    await expect(page.getByText('Nugget saved.')).toBeVisible();

    await page.goto(pagePaths.product('nugget'));
    await expect(page.getByText('$16.00 per lb')).toBeVisible();
    await expect(page.getByText('From 44 lbs')).toBeHidden();
  });
});

test('two people who change the tiers both keep their work', async ({ staffPage: page, shop, expectedErrors }) => {
  expectedErrors.push(/status of 409/);
  await withProduct(shop, { ...nugget, tiers }, async (id) => {
    await editNugget(page);
    await page.getByText('Price by quantity').click();
    await tier(page, 1).getByLabel('Per pound').fill('15');
    await updateProduct(shop, id, { ...nugget, tiers: '[{"from":22,"price":15.5}]' });
    await button(page, 'Update Product').click();

    await expect(page.getByText('Price by quantity is now $15.50 per lb from 22 lbs.')).toBeVisible();
    await button(page, 'Load current values').click();
    await expect(tier(page, 1).getByLabel('From')).toHaveValue('22');
    await expect(page.getByText('You typed “$15 per lb from 44 lbs, $13.00 per lb from 110 lbs”.')).toBeVisible();
    await button(page, 'Put it back').click();
    await button(page, 'Update Product').click();
    await expect(page.getByText('Nugget saved.')).toBeVisible();

    await page.goto(pagePaths.product('nugget'));
    await expect(page.getByText('From 44 lbs')).toBeVisible();
  });
});

test('a buyer on a phone sees the total drop at the tier, and pays exactly that', async ({ page, shop }) => {
  await page.setViewportSize(phone);
  await withProduct(shop, { ...nugget, tiers }, async () => {
    await openPage(page, pagePaths.product('nugget'));
    await openForm(page, 'Nugget');
    const form = dialog(page);
    await expect(form.getByText('120 lbs in stock. $14.50 per lb from 44 lbs.')).toBeVisible();

    await fillIn(page, { pounds: '43' });
    await expect(form.getByText('1 lb more and every pound costs $14.50.')).toBeVisible();
    await expect(total(page)).toHaveText('$688.00');
    await form.getByRole('button', { name: 'One pound more' }).click();
    await expect(form.getByText('You pay $14.50 per lb from 44 lbs.')).toBeVisible();
    await expect(form.getByText('Nugget, 44 lbs at $14.50')).toBeVisible();
    await expect(total(page)).toHaveText('$638.00');
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);

    const sent = page.waitForRequest('**/api/process-payment');
    await pressPay(page);
    expect((await sent).postDataJSON().amount).toBe(63_800);
    await expect(status(page)).toHaveText('Payment Successful! Order placed.');
    await page.getByRole('link', { name: /^See order/ }).click();
    await expect(page.getByRole('main')).toContainText('$638.00');
    await expect(page.getByRole('main')).toContainText('$14.50');
  });
});

test('a tier that changes while the form is open is refused, shown, and then paid', async ({
  page,
  shop,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  await withProduct(shop, { ...nugget, tiers }, async (id) => {
    await openPage(page, pagePaths.product('nugget'));
    await openForm(page, 'Nugget');
    await fillIn(page, { pounds: '44' });
    await updateProduct(shop, id, { ...nugget, tiers: '[{"from":44,"price":15}]' });
    await pressPay(page);

    await expect(status(page)).toHaveText('Payment Failed: The price has changed. Please review your order.');
    await expect(dialog(page).getByText('Nugget, 44 lbs at $15.00')).toBeVisible();
    await pressPay(page);
    await expect(status(page)).toHaveText('Payment Successful! Order placed.');
  });
});

test('the cart and the cards use the tiers, without layout or axe problems', async ({ page, shop }) => {
  await withProduct(shop, { ...nugget, tiers }, async (id) => {
    await page.addInitScript((id) => localStorage.setItem('order', JSON.stringify([{ id, pounds: 40 }])), id);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      for (const path of [pagePaths.products, pagePaths.placeOrder, pagePaths.product('nugget')]) {
        await openPage(page, path);
        expect(await a11yViolations(page)).toEqual([]);
        expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
      }
    }
    await openPage(page, pagePaths.products);
    await expect(page.getByText('$13.00 per lb from 110 lbs')).toBeVisible();
    await openPage(page, pagePaths.placeOrder);
    await expect(page.locator('.cart')).toContainText('4 lbs more and every pound costs $14.50.');
    await expect(page.locator('.cart-total')).toContainText('$640.00');
    await page.getByLabel('Pounds of Nugget').fill('110');
    await expect(page.locator('.cart')).toContainText('You pay $13.00 per lb from 110 lbs.');
    await expect(page.locator('.cart-total')).toContainText('$1,430.00');
  });
});
