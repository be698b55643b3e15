// Opens and fills in the order form.
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { orderButton } from './order-button.ts';

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Place Order for' });
export const status = (page: Page) => dialog(page).locator('.order-status');
export const pressPay = (page: Page) => dialog(page).getByRole('button', { name: 'Pay' }).click();

/** From a page that lists the hop. */
export async function openForm(page: Page, hop = 'Triple Pearl') {
  await orderButton(page, hop).click();
  await expect(dialog(page).getByRole('heading', { name: `Place Order for ${hop}` })).toBeVisible();
}

export async function fillIn(page: Page, { pounds = '2', card = '4111 1111 1111 1111' } = {}) {
  const form = dialog(page);
  await form.getByLabel('Your Name').fill('Dana Whitlock');
  await form.getByLabel('Your Phone').fill('(707) 555-0188');
  await form.getByLabel('Quantity in Pounds').fill(pounds);
  await form.getByLabel('Card number').fill(card);
  await form.getByLabel('Expiry date').fill('0930');
  await form.getByLabel('Security code').fill('123');
  await form.getByLabel('Card ZIP code').fill('94571');
}

export const countOrders = async (url: string, headers: Record<string, string>) =>
  (await (await fetch(`${url}/api/orders/admin`, { headers })).json()).pagination.total;
