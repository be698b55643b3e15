// A buyer on a small phone, from the home page to a paid delivery: counts what they have to do.
import type { Locator } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';
import { orderButton } from '#e2e/support/order-button.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

const MAX_TAPS = 11;
const MAX_KEYSTROKES = 80;

test(`home to paid takes at most ${MAX_TAPS} taps and ${MAX_KEYSTROKES} keystrokes`, async ({ page }) => {
  let taps = 0;
  let keystrokes = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.tap();
  };
  /** Types into whatever has the focus, as a person does. */
  const type = async (text: string) => {
    keystrokes += text.length;
    await page.keyboard.type(text);
  };
  const next = async () => {
    keystrokes += 1;
    await page.keyboard.press('Enter');
  };

  await openPage(page, pagePaths.home);
  await tap(page.getByRole('link', { name: 'Triple Pearl' }).first());
  await tap(orderButton(page, 'Triple Pearl'));
  const form = page.getByRole('dialog', { name: 'Place Order for Triple Pearl' });
  await tap(form.getByLabel('Your Name'));
  await type('Dana');
  await next();
  await type('dana@tulefog.beer');
  await next();
  await type('1 Main St');
  await next();
  await type('7075550188');
  await tap(form.getByRole('button', { name: '22 lbs' }));
  // A native menu takes two taps.
  taps += 2;
  await form.getByLabel('Choose Location').selectOption('delivery');
  await tap(form.getByLabel('ZIP code', { exact: true }));
  await type('94571');
  await expect(form.locator('.delivery-lookup-result')).toContainText('Your 22 lbs come free.');
  await tap(form.getByLabel('Card number'));
  // The focus moves on by itself, and the card's ZIP code is the one to deliver to.
  await type('4111111111111111');
  await type('0930');
  await type('123');
  await expect(form.getByLabel('Card ZIP code')).toHaveValue('94571');
  await tap(form.getByRole('button', { name: 'Pay' }));

  await expect(form.locator('.order-status')).toHaveText('Payment Successful! Order placed.');
  expect(taps).toBeLessThanOrEqual(MAX_TAPS);
  expect(keystrokes).toBeLessThanOrEqual(MAX_KEYSTROKES);
});
