// The receipt and the packing slip as they come out of a printer.
import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { addLot, uniqueLotNumber, withProduct } from '#e2e/support/product-fixtures.ts';
import { logInAsStaff } from '#e2e/support/staff-login.ts';

type Shop = { url: string; staff: Record<string, string> };

const LINES = 8;
/** Packs into every size of bag and a custom one, the longest description there is. */
const POUNDS = 43;

/** Runs `work` with an order of eight hops, each from a lot. */
async function withLongOrder(
  shop: Shop,
  work: (order: { id: number; key: string }) => Promise<void>,
  ids: number[] = [],
) {
  if (ids.length === LINES) return work(await placeOrder(shop, ids));
  const name = `Northern Brewer ${ids.length + 1}`;
  await withProduct(shop, { name, picture: 'web/public/icon-192.png' }, async (id) => {
    const lot_id = await addLot(shop, id, { number: `${uniqueLotNumber().slice(0, 7)}${ids.length + 1}` });
    await fetch(`${shop.url}/api/products/admin/${id}/current-lot`, {
      method: 'PUT',
      headers: { ...shop.staff, 'content-type': 'application/json' },
      body: JSON.stringify({ lot_id }),
    });
    await withLongOrder(shop, work, [...ids, id]);
  });
}

async function placeOrder({ url }: Shop, ids: number[]): Promise<{ id: number; key: string }> {
  const buyer = { name: 'Dana Whitlock of the Tule Fog Brewing Company', phone: '(707) 555-0188' };
  const orderDetails = {
    ...buyer,
    email: 'dana@tulefog.example',
    address: '412 Second Street, Rio Vista, CA 94571',
    locationOption: 'delivery',
    items: ids.map((productId) => ({ productId, quantity: POUNDS })),
  };
  const response = await fetch(`${url}/api/process-payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sourceId: 'cnon:card-nonce-ok', amount: ids.length * POUNDS * 1250, orderDetails }),
  });
  return (await response.json()).order;
}

async function countPrintedPages(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'Letter' });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

test('a receipt of eight lines prints on one page, in two columns, under the heron', async ({ page, shop }) => {
  await withLongOrder(shop, async ({ id, key }) => {
    await page.goto(`${pagePaths.order(id)}?key=${key}`);
    await expect(page.locator('.receipt-lines tbody tr')).toHaveCount(LINES);

    expect(await countPrintedPages(page)).toBe(1);

    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 700, height: 900 });
    await expect(page.locator('.receipt-letterhead svg')).toBeVisible();
    await expect(page.locator('.receipt-letterhead')).toContainText('1180 Levee Road, Isleton, CA 95641');
    const lines = await page.locator('.receipt-lines').boundingBox();
    const side = await page.locator('.receipt-side').boundingBox();
    expect(side?.x).toBeGreaterThan((lines?.x ?? 0) + (lines?.width ?? 0));
    expect(side?.y).toBe(lines?.y);
    const dots = await page.locator('.history li').evaluateAll((steps) =>
      steps.map((step) => {
        const { backgroundColor, printColorAdjust } = getComputedStyle(step, '::before');
        return { backgroundColor, printColorAdjust };
      }),
    );
    const green = { backgroundColor: 'rgb(47, 74, 36)', printColorAdjust: 'exact' };
    const white = { backgroundColor: 'rgb(255, 255, 255)', printColorAdjust: 'exact' };
    expect(dots).toEqual([green, green, white, white]);
  });
});

test('a packing slip of eight lines prints on one page', async ({ page, shop, expectedErrors }) => {
  expectedErrors.push(/status of 404/);
  await withLongOrder(shop, async ({ id }) => {
    await logInAsStaff(page, shop);
    await page.goto(pagePaths.order(id));
    await expect(page.locator('.receipt-lines tbody tr')).toHaveCount(LINES);
    await page.evaluate(() => document.documentElement.classList.add('packing-slip'));

    expect(await countPrintedPages(page)).toBe(1);

    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('link', { name: /^CA-\w{4}8$/ })).toBeVisible();
    await expect(page.getByText(/^127\.0\.0\.1:\d+\/lots\/ca-\w{4}8$/)).toBeVisible();
    await expect(page.getByText('$537.50').first()).toBeHidden();
  });
});
