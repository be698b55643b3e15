// From an order to the labels of its bags, and from a label back to the page of its lot.
import { createRequire } from 'node:module';
import type { Locator } from '@playwright/test';
import type jsqr from 'jsqr';
import sharp from 'sharp';
import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';
import { addLot, uniqueLotNumber, withProduct } from '#e2e/support/product-fixtures.ts';

// Its types say that it is an ES module, and it is not.
const readQR: typeof jsqr = createRequire(import.meta.url)('jsqr');

type Shop = { url: string; staff: Record<string, string> };

async function sellFrom(shop: Shop, productId: number, number: string, pounds: number): Promise<number> {
  const lot_id = await addLot(shop, productId, { number });
  const json = { 'content-type': 'application/json' };
  await fetch(`${shop.url}/api/products/admin/${productId}/current-lot`, {
    method: 'PUT',
    headers: { ...shop.staff, ...json },
    body: JSON.stringify({ lot_id }),
  });
  const buyer = { name: 'Lena Label', phone: '(707) 555-0188', locationOption: 'pickup' };
  const orderDetails = { productId, quantity: pounds, ...buyer };
  const response = await fetch(`${shop.url}/api/process-payment`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ sourceId: 'cnon:card-nonce-ok', amount: pounds * 1250, orderDetails }),
  });
  return (await response.json()).order.id;
}

/** What a phone reads from the printed picture. */
async function readCode(label: Locator): Promise<string | undefined> {
  const picture = sharp(await label.screenshot()).ensureAlpha();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return readQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

test('an order has a label for each bag, whose printed code opens the page of the lot', async ({
  staffPage: page,
  shop,
  expectedErrors,
}) => {
  // The public side does not know the order; the back office takes over.
  expectedErrors.push(/status of 404.*\/order\//);
  const number = `${uniqueLotNumber()} 1/2`;
  await withProduct(shop, {}, async (id) => {
    const order = await sellFrom(shop, id, number, 39);
    await openPage(page, pagePaths.order(order));
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('link', { name: 'Bag labels' }).click();
    await expect(page.getByRole('button', { name: 'Print 4 labels' })).toBeVisible();
    expect(await a11yViolations(page)).toEqual([]);
    const labels = page.locator('.bag-label');
    await expect(labels).toHaveCount(4);
    await expect(labels.first()).toContainText(`Lot ${number}`);
    await expect(labels.first()).toContainText('Alpha 6.4%, tested September 14, 2026');
    await expect(labels.first()).toContainText('Net wt 22 lb (9.98 kg)');
    await expect(labels.last()).toContainText('Net wt 0.5 lb (0.23 kg)');

    await page.emulateMedia({ media: 'print' });
    await expect(page.getByLabel('Start at label')).toBeHidden();
    const url = await readCode(labels.first());
    expect(new URL(url ?? '').pathname).toBe(pagePaths.lot(number));
    const sheet = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(sheet.match(/\/MediaBox\s*\[[^\]]*\]/g)).toEqual(['/MediaBox [0 0 612 792]']);

    await page.emulateMedia({ media: 'screen' });
    await page.getByLabel('Start at label').fill('9');
    await expect(page.locator('.label-sheet')).toHaveCount(2);
    await page.getByLabel('Labels', { exact: true }).selectOption('Label printer: 4 × 6 in');
    await page.emulateMedia({ media: 'print' });
    expect(await readCode(labels.last())).toBe(url);
    const thermal = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(new Set(thermal.match(/\/MediaBox\s*\[[^\]]*\]/g))).toEqual(new Set(['/MediaBox [0 0 288 432]']));
    expect(thermal.match(/\/MediaBox/g)).toHaveLength(4);

    await page.emulateMedia({ media: 'screen' });
    await page.goto(new URL(url ?? '').pathname);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Lot ${number}`);
  });
});

test('an Avery sheet has its labels where the paper has them', async ({ staffPage: page, shop }) => {
  await withProduct(shop, {}, async (id) => {
    const order = await sellFrom(shop, id, uniqueLotNumber(), 39);
    await openPage(page, `${pagePaths.labels}?orders=${order}`);
    await expect(page.locator('.bag-label')).toHaveCount(4);
    await page.emulateMedia({ media: 'print' });
    const boxes = await page.locator('.bag-label').evaluateAll((labels) => {
      const sheet = document.querySelector('.label-sheet')?.getBoundingClientRect();
      return labels.map((label) => {
        const { left, top, width, height } = label.getBoundingClientRect();
        return [left - (sheet?.left ?? 0), top - (sheet?.top ?? 0), width, height].map((px) => px / 96);
      });
    });
    expect(boxes.map((box) => box.map((inches) => Number(inches.toFixed(3))))).toEqual([
      [0.156, 0.5, 4, 2],
      [4.344, 0.5, 4, 2],
      [0.156, 2.5, 4, 2],
      [4.344, 2.5, 4, 2],
    ]);
  });
});

test('to-pack prints one picking list for the chosen orders, and leads to their labels', async ({
  staffPage: page,
  shop,
}) => {
  await withProduct(shop, {}, async (id) => {
    const number = uniqueLotNumber();
    const order = await sellFrom(shop, id, number, 23);
    const { data } = await (await fetch(`${shop.url}/api/orders/${order}`, { headers: shop.staff })).json();
    await page.route('**/api/orders/to-pack', (route) => route.fulfill({ json: { data: [data], more: false } }));
    await page.setViewportSize({ width: 360, height: 740 });
    await openPage(page, pagePaths.toPack);
    await page.getByRole('checkbox', { name: 'Choose the order' }).check();
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);

    await page.evaluate(() => document.documentElement.classList.add('printing-picking-list'));
    await page.emulateMedia({ media: 'print' });
    const list = page.locator('.picking-list');
    await expect(list.getByRole('row', { name: `Cascade ${number} 23` })).toBeVisible();
    await expect(list).toContainText(`Order ${order}, Lena Label`);
    await expect(list).toContainText('1 × 22 lbs and a custom bag of 1 lb (2 bags)');
    await expect(page.getByRole('button', { name: 'Mark ready' })).toBeHidden();
    await page.evaluate(() => document.documentElement.classList.remove('printing-picking-list'));
    await page.emulateMedia({ media: 'screen' });
    await expect(list).toBeHidden();

    await page.getByRole('link', { name: 'Bag labels' }).click();
    await expect(page.getByRole('button', { name: 'Print 2 labels' })).toBeVisible();
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  });
});
