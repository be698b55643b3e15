import { randomUUID } from 'node:crypto';
import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, type StaffShop, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';

test('staff add a customer on a phone, find and edit them; a second edit does not replace the first unseen', async ({
  staffPage: page,
  shop,
  expectedErrors,
}) => {
  expectedErrors.push(/status of (422|409)/);
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, pagePaths.dashboard);
  await page.getByRole('link', { name: 'Customers' }).click();
  await page.getByRole('link', { name: 'Add customer' }).click();
  await page.getByLabel('Email').fill('nowhere');
  await page.getByRole('button', { name: 'Add customer' }).press('Enter');
  await expect(page.getByText('The name is required.')).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();
  expect(await a11yViolations(page)).toEqual([]);
  await page.getByLabel('Name').fill('Sedge Wrenfield');
  await page.getByLabel('Company').fill('Sandbar Brewing');
  await page.getByLabel('Email').fill('sedge@sandbar.example');
  await page.getByRole('button', { name: 'Add customer' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Sandbar Brewing' })).toBeVisible();
  await expect(page.getByText('No orders yet.')).toBeVisible();
  expect(await a11yViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  await page.getByText('Edit contact data and notes').click();
  await page.getByLabel('Notes').fill('Wants whole cones.');
  const id = Number(/\d+$/.exec(page.url())?.[0]);
  await fetch(`${shop.url}/api/customers/${id}`, {
    method: 'PUT',
    headers: { ...shop.staff, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Sedge Wrenfield', company: 'Sandbar Brewing', phone: '(707) 555-0133', version: 1 }),
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Phone is now “(707) 555-0133”' })).toBeVisible();
  await page.getByLabel('Phone').fill('(707) 555-0133');
  await page.getByRole('button', { name: 'Replace it' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByText('Wants whole cones.').first()).toBeVisible();

  await openPage(page, `${pagePaths.customers}?q=sandbar`);
  await expect(page.getByRole('link', { name: /Sandbar Brewing/ })).toHaveAttribute('href', pagePaths.customer(id));
  expect(await a11yViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
});

test('a payment whose answer was lost is not recorded twice: its correction is refused in words, and can be sent again', async ({
  staffPage: page,
  shop,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/, /ERR_FAILED/);
  const send = sendTo(shop);
  const customer = { name: 'Tule', company: '', email: '', phone: '', address: '', notes: '' };
  const { data } = await send('POST', '/api/customers', customer);
  await send('PUT', `/api/customers/${data.id}/terms`, { days: 30, credit_limit: 1000 });
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, pagePaths.customer(data.id));
  await page.getByText('Record a payment').click();
  await page.getByLabel('Amount in dollars').fill('100');
  await page.route(
    '**/api/customers/*/payments',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Record payment' }).click();
  await expect(page.getByRole('alert')).toBeVisible();

  await page.getByLabel('Amount in dollars').fill('200');
  await page.getByRole('button', { name: 'Record payment' }).click();
  await expect(page.getByText('Your first try was saved, with other details.')).toBeVisible();
  await expect(page.getByText('-$100.00', { exact: true }).first()).toBeVisible();
  await expect(page.getByLabel('Amount in dollars')).toHaveValue('200');

  await page.getByRole('button', { name: 'Record payment' }).click();
  await expect(page.getByText('$200.00 recorded.')).toBeVisible();
  await expect(page.getByText('-$200.00', { exact: true }).first()).toBeVisible();
});

test('a refund to a card that used up the credit, and whose answer was lost, keeps its dialog and what was typed', async ({
  staffPage: page,
  shop,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/, /ERR_FAILED/);
  const send = sendTo(shop);
  const { data: customer } = await send('POST', '/api/customers', { name: 'Ibis' });
  const orderDetails = { productId: 2, quantity: 2, name: 'Ibis', phone: '(707) 555-0142', locationOption: 'pickup' };
  const email = 'ibis@brewery.example';
  const placed = await send('POST', '/api/orders/desk', {
    customer_id: customer.id,
    payment: 'link',
    amount: 2900,
    orderDetails: { ...orderDetails, email },
  });
  const invoice = `/api/invoices/${placed.invoice}/payments?key=${placed.invoice_key}`;
  await send('POST', invoice, { sourceId: 'cnon:card-nonce-ok', amount: 2900 });
  await send('POST', `/api/orders/${placed.order.id}/status-changes`, { to: 'cancelled' });
  await openPage(page, pagePaths.customer(customer.id));
  await page.getByRole('button', { name: /^Refund to card/ }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Reason').fill('Canceled');
  await page.route(
    '**/api/customers/*/payments/*/refunds',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();

  await dialog.getByLabel('Reason').fill('Canceled by phone');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(page.getByText('Refunded', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Your first try was saved, with other details.')).toBeVisible();
  await expect(dialog.getByLabel('Reason')).toHaveValue('Canceled by phone');

  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: /^Refund to card/ })).toHaveCount(0);
});

function sendTo({ url, staff }: StaffShop) {
  return async (method: string, path: string, body: object) => {
    const headers = { ...staff, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    return (await fetch(url + path, { method, headers, body: JSON.stringify(body) })).json();
  };
}
