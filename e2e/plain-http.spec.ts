// The shop across a home network: plain http on another name than localhost, where browsers withhold some features.
import { pagePaths } from '#contracts/page-paths.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';
import { orderButton } from '#e2e/support/order-button.ts';
import { chromiumFlags } from '#scripts/system-deps.ts';

test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [...chromiumFlags, '--host-resolver-rules=MAP barn.test 127.0.0.1'],
  },
});

test('an order can be paid over plain http', async ({ page, shop }) => {
  const { port } = new URL(shop.url);
  await openPage(page, `http://barn.test:${port}${pagePaths.products}`);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await orderButton(page, 'Comet').click();
  const form = page.getByRole('dialog', { name: 'Place Order for Comet' });
  for (const [label, text] of [
    ['Your Name', 'Dana Whitlock'],
    ['Your Phone', '(707) 555-0188'],
    ['Card number', '4111 1111 1111 1111'],
    ['Expiry date', '0930'],
    ['Security code', '123'],
    ['Card ZIP code', '94571'],
  ] as const)
    await form.getByLabel(label).fill(text);

  await form.getByRole('button', { name: 'Pay' }).click();

  await expect(form.getByText('Payment Successful! Order placed.')).toBeVisible();
});
