// Phone and lot numbers stay on one line, on phones too.
import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { splitUnbroken } from '#contracts/unbroken.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';
import { addLot, withProduct } from '#e2e/support/product-fixtures.ts';
import { logInAsStaff } from '#e2e/support/staff-login.ts';

const LOTS = ['LH-25-SAMPLE', 'LH-26-SAMPLE'];
const PHONE = '(707) 555-0133';

async function takeOrder({ url, staff }: { url: string; staff: Record<string, string> }, productId: number) {
  const post = async (path: string, body: object) => {
    const headers = { ...staff, 'content-type': 'application/json' };
    return (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const contact = { name: 'Sedge Wrenfield', email: 'sedge@unbroken.example', phone: PHONE, address: '' };
  const { data: customer } = await post('/api/customers', { ...contact, company: '', notes: '' });
  return post('/api/orders/desk', {
    customer_id: customer.id,
    payment: 'link',
    poNumber: 'PO 118',
    amount: 16_500,
    orderDetails: { ...contact, items: [{ productId, quantity: 11 }], locationOption: 'pickup' },
  });
}

/** Those that stand on more than one line. */
async function broken(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: { text: string; lines: number[] }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const text = node.textContent ?? '';
      if (!node.parentElement?.checkVisibility() || !/\d/.test(text)) continue;
      const lines = [...text].map((_, index) => {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        return Math.round(range.getBoundingClientRect().top);
      });
      found.push({ text, lines });
    }
    return found;
  });
  return texts.flatMap(({ text, lines }) => {
    let end = 0;
    return splitUnbroken(text).filter((part, index) => {
      const start = end;
      end += part.length;
      return index % 2 === 1 && /\d/.test(part) && new Set(lines.slice(start, end)).size > 1;
    });
  });
}

test('no lot or phone number breaks', async ({ page, shop, expectedErrors }) => {
  expectedErrors.push(/status of 404/);
  await withProduct(shop, { name: 'Long Hop', price: '15', stock: '0' }, async (id) => {
    for (const number of LOTS) await addLot(shop, id, { number, stock: '40' });
    const { order, invoice, invoice_key } = await takeOrder(shop, id);

    for (const width of [360, 768]) {
      await page.setViewportSize({ width, height: 740 });
      for (const path of [
        pagePaths.product('long-hop'),
        `${pagePaths.invoice(invoice)}?key=${invoice_key}`,
        `${pagePaths.pay(invoice)}?key=${invoice_key}`,
        `${pagePaths.order(order.id)}?key=${order.key}`,
      ]) {
        await openPage(page, path);
        await expect(page.getByText(/LH-2[56]-SAMPLE/).first()).toBeVisible();
        expect(await broken(page), `${path} at ${width} px`).toEqual([]);
      }
    }
    await logInAsStaff(page, shop);
    for (const width of [360, 768]) {
      await page.setViewportSize({ width, height: 740 });
      for (const path of [pagePaths.order(order.id), pagePaths.stockLedger, pagePaths.productManagement]) {
        await openPage(page, path);
        expect(await broken(page), `${path} at ${width} px`).toEqual([]);
      }
    }
  });
});
