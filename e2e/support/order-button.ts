import type { Page } from '@playwright/test';

/** The Order Now button of a product; all of them have the same name. */
export const orderButton = (page: Page, product: string) =>
  page.getByRole('button', { name: 'Order Now', exact: true, description: product });
