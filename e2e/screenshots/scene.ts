import type { Page } from '@playwright/test';
import type { SampleShop } from '#scripts/sample-shop.ts';

/** A page in one state. */
export type Scene = {
  name: string;
  /** Where to go, or a function of the shop. */
  path: string | ((shop: SampleShop) => string);
  as?: 'staff' | 'customer';
  /** Brings the page into its state before it is opened: an order in the cart, a failing API. */
  before?: (page: Page) => Promise<unknown>;
  /** The same after it was opened: a click, text in a field. */
  after?: (page: Page) => Promise<unknown>;
  /** Only at these widths: a drawer does not exist at others. */
  widths?: number[];
  /** What can be seen without scrolling, for dialogs. */
  viewportOnly?: boolean;
};

export const widths = [360, 768, 1024, 1440];

/** Requests that match are never answered. */
export const stall = (url: string) => (page: Page) => page.route(url, () => {});

export const failWith =
  (url: string, status = 500) =>
  (page: Page) =>
    page.route(url, (route) => route.fulfill({ status, json: { message: 'Something broke. Please try again.' } }));

export const fillCart = (page: Page) =>
  page.addInitScript(() => {
    localStorage.setItem(
      'order',
      JSON.stringify([
        { id: 1, pounds: 22 },
        { id: 2, pounds: 11 },
      ]),
    );
  });
