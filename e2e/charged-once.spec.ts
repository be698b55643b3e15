// What a hurried buyer does after a lost response: reload, reopen, pay again.
import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';
import { countOrders, dialog, fillIn, openForm, pressPay, status } from '#e2e/support/order-form.ts';

const question = (page: Page) => page.getByRole('alertdialog');

/** The next payment gets no response; with `arrives` it is carried out all the same. */
async function loseNextResponse(page: Page, { arrives }: { arrives: boolean }) {
  await page.route(
    '**/api/process-payment',
    async (route) => {
      if (arrives) await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
}

test('response lost, page reloaded, paid again: charged once, and told so', async ({ page, shop, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  const before = await countOrders(shop.url, shop.staff);
  await openPage(page, pagePaths.products);
  await openForm(page);
  await fillIn(page);
  await loseNextResponse(page, { arrives: true });
  await pressPay(page);
  await expect(status(page)).toContainText('Payment Failed');

  await page.reload();
  await openForm(page);

  await expect(status(page)).toContainText('Your last payment went through. Your card was charged once. See order');
  await fillIn(page);
  await pressPay(page);
  await expect(question(page)).toContainText('You ordered this less than a minute ago. Order it again?');
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toBeVisible();
  expect(await countOrders(shop.url, shop.staff)).toBe(before + 1);
});

test('a payment that never arrived does not block the next one', async ({ page, shop, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  const before = await countOrders(shop.url, shop.staff);
  await openPage(page, pagePaths.products);
  await openForm(page);
  await fillIn(page);
  await loseNextResponse(page, { arrives: false });
  await pressPay(page);
  await expect(status(page)).toContainText('Payment Failed');
  await dialog(page).getByRole('button', { name: 'Close' }).click();

  await openForm(page);
  await expect(status(page)).toHaveText('Your card is charged once, when you press Pay.');
  await fillIn(page);
  await pressPay(page);

  await expect(status(page)).toHaveText('Payment Successful! Order placed.');
  expect(await countOrders(shop.url, shop.staff)).toBe(before + 1);
});

test('without a connection the form says that it could not check, and does not charge', async ({
  page,
  shop,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/);
  const before = await countOrders(shop.url, shop.staff);
  await openPage(page, pagePaths.products);
  await openForm(page);
  await fillIn(page);
  await loseNextResponse(page, { arrives: true });
  await pressPay(page);
  await expect(status(page)).toContainText('Payment Failed');
  await page.route('**/api/process-payment/outcome', (route) => route.abort(), { times: 2 });

  await page.reload();
  await openForm(page);
  await expect(status(page)).toContainText('We could not check your last payment.');
  await fillIn(page);
  await pressPay(page);
  await expect(status(page)).toContainText('We could not check your last payment.');
  expect(await countOrders(shop.url, shop.staff)).toBe(before + 1);

  await pressPay(page);
  await expect(status(page)).toContainText('Your last payment went through.');
  expect(await countOrders(shop.url, shop.staff)).toBe(before + 1);
});

test('ordering the same again takes a yes, and something else does not', async ({ page, shop }) => {
  const before = await countOrders(shop.url, shop.staff);
  await openPage(page, pagePaths.products);
  const order = async (pounds: string) => {
    await openForm(page);
    await fillIn(page, { pounds });
    await pressPay(page);
  };
  const expectPaid = async () => {
    await expect(status(page)).toHaveText('Payment Successful! Order placed.');
    await expect(dialog(page)).toBeHidden();
  };
  await order('2');
  await expectPaid();
  await order('3');
  await expectPaid();
  await order('3');

  await question(page).getByRole('button', { name: 'Order again' }).click();
  await expectPaid();

  expect(await countOrders(shop.url, shop.staff)).toBe(before + 3);
});
