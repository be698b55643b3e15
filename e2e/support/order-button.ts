import type { Page } from '@playwright/test';

/** The button of a hop; all of them have the same name. */
export const orderNow = (page: Page, hop: string) =>
  page.getByRole('button', { name: 'Order Now', exact: true, description: hop });
