import type { Browser, Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { linkEmailedTo } from '#e2e/support/emailed-link.ts';
import { expect, test, testInOwnShop } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';
import { submitLogin } from '#e2e/support/staff-login.ts';

const PASSWORD = 'one malt, one yeast';

/** A brewery with an account, logged in on a phone. */
async function openBrewery(browser: Browser, url: string, email: string): Promise<Page> {
  const body = JSON.stringify({ name: 'Sedge Wrenfield', email, password: PASSWORD, website: '' });
  await fetch(`${url}/api/register`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const context = await browser.newContext({ baseURL: url, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await openPage(page, pagePaths.login);
  await submitLogin(page, { email, password: PASSWORD });
  await page.waitForURL(/dashboard/);
  return page;
}

/** Follows the emailed link on the same phone and logs in again. The link works once. */
async function confirmByEmail(page: Page, { dataDir, email }: { dataDir: string; email: string }): Promise<void> {
  const link = () => linkEmailedTo(dataDir, email);
  await expect.poll(link, { timeout: 60_000 }).toContain(`${pagePaths.resetPassword}#`);
  const path = link().replace(/^http:\/\/[^/]+/, '');
  const setPassword = async () => {
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set password' }).click();
  };
  await openPage(page, path);
  await setPassword();
  await expect(page.getByRole('alert')).toHaveText(
    'Your password was changed, and your account is confirmed. You can log in now.',
  );
  await openPage(page, pagePaths.home);
  await openPage(page, path);
  await setPassword();
  await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.');
  await expect(page.getByRole('link', { name: 'Get a new link' })).toBeVisible();
  await openPage(page, pagePaths.login);
  await submitLogin(page, { email, password: PASSWORD });
  await page.waitForURL(/dashboard/);
}

testInOwnShop(
  'a brewery on terms orders by invoice on a phone, the hops are packed, and a check pays the invoice',
  async ({ staffPage: staff, shop, browser, expectedErrors }) => {
    expectedErrors.push(/status of 422/);
    const email = 'cellar@terms.example';
    const buyer = await openBrewery(browser, shop.url, email);
    await openPage(buyer, '/products/comet');
    await buyer.getByRole('button', { name: 'Order Now' }).first().click();
    await expect(buyer.getByRole('dialog').getByLabel('Card number')).toBeVisible();
    await expect(buyer.getByRole('dialog').getByText('Pay by')).toHaveCount(0);

    await openPage(staff, pagePaths.newCustomer);
    await staff.getByLabel('Name').fill('Sedge Wrenfield');
    await staff.getByLabel('Company').fill('Terms Brewing');
    await staff.getByRole('button', { name: 'Add customer' }).click();
    await staff.getByText('Approve for invoices').click();
    await staff.getByLabel('Credit limit in dollars').fill('500');
    await staff.getByLabel('Account').fill(email);
    await staff.getByRole('button', { name: 'Approve' }).click();
    await expect(staff.getByText('Approved to order on invoice, due in 30 days, up to $500.00.')).toBeVisible();
    await expect(staff.getByText(`Waiting for ${email} to confirm.`)).toBeVisible();
    await staff.getByRole('button', { name: 'Send the link again' }).press('Enter');
    await expect(staff.getByText(`We emailed a link to ${email}.`)).toBeVisible();
    expect(await a11yViolations(staff)).toEqual([]);
    const customerUrl = staff.url();

    await openPage(buyer, '/products/comet');
    await buyer.getByRole('button', { name: 'Order Now' }).first().click();
    await expect(buyer.getByRole('dialog').getByLabel('Card number')).toBeVisible();
    await expect(buyer.getByRole('dialog').getByText('Pay by')).toHaveCount(0);
    await confirmByEmail(buyer, { dataDir: shop.dataDir, email });
    await openPage(staff, customerUrl);
    await expect(staff.getByText(`${email} may order on invoice, due in 30 days, up to $500.00.`)).toBeVisible();
    await expect(staff.getByText('Waiting for')).toHaveCount(0);

    await openPage(buyer, '/products/comet');
    await buyer.getByRole('button', { name: 'Order Now' }).first().click();
    const dialog = buyer.getByRole('dialog');
    await dialog.getByLabel('Your Phone').fill('(707) 555-0133');
    await dialog.getByLabel('Invoice, due in 30 days').check();
    await dialog.getByLabel('PO number').fill('PO-118');
    expect(await a11yViolations(buyer)).toEqual([]);
    expect(await horizontalOverflow(buyer)).toBeLessThanOrEqual(0);
    await dialog.getByRole('button', { name: 'Place order' }).click();
    await expect(dialog.getByText('Order placed. We sent you the invoice.')).toBeVisible();

    await openPage(buyer, pagePaths.dashboard);
    await buyer.getByRole('link', { name: /^Invoice \d+/ }).click();
    await expect(buyer.getByRole('heading', { level: 1, name: /^Invoice \d+/ })).toBeVisible();
    await expect(buyer.getByText('PO-118')).toBeVisible();
    await expect(buyer.getByText('Please pay $14.50.')).toBeVisible();
    const pdf = await buyer.getByRole('link', { name: 'PDF' }).getAttribute('href', { timeout: 60_000 });
    const response = await buyer.request.get(new URL(pdf ?? '', buyer.url()).href);
    expect(response.headers()).toMatchObject({ 'content-type': 'application/pdf' });
    expect(await a11yViolations(buyer)).toEqual([]);
    expect(await horizontalOverflow(buyer)).toBeLessThanOrEqual(0);

    await openPage(staff, pagePaths.toPack);
    await expect(staff.getByText('Sedge Wrenfield').first()).toBeVisible();
    await openPage(staff, customerUrl);
    await staff.getByRole('link', { name: /^order \d+/ }).click();
    await expect(staff.getByText('On terms')).toBeVisible();
    await staff.getByRole('button', { name: 'Mark ready' }).click();
    await staff.getByRole('alertdialog').getByRole('button', { name: 'Mark ready' }).click();
    await expect(staff.getByText('$14.50 open')).toBeVisible();

    await openPage(staff, customerUrl);
    await staff.getByText('Record a payment').click();
    await expect(staff.getByLabel('Amount in dollars')).toHaveValue('14.50');
    await staff.getByLabel('Note', { exact: true }).fill('Check 1184');
    await staff.getByRole('button', { name: 'Record payment' }).click();
    await expect(staff.getByText('Check, Check 1184, Farm office')).toBeVisible();
    await expect(staff.getByText('$0.00').first()).toBeVisible();
    await buyer.reload();
    await expect(buyer.getByText('Nothing is open. Thank you.')).toBeVisible();

    await staff.getByRole('button', { name: 'Take back' }).click();
    await expect(staff.getByLabel('Reason')).toBeFocused();
    await staff.keyboard.type('Bounced');
    await staff.keyboard.press('Enter');
    await expect(staff.getByText('Payment taken back', { exact: true })).toBeVisible();
    await buyer.reload();
    await expect(buyer.getByText('Please pay $14.50.')).toBeVisible();

    await staff.getByRole('button', { name: /^Credit note for invoice/ }).click();
    await staff.getByRole('alertdialog').getByLabel('Amount in dollars').fill('4.50');
    await staff.getByRole('alertdialog').getByRole('button', { name: 'Write credit note' }).click();
    await expect(staff.getByText('Say why.')).toBeVisible();
    await staff.getByRole('alertdialog').getByLabel('Reason').fill('One bag was wet');
    await staff.getByRole('alertdialog').getByRole('button', { name: 'Write credit note' }).click();
    await expect(staff.getByText('One bag was wet', { exact: false }).first()).toBeVisible();
    await buyer.reload();
    await expect(buyer.getByText('Still open: $10.00.')).toBeVisible();
    await buyer.context().close();
  },
);

test('a buyer orders the same again from an earlier order', async ({ page, shop }) => {
  const response = await fetch(`${shop.url}/api/process-payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      sourceId: 'cnon:card-nonce-ok',
      amount: 1450 * 3,
      orderDetails: { productId: 2, quantity: 3, name: 'Dana', phone: '(707) 555-0188', locationOption: 'pickup' },
    }),
  });
  const { order } = await response.json();
  await openPage(page, `${pagePaths.order(order.id)}?key=${order.key}`);

  await page.getByRole('link', { name: 'Order again' }).click();

  await page.waitForURL(/place-order/);
  await expect(page.getByText('$43.50').first()).toBeVisible();
});
