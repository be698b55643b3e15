// The shop with Square, whose API and browser script are faked by a local server.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { test as base, expect } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';
import { orderButton } from '#e2e/support/order-button.ts';
import { startShop } from '#scripts/running-shop.ts';
import { type FakeSquare, squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';

type Script = { url: string; status: number };
type SquareShop = { url: string; square: FakeSquare; script: Script };

const test = base.extend<object, { squareShop: SquareShop }>({
  squareShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured argument
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'square-'));
      const square = await startFakeSquare();
      const script = await startScript();
      const settings = { ...squareSettings, SQUARE_API_URL: square.url, SQUARE_SDK_URL: `${script.url}/v1/square.js` };
      const shop = await startShop({ DATA_DIR: dataDir, ...settings });
      await use({ url: shop.url, square, script });
      await shop.stop();
      await square.close();
      script.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

/** A stand-in for Square's script: a form that returns its input as the token. */
const squareJs = `window.Square = {
  payments(applicationId, locationId) {
    if (applicationId !== '${squareSettings.SQUARE_APPLICATION_ID}') throw new Error('Wrong application id.');
    return {
      async card() {
        const field = document.createElement('input');
        field.setAttribute('aria-label', 'Token');
        return {
          async attach(container) { container.append(field); },
          async focus() { field.focus(); return true; },
          async destroy() { field.remove(); return true; },
          async tokenize() {
            if (field.value === 'none') return { status: 'Abort' };
            if (field.value) return { status: 'OK', token: field.value };
            return { status: 'Invalid', errors: [{ message: 'Card number is required' }, { message: 'CVV is required' }] };
          },
        };
      },
    };
  },
};`;

async function startScript() {
  const script = { url: '', status: 200, close: () => server.close() };
  const server = createServer((_, response) => {
    response.writeHead(script.status, { 'content-type': 'text/javascript' }).end(squareJs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  script.url = `http://127.0.0.1:${Object(server.address()).port}`;
  return script;
}

async function openForm(page: Page, { url }: SquareShop) {
  await openPage(page, url + pagePaths.products);
  await orderButton(page, 'Comet').click();
  await page.getByLabel('Your Name').fill('Dana');
  await page.getByLabel('Your Phone').fill('707');
}

const status = (page: Page) => page.locator('.order-status');

test("an order is paid through Square's form and API", async ({ page, squareShop }) => {
  await openForm(page, squareShop);
  await page.getByLabel('Token').fill('cnon:card-nonce-ok');

  await page.getByRole('button', { name: 'Pay' }).click();

  await expect(status(page)).toHaveText('Payment Successful! Order placed.');
  expect([...squareShop.square.payments.values()].at(-1)).toMatchObject({ status: 'COMPLETED', amount: 1450 });
  await expect(page.getByText('Demo payments')).toBeHidden();
});

test("Square's script loads with the order form, not before", async ({ page, squareShop }) => {
  const requested: string[] = [];
  page.on('request', (request) => void (request.url().includes('square.js') && requested.push(request.url())));
  await openPage(page, squareShop.url + pagePaths.products);
  expect(requested).toEqual([]);

  await orderButton(page, 'Comet').click();

  await expect(page.getByLabel('Token')).toBeVisible();
  expect(requested).toHaveLength(1);
});

test("a payment loads the shop's own scripts and Square's, and nothing else", async ({ page, squareShop }) => {
  const scripts: string[] = [];
  page.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url())));
  await openForm(page, squareShop);
  await page.getByLabel('Token').fill('cnon:card-nonce-ok');
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(status(page)).toHaveText('Payment Successful! Order placed.');

  const own = new RegExp(`^${squareShop.url}/assets/[\\w-]+\\.js$`);
  expect(scripts.filter((url) => own.test(url)).length).toBeGreaterThan(1);
  expect(scripts.filter((url) => !own.test(url))).toEqual([`${squareShop.script.url}/v1/square.js`]);
  const elements = await page.locator('script').evaluateAll((all) => all.map((each) => each.outerHTML));
  const allowed = /^<script (type="application\/(ld\+)?json"|(type="module" )?src="(\/assets\/|http:\/\/127))/;
  expect(elements.filter((html) => !allowed.test(html))).toEqual([]);
});

test('form errors are joined by commas, and a declined card shows a clear message', async ({
  page,
  squareShop,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 402/);
  await openForm(page, squareShop);

  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(status(page)).toHaveText('Payment Failed: Card number is required, CVV is required');
  await page.getByLabel('Token').fill('none');
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(status(page)).toHaveText('Payment Failed: No token or product selected');
  await page.getByLabel('Token').fill('cnon:card-nonce-rejected-cvv');
  await page.getByRole('button', { name: 'Pay' }).click();

  await expect(status(page)).toHaveText('Payment Failed: The security code is incorrect.');
  await expect(page.getByLabel('Token')).toBeFocused();
});

test('if the script fails to load, the form says so and Pay fails', async ({ page, squareShop, expectedErrors }) => {
  expectedErrors.push(/status of 500|Failed to load|MIME/);
  squareShop.script.status = 500;
  await openForm(page, squareShop);

  await expect(page.getByRole('alert').filter({ hasText: "The card form didn't load." })).toBeVisible();
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(status(page)).toContainText('Payment Failed: ');
  squareShop.script.status = 200;
});

test('the access token never reaches the browser', async ({ page, squareShop }) => {
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => void bodies.push(response.text().catch(() => '')));
  await openForm(page, squareShop);
  await page.getByLabel('Token').fill('cnon:card-nonce-ok');
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(status(page)).toHaveText('Payment Successful! Order placed.');

  const received = (await Promise.all(bodies)).join('');
  expect(received).toContain(squareSettings.SQUARE_APPLICATION_ID);
  expect(received).not.toContain(squareSettings.SQUARE_ACCESS_TOKEN);
});

test('without a payment provider the card form says whom to contact', async ({ page }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'off-'));
  const shop = await startShop({ DATA_DIR: dataDir, PAYMENTS: 'off' });
  try {
    await openPage(page, shop.url + pagePaths.products);
    await orderButton(page, 'Comet').click();

    await expect(
      page.getByText('Card payments are not set up on this site. Please contact the developer'),
    ).toBeVisible();
    await expect(page.getByText('Demo payments')).toBeHidden();
    await page.getByLabel('Your Name').fill('Dana');
    await page.getByLabel('Your Phone').fill('707');
    await expect(page.getByText('Your card is charged once')).toBeHidden();
    await page.getByRole('button', { name: 'Pay' }).click();
    await expect(status(page)).toHaveText('Payment Failed: No token or product selected');
  } finally {
    await page.goto('about:blank');
    await shop.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
