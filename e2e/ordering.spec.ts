import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';
import { orderButton } from '#e2e/support/order-button.ts';
import { countOrders, dialog, fillIn, openForm as openFormHere, status } from '#e2e/support/order-form.ts';
import { deleteProducts, withProduct } from '#e2e/support/product-fixtures.ts';

async function openForm(page: Page, hop?: string) {
  await openPage(page, pagePaths.products);
  await openFormHere(page, hop);
}

test('the form has its title, fields, defaults, total and notes', async ({ page }) => {
  await openForm(page);
  const form = dialog(page);

  for (const label of ['Your Name', 'Your Email', 'Your Address', 'Your Phone'])
    await expect(form.getByLabel(label)).toHaveValue('');
  await expect(form.getByLabel('Quantity in Pounds')).toHaveValue('1');
  await expect(form.getByLabel('Quantity in Pounds')).toHaveAttribute('min', '1');
  await expect(form.getByLabel('Choose Location')).toHaveValue('pickup');
  await expect(form.getByRole('option')).toHaveText(['Pickup', 'Delivery (Requires 22 lbs or more)']);
  await expect(form.getByRole('option', { name: /Delivery/ })).toBeDisabled();
  await expect(form.getByRole('definition').last()).toHaveText('$16.00');
  await expect(form.getByText('Free delivery up to 60 miles for 22 lbs or more.')).toBeVisible();
  await expect(form.getByText('Bag sizes: 5.5, 11 and 22 lbs; custom on request.')).toBeVisible();
  await form.getByLabel('Quantity in Pounds').fill('38');
  await expect(form.getByRole('definition').last()).toHaveText('$608.00');
  await expect(form.getByText('1 × 22 lbs, 1 × 11 lbs and a custom bag of 5 lbs')).toBeVisible();
  await form.getByLabel('Quantity in Pounds').fill('');
  await expect(form.getByRole('definition').last()).toHaveText('$0.00');
  await expect(form.getByText('Enter whole pounds, 1 or more.')).toBeHidden();
  await form.getByLabel('Quantity in Pounds').fill('5.5');
  await expect(form.getByText('Enter whole pounds, 1 or more.')).toBeVisible();
});

test('delivery is reset with a message below 22 lbs', async ({ page }) => {
  await openForm(page);
  const form = dialog(page);
  const quantity = form.getByLabel('Quantity in Pounds');
  const location = form.getByLabel('Choose Location');
  const message = form.getByText('Delivery requires at least 22 lbs. Option reset to Pickup.');

  await quantity.fill('22');
  await location.selectOption('delivery');
  await expect(form.locator('.order-pay')).toContainText('Delivery');
  await quantity.fill('23');
  await expect(location).toHaveValue('delivery');
  await quantity.fill('21');
  await expect(location).toHaveValue('pickup');
  await expect(message).toBeVisible();
  await form.getByLabel('Your Name').fill('Dana');
  await expect(message).toBeVisible();
  await quantity.fill('20');
  await expect(message).toBeHidden();
  await form.getByRole('button', { name: 'One pound more' }).click();
  await expect(quantity).toHaveValue('21');
});

test('typing 30 over 22 keeps delivery; a pause at 3 or leaving the field resets it', async ({ page }) => {
  await openForm(page);
  const form = dialog(page);
  const quantity = form.getByLabel('Quantity in Pounds');
  const location = form.getByLabel('Choose Location');
  const message = form.getByText('Delivery requires at least 22 lbs. Option reset to Pickup.');
  await quantity.fill('22');
  await location.selectOption('delivery');

  await quantity.selectText();
  await page.keyboard.type('30');
  await expect(form.getByRole('definition').last()).toHaveText('$480.00');
  await expect(location).toHaveValue('delivery');
  await quantity.selectText();
  await page.keyboard.type('3');
  await expect(message).toBeVisible();
  await expect(location).toHaveValue('pickup');
  await page.keyboard.type('0');
  await expect(message).toBeHidden();
  await location.selectOption('delivery');
  await quantity.selectText();
  await page.keyboard.type('21');
  await page.keyboard.press('Tab');
  await expect(message).toBeVisible();
});

test('pressing Pay right after typing 21 shows the reset to pickup and pays only when pressed again', async ({
  page,
  shop,
}) => {
  const before = await countOrders(shop.url, shop.staff);
  await openForm(page);
  await fillIn(page, { pounds: '22' });
  const form = dialog(page);
  const quantity = form.getByLabel('Quantity in Pounds');
  await form.getByLabel('Choose Location').selectOption('delivery');
  await quantity.selectText();
  await page.keyboard.type('21');

  await form.getByRole('button', { name: 'Pay' }).click();

  await expect(form.getByText('Option reset to Pickup.')).toBeVisible();
  await expect(status(page)).toHaveText('Your card is charged once, when you press Pay.');
  expect(await countOrders(shop.url, shop.staff)).toBe(before);
  await form.getByRole('button', { name: 'Pay' }).click();
  await expect(status(page)).toHaveText('Payment Successful! Order placed.');
});

test('a payment shows success in green, resets after two seconds, and a toast links to the order', async ({
  page,
  shop,
}) => {
  const before = await countOrders(shop.url, shop.staff);
  await openForm(page);
  await fillIn(page);

  await dialog(page).getByRole('button', { name: 'Pay' }).click();

  await expect(status(page)).toHaveText('Payment Successful! Order placed.');
  await expect(status(page)).toHaveCSS('color', 'rgb(43, 97, 38)');
  await expect(dialog(page)).toBeHidden({ timeout: 60_000 });
  expect(await countOrders(shop.url, shop.staff)).toBe(before + 1);
  await expect(orderButton(page, 'Triple Pearl')).toBeFocused();
  await page.getByRole('link', { name: /^See order \d+$/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Order \d+$/ })).toBeVisible();
  await expect(page.getByText('Demo card ending 1111')).toBeVisible();
  await expect(page.getByRole('link', { name: /^See order \d+$/ })).toBeHidden();
});

test('missing fields show errors and nothing is sent', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => void (request.url().includes('process-payment') && sent.push(request.url())));
  await openForm(page);

  await dialog(page).getByRole('button', { name: 'Pay' }).click();

  await expect(status(page)).toHaveText('Please fill in all required fields.');
  await expect(status(page)).toHaveCSS('color', 'rgb(155, 44, 29)');
  await expect(dialog(page).getByLabel('Your Name')).toBeFocused();
  await expect(dialog(page).getByLabel('Your Phone')).toHaveAttribute('aria-invalid', 'true');
  expect(await a11yViolations(page)).toEqual([]);
  expect(sent).toEqual([]);
});

test('a declined card shows an error in red and focuses the card, and another card works', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 402/);
  await openForm(page);
  await fillIn(page, { card: '4000 0000 0000 0002' });

  await dialog(page).getByRole('button', { name: 'Pay' }).click();
  await expect(status(page)).toHaveText('Payment Failed: The card was declined. Try another card.');
  await expect(dialog(page).getByLabel('Card number')).toBeFocused();
  await dialog(page).getByLabel('Card number').fill('5105 1051 0510 5100');
  await dialog(page).getByRole('button', { name: 'Pay' }).click();

  await expect(status(page)).toHaveText('Payment Successful! Order placed.');
});

test('a product withdrawn in the meantime shows an error and keeps the form', async ({
  page,
  shop,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/);
  await withProduct(shop, { name: 'Nugget' }, async () => {
    await openForm(page, 'Nugget');
    await fillIn(page);
    await deleteProducts(shop, 'Nugget');
    const reloaded = page.waitForResponse('**/api/products');

    await dialog(page).getByRole('button', { name: 'Pay' }).click();
    await reloaded;

    await expect(page.getByRole('article').filter({ hasText: 'Nugget' })).toHaveCount(0);
    await expect(status(page)).toHaveText('Payment Failed: This product is no longer in the catalog.');
    await expect(dialog(page).getByLabel('Your Name')).toHaveValue('Dana Whitlock');
  });
});

test('an invalid card shows all errors, joined by commas', async ({ page }) => {
  await openForm(page);
  await fillIn(page, { card: '4111 1111 1111 1112' });
  await dialog(page).getByLabel('Security code').fill('1');

  await dialog(page).getByRole('button', { name: 'Pay' }).click();

  await expect(status(page)).toHaveText('Payment Failed: Credit card number is not valid, CVV is not valid');
});

test('a second click while processing sends nothing, and the fields are locked', async ({ page, shop }) => {
  const before = await countOrders(shop.url, shop.staff);
  let calls = 0;
  await page.route('**/api/process-payment', async (route) => {
    calls += 1;
    await new Promise((resolve) => setTimeout(resolve, 600));
    await route.continue();
  });
  await openForm(page);
  await fillIn(page);
  const pay = dialog(page).getByRole('button', { name: 'Pay' });

  await pay.click();
  await expect(status(page)).toHaveText('Processing payment...');
  await pay.click({ force: true });
  await expect(dialog(page).getByLabel('Your Name')).not.toBeEditable();
  await expect(status(page)).toHaveText('Payment Successful! Order placed.');

  expect(calls).toBe(1);
  expect(await countOrders(shop.url, shop.staff)).toBe(before + 1);
});

test('closing the form while processing reports the outcome in a toast', async ({ page }) => {
  await page.route('**/api/process-payment', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  await openForm(page);
  await fillIn(page);

  await dialog(page).getByRole('button', { name: 'Pay' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();

  await expect(page.locator('.toast')).toContainText('Payment Successful! Order placed.');
});

test('retrying after a lost response uses the same key and charges once', async ({ page, shop, expectedErrors }) => {
  expectedErrors.push(/ERR_(FAILED|CONNECTION)/);
  const before = await countOrders(shop.url, shop.staff);
  const keys: (string | undefined)[] = [];
  await page.route('**/api/process-payment', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    // The first request arrives, but its response is lost.
    if (keys.length > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await openForm(page);
  await fillIn(page);
  await dialog(page).getByRole('button', { name: 'Pay' }).click();
  await expect(status(page)).toHaveText('Payment Failed: An error occurred while processing the payment.');
  expect(keys).toHaveLength(1);

  await dialog(page).getByRole('button', { name: 'Pay' }).click();

  await expect(status(page)).toHaveText('Payment Successful! Order placed.');
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(await countOrders(shop.url, shop.staff)).toBe(before + 1);
});

for (const { error, ...response } of [
  {
    error: 'The shop is very busy right now. Please try again in a few seconds.',
    status: 503,
    headers: { 'retry-after': '3' },
  },
  { error: 'Something went wrong on our side. Please try again.', status: 500 },
])
  test(`after a lost response and a ${response.status}, the next try returns the first order`, async ({
    page,
    shop,
    expectedErrors,
  }) => {
    expectedErrors.push(/ERR_FAILED|50[03]/);
    const before = await countOrders(shop.url, shop.staff);
    let attempts = 0;
    await page.route('**/api/process-payment', async (route) => {
      attempts += 1;
      if (attempts > 2) return route.continue();
      if (attempts === 2) return route.fulfill({ ...response, json: { status: 'error', error } });
      await route.fetch();
      await route.abort();
    });
    await openForm(page);
    await fillIn(page);
    await dialog(page).getByRole('button', { name: 'Pay' }).click();
    await expect(status(page)).toHaveText('Payment Failed: An error occurred while processing the payment.');
    await dialog(page).getByRole('button', { name: 'Pay' }).click();
    await expect(status(page)).toHaveText(`Payment Failed: ${error}`);

    await dialog(page).getByRole('button', { name: 'Pay' }).click();

    await expect(status(page)).toHaveText('Payment Successful! Order placed.');
    expect(await countOrders(shop.url, shop.staff)).toBe(before + 1);
  });

test('changing the form after a lost response still charges once', async ({ page, shop, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  const before = await countOrders(shop.url, shop.staff);
  let offline = true;
  await page.route('**/api/process-payment', async (route) => {
    if (!offline) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await openForm(page);
  await fillIn(page);
  await dialog(page).getByRole('button', { name: 'Pay' }).click();
  await expect(status(page)).toContainText('Payment Failed');
  offline = false;

  await dialog(page).getByLabel('Your Phone').fill('(916) 555-0000');
  await dialog(page).getByRole('button', { name: 'Pay' }).click();

  await expect(status(page)).toHaveText('Payment Successful! Order placed.');
  expect(await countOrders(shop.url, shop.staff)).toBe(before + 1);
});

for (const viewport of [
  { width: 360, height: 740 },
  { width: 390, height: 664 },
  { width: 768, height: 1024 },
])
  test(`the status and the invalid field are in view at ${viewport.width} x ${viewport.height}`, async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 402/);
    await page.setViewportSize(viewport);
    await openForm(page);

    await dialog(page).getByRole('button', { name: 'Pay' }).click();
    await expect(status(page)).toBeInViewport({ ratio: 1 });
    await expect(dialog(page).getByLabel('Your Name')).toBeInViewport({ ratio: 1 });
    await fillIn(page, { card: '4000 0000 0000 0002' });
    await dialog(page).getByRole('button', { name: 'Pay' }).click();
    await expect(status(page)).toHaveText('Payment Failed: The card was declined. Try another card.');
    await expect(status(page)).toBeInViewport({ ratio: 1 });
    await expect(dialog(page).getByLabel('Card number')).toBeInViewport({ ratio: 1 });
  });

test('Enter outside the card form charges nothing', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => void (request.url().includes('process-payment') && sent.push(request.url())));
  await openForm(page);
  await fillIn(page);

  for (const label of ['ZIP code', 'Your Name', 'Quantity in Pounds']) {
    await dialog(page).getByLabel(label, { exact: true }).focus();
    await page.keyboard.press('Enter');
  }
  expect(sent).toEqual([]);
  await dialog(page).getByLabel('Card number').focus();
  await page.keyboard.press('Enter');

  await expect(status(page)).toHaveText('Payment Successful! Order placed.');
});

test('the page shows the new stock after a purchase', async ({ page }) => {
  await openForm(page);
  const stock = page
    .locator('.product-card-analysis')
    .first()
    .getByText(/^\d+ lbs$/);
  const before = Number.parseInt(await stock.innerText(), 10);
  await fillIn(page, { pounds: '3' });
  await dialog(page).getByRole('button', { name: 'Pay' }).click();

  await expect(stock).toHaveText(`${before - 3} lbs`);
});

test('an offline payment shows an error, keeps the input and works later', async ({ page, shop, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  const before = await countOrders(shop.url, shop.staff);
  await openForm(page);
  await fillIn(page);
  await page.route('**/api/process-payment', (route) => route.abort());

  await dialog(page).getByRole('button', { name: 'Pay' }).click();
  await expect(status(page)).toHaveText('Payment Failed: An error occurred while processing the payment.', {
    timeout: 60_000,
  });
  await expect(dialog(page).getByLabel('Your Name')).toHaveValue('Dana Whitlock');
  await page.unroute('**/api/process-payment');
  await dialog(page).getByRole('button', { name: 'Pay' }).click();

  await expect(status(page)).toHaveText('Payment Successful! Order placed.');
  expect(await countOrders(shop.url, shop.staff)).toBe(before + 1);
});

test('an unknown outcome is not shown as a failure, and Pay stays locked', async ({ page }) => {
  const error = 'We are still confirming your payment. Please do not pay again.';
  await page.route('**/api/process-payment', (route) =>
    route.fulfill({ status: 202, json: { status: 'pending', error } }),
  );
  await openForm(page);
  await fillIn(page);

  await dialog(page).getByRole('button', { name: 'Pay' }).click();

  await expect(status(page)).toHaveText(error);
  await expect(dialog(page).getByRole('button', { name: 'Pay' })).toHaveAttribute('aria-disabled', 'true');
});

test('a response without a message shows Unknown error', async ({ page }) => {
  await page.route('**/api/process-payment', (route) => route.fulfill({ json: { status: 'odd' } }));
  await openForm(page);
  await fillIn(page);

  await dialog(page).getByRole('button', { name: 'Pay' }).click();

  await expect(status(page)).toHaveText('Payment Failed: Unknown error');
});

test('closing resets all fields', async ({ page }) => {
  await openForm(page);
  await fillIn(page, { pounds: '30' });
  await dialog(page).getByLabel('Choose Location').selectOption('delivery');

  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await orderButton(page, 'Triple Pearl').click();

  await expect(dialog(page).getByLabel('Your Name')).toHaveValue('');
  await expect(dialog(page).getByLabel('Quantity in Pounds')).toHaveValue('1');
  await expect(dialog(page).getByLabel('Choose Location')).toHaveValue('pickup');
});

test('a changed price shows an error and charges nothing', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 409/);
  await page.route('**/api/products', async (route) => {
    const response = await (await route.fetch()).json();
    response.data[0].price = 1;
    await route.fulfill({ json: response });
  });
  await page.goto(pagePaths.faqs);
  await page.getByRole('link', { name: 'Our Products' }).first().click();
  await orderButton(page, 'Triple Pearl').click();
  await fillIn(page);

  await dialog(page).getByRole('button', { name: 'Pay' }).click();

  await expect(status(page)).toHaveText('Payment Failed: The price has changed. Please review your order.');
});

test('an order form that fails to load shows an error and can be retried', async ({ page, expectedErrors }) => {
  expectedErrors.push(/order-modal/);
  await page.route('**/order-modal-*.js', (route) => route.abort());
  await page.goto(pagePaths.products);

  await orderButton(page, 'Triple Pearl').click();
  await expect(page.getByText("The order form didn't load. Please try again.")).toBeVisible();

  // Some browsers try a module again only after a reload.
  const reloaded = page.waitForEvent('load');
  await orderButton(page, 'Triple Pearl').click();
  await reloaded;

  await page.unroute('**/order-modal-*.js');
  await orderButton(page, 'Triple Pearl').click();
  await expect(dialog(page)).toBeVisible();
});

test('a ZIP code shows its distance and never blocks', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 404/);
  await openForm(page);
  const zip = dialog(page).getByLabel('ZIP code', { exact: true });
  const result = dialog(page).locator('.delivery-lookup-result');

  await zip.fill('95814');
  await expect(result).toHaveText(/^Sacramento is \d+ miles away\. Delivery is free for 22 lbs or more\.$/);
  await zip.fill('10001');
  await expect(result).toContainText('We ship by USPS or UPS and will call about the cost.');
  await zip.fill('00000');
  await expect(result).toHaveText("We don't recognize this ZIP code.");
});

for (const width of [360, 768, 1440])
  test(`the form at ${width} px has no axe violations, Pay in view and no horizontal scroll`, async ({ page }) => {
    await page.setViewportSize({ width, height: 780 });
    await openForm(page);

    expect(await a11yViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    if (width <= 900) await expect(dialog(page).getByRole('button', { name: 'Pay' })).toBeInViewport();
  });

test('an order can be placed with the keyboard only', async ({ page }) => {
  await openPage(page, pagePaths.products);
  await orderButton(page, 'Triple Pearl').focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();

  // Name, email, address, phone; then the quantity between its two buttons, location, ZIP and the card.
  const typed = ['Dana', '', '', '7075550188'];
  await page.keyboard.press('Tab');
  for (const text of typed) {
    await page.keyboard.press('Tab');
    if (text) await page.keyboard.type(text);
  }
  await dialog(page).getByLabel('Card number').focus();
  for (const text of ['4111111111111111', '0930', '123', '94571']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await expect(dialog(page).getByRole('button', { name: 'Pay' })).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(status(page)).toHaveText('Payment Successful! Order placed.');
});
