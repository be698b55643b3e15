// Browsers without current features, imitated by removing these before the page's script runs.
import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';
import { orderButton } from '#e2e/support/order-button.ts';

/** Safari 16, Firefox 115 and Chromium before 114 have no popovers. */
const withoutPopovers = (page: Page) =>
  page.addInitScript(() => {
    for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
      Reflect.deleteProperty(HTMLElement.prototype, name);
    const { matches } = Element.prototype;
    const value = function (this: Element, selector: string) {
      if (selector.includes(':popover-open')) throw new SyntaxError('unknown pseudo-class');
      return matches.call(this, selector);
    };
    Object.defineProperty(Element.prototype, 'matches', { value });
  });

/** Chromium 114 throws where later ones do nothing. */
const withStrictPopovers = (page: Page) =>
  page.addInitScript(() => {
    const { hidePopover } = HTMLElement.prototype;
    HTMLElement.prototype.hidePopover = function () {
      if (!this.matches(':popover-open')) throw new DOMException('Invalid on popovers that are hidden');
      hidePopover.call(this);
    };
  });

for (const [name, prepare] of [
  ['without popovers', withoutPopovers],
  ['with popovers that throw when hidden', withStrictPopovers],
] as const) {
  test(`a browser ${name} shows public pages and follows links`, async ({ page }) => {
    await prepare(page);
    await openPage(page, pagePaths.home);
    await page.getByRole('link', { name: 'Our Products' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Our Products' })).toBeVisible();
    await orderButton(page, 'Comet').click();
    await expect(page.getByRole('heading', { name: 'Place Order for Comet' })).toBeVisible();
  });

  test(`a browser ${name} shows the back office`, async ({ staffPage: page }) => {
    await prepare(page);
    await openPage(page, pagePaths.dashboard);
    await page.getByRole('link', { name: 'Order Management' }).click();
    await expect(page.getByRole('heading', { name: 'Manage Orders' })).toBeVisible();
  });
}

test('a browser without URL.parse follows links without loading a new document', async ({ page }) => {
  await page.addInitScript(() => void Reflect.deleteProperty(URL, 'parse'));
  await openPage(page, pagePaths.home);
  await page.evaluate(() => document.documentElement.setAttribute('data-same-document', ''));

  await page.getByRole('link', { name: 'FAQs' }).first().click();

  await expect(page).toHaveURL(pagePaths.faqs);
  await expect(page.locator('html')).toHaveAttribute('data-same-document', '');
});
