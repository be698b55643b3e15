// What makes the order form quick: replacing the quantity, weights, errors beside their fields, known data.
import { pagePaths } from '#contracts/page-paths.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';
import { dialog, fillIn, openForm, status } from '#e2e/support/order-form.ts';

test.beforeEach(({ page }) => openPage(page, pagePaths.products));

test('typing replaces the quantity, a weight takes one tap, and the form warns about more than the stock', async ({
  page,
}) => {
  await openForm(page);
  const form = dialog(page);
  const quantity = form.getByLabel('Quantity in Pounds');

  await quantity.click();
  await page.keyboard.type('22');
  await expect(quantity).toHaveValue('22');
  await form.getByRole('button', { name: '11 lbs' }).click();
  await expect(quantity).toHaveValue('11');
  await expect(form.getByRole('button', { name: '11 lbs' })).toHaveAttribute('aria-pressed', 'true');
  await expect(form.getByText(/^[\d,]+ lbs in stock\.$/)).toBeVisible();
  await quantity.fill('99999');
  await expect(form.getByText(/^Only [\d,]+ lbs of Triple Pearl are left\.$/)).toBeVisible();
  await quantity.fill('6');
  await expect(form.getByText(/are left\.$/)).toBeHidden();
});

test('an error goes away when its field is edited, and each wrong card field is marked', async ({ page }) => {
  await openForm(page);
  const form = dialog(page);
  await form.getByLabel('Your Name').fill('Dana');
  await form.getByLabel('Your Phone').fill('707');
  await form.getByLabel('Your Email').fill('dana');
  await form.getByRole('button', { name: 'Pay' }).click();
  await expect(form.getByText('Check the email address.', { exact: true })).toBeVisible();
  await form.getByLabel('Your Email').fill('dana@tulefog.example');
  await expect(form.getByText('Check the email address.')).toHaveCount(0);

  await form.getByRole('button', { name: 'Pay' }).click();
  await expect(status(page)).toHaveText('Payment Failed: Enter your card');
  for (const label of ['Card number', 'Expiry date', 'Security code', 'Card ZIP code'])
    await expect(form.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Security code').fill('123');
  await expect(form.getByLabel('Security code')).toHaveAttribute('aria-invalid', 'false');
  await expect(status(page)).toHaveText('Your card is charged once, when you press Pay.');
});

test('the bill says how the order gets to the buyer', async ({ page }) => {
  await openForm(page);
  const location = dialog(page).locator('.order-bill-location');
  await expect(location).toHaveText('PickupAt the barn');

  await dialog(page).getByLabel('Quantity in Pounds').fill('22');
  await dialog(page).getByLabel('Choose Location').selectOption('delivery');

  await expect(location).toHaveText('DeliveryFree up to 60 miles');
});

for (const width of [360, 768])
  test(`offline, the form says so next to Pay at ${width} px`, async ({ page, context }) => {
    await page.setViewportSize({ width, height: 740 });
    await openForm(page);
    await context.setOffline(true);
    await expect(status(page)).toContainText("You're offline. What you typed is kept; pay when you're back.");
    await expect(status(page)).toBeInViewport({ ratio: 1 });
    await context.setOffline(false);
    await expect(status(page)).toHaveText('Your card is charged once, when you press Pay.');
  });

test('a logged-in customer finds name and email filled in, and phone and address from the second order on', async ({
  page,
  expectedErrors,
}) => {
  // The form asks whether they may pay by invoice.
  expectedErrors.push(/status of 401/);
  await page.evaluate(() => {
    localStorage.setItem('authToken', 'expired');
    localStorage.setItem('user', JSON.stringify({ name: 'Otis', email: 'otis@brewery.example', role: 'customer' }));
  });
  await openForm(page);
  const form = dialog(page);
  await expect(form.getByLabel('Your Name')).toHaveValue('Otis');
  await expect(form.getByLabel('Your Email')).toHaveValue('otis@brewery.example');
  await fillIn(page);
  await form.getByLabel('Your Address').fill('1 Levee Rd');
  await form.getByRole('button', { name: 'Pay' }).click();
  await expect(status(page)).toHaveText('Payment Successful! Order placed.');
  await expect(form).toBeHidden();

  await openForm(page);
  await expect(form.getByLabel('Your Phone')).toHaveValue('(707) 555-0188');
  await expect(form.getByLabel('Your Address')).toHaveValue('1 Levee Rd');
});
