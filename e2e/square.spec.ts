// The shop with Square: its API and its browser script stand on a server of ours and speak as the real ones do.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { test as base, expect } from '#e2e/support/fixtures.ts';
import { orderNow } from '#e2e/support/order-button.ts';
import { startShop } from '#scripts/running-shop.ts';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';

type Script = { url: string; answers: number };
type SquareShop = { url: string; square: Awaited<ReturnType<typeof startFakeSquare>>; script: Script };

const test = base.extend<object, { squareShop: SquareShop }>({
  squareShop: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other, and the tool wants the braces
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

/** What Square's script does in a page: a form that makes a token of what stands in it. */
const squareJs = `window.Square = {
  payments(applicationId, locationId) {
    if (applicationId !== '${squareSettings.SQUARE_APPLICATION_ID}') throw new Error('The application id is not right.');
    return {
      async card() {
        const field = document.createElement('input');
        field.setAttribute('aria-label', 'Token');
        return {
          async attach(place) { place.append(field); },
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
  const script = { url: '', answers: 200, close: () => server.close() };
  const server = createServer((_, response) => {
    response.writeHead(script.answers, { 'content-type': 'text/javascript' }).end(squareJs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  script.url = `http://127.0.0.1:${Object(server.address()).port}`;
  return script;
}

async function openForm(page: Page, { url }: SquareShop) {
  await page.goto(url + pagePaths.products, { waitUntil: 'networkidle' });
  await orderNow(page, 'Comet').click();
  await page.getByLabel('Your Name').fill('Dana');
  await page.getByLabel('Your Phone').fill('707');
}

const status = (page: Page) => page.locator('.order-status');

test('an order is paid through the provider’s form and its API', async ({ page, squareShop }) => {
  await openForm(page, squareShop);
  await page.getByLabel('Token').fill('cnon:card-nonce-ok');

  await page.getByRole('button', { name: 'Pay' }).click();

  await expect(status(page)).toHaveText('Payment Successful! Order placed.');
  expect([...squareShop.square.payments.values()].at(-1)).toMatchObject({ status: 'COMPLETED', amount: 1450 });
  await expect(page.getByText('Demo payments')).toBeHidden();
});

test('the provider’s script is fetched with the order form, not before', async ({ page, squareShop }) => {
  const asked: string[] = [];
  page.on('request', (request) => void (request.url().includes('square.js') && asked.push(request.url())));
  await page.goto(squareShop.url + pagePaths.products, { waitUntil: 'networkidle' });
  expect(asked).toEqual([]);

  await orderNow(page, 'Comet').click();

  await expect(page.getByLabel('Token')).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('what the form finds wrong is joined by commas; a declined card is said in plain words', async ({
  page,
  squareShop,
  expected,
}) => {
  expected.push(/status of 402/);
  await openForm(page, squareShop);

  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(status(page)).toHaveText('Payment Failed: Card number is required, CVV is required');
  await page.getByLabel('Token').fill('none');
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(status(page)).toHaveText('Payment Failed: No token or product selected');
  await page.getByLabel('Token').fill('cnon:card-nonce-rejected-cvv');
  await page.getByRole('button', { name: 'Pay' }).click();

  await expect(status(page)).toHaveText('Payment Failed: The security code of the card is not right.');
  await expect(page.getByLabel('Token')).toBeFocused();
});

test('a script that does not come leaves a clear text, and Pay says that there is no token', async ({
  page,
  squareShop,
  expected,
}) => {
  expected.push(/status of 500|Failed to load|MIME/);
  squareShop.script.answers = 500;
  await openForm(page, squareShop);

  await expect(page.getByRole('alert').filter({ hasText: 'The card form could not be loaded.' })).toBeVisible();
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(status(page)).toContainText('Payment Failed: ');
  squareShop.script.answers = 200;
});

test('neither the access token nor another secret reaches the browser', async ({ page, squareShop }) => {
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => void bodies.push(response.text().catch(() => '')));
  await openForm(page, squareShop);
  await page.getByLabel('Token').fill('cnon:card-nonce-ok');
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(status(page)).toHaveText('Payment Successful! Order placed.');

  const seen = (await Promise.all(bodies)).join('');
  expect(seen).toContain(squareSettings.SQUARE_APPLICATION_ID);
  expect(seen).not.toContain(squareSettings.SQUARE_ACCESS_TOKEN);
});

test('without a provider the card form says whom to ask', async ({ page }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'off-'));
  const shop = await startShop({ DATA_DIR: dataDir, PAYMENTS: 'off' });
  try {
    await page.goto(shop.url + pagePaths.products, { waitUntil: 'networkidle' });
    await orderNow(page, 'Comet').click();

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
