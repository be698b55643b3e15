// Browsers without current features, imitated by removing these before the page's script runs.
import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';
import { orderButton } from '#e2e/support/order-button.ts';
import { submitLogin } from '#e2e/support/staff-login.ts';
import { staffAccount } from '#scripts/running-shop.ts';

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

test('a browser without <details name> keeps one answer open', async ({ page }) => {
  await openPage(page, pagePaths.faqs);
  await page.evaluate(() => {
    Reflect.deleteProperty(HTMLDetailsElement.prototype, 'name');
    for (const details of document.querySelectorAll('details')) details.removeAttribute('name');
  });

  await page.getByText('Do you deliver, or ship?').click();
  await page.getByText('Are you a brewery?').click();

  await expect(page.locator('details[open]')).toHaveCount(1);
  await expect(page.locator('details[open]')).toContainText('The beer is yours to make');
});

test.describe('in a browser that blocks storage', () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      const denied = () => {
        throw new DOMException('denied', 'SecurityError');
      };
      for (const area of ['localStorage', 'sessionStorage']) Object.defineProperty(window, area, { get: denied });
    }),
  );

  test('Add to Order says why nothing is added', async ({ page }) => {
    await openPage(page, pagePaths.placeOrder);

    await page.getByRole('button', { name: 'Add to Order: Comet' }).click();

    await expect(page.getByRole('status').getByText(/^Your browser blocks cookies and site data/)).toBeVisible();
  });

  test('the login says why it cannot be kept', async ({ page }) => {
    await openPage(page, pagePaths.login);

    await submitLogin(page, staffAccount);

    await expect(
      page.getByText('Your browser blocks cookies and site data for this site. Allow them to log in.'),
    ).toBeVisible();
    await expect(page).toHaveURL(pagePaths.login);
  });
});
