import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { toInvoiceSheet } from '#contracts/invoice-sheet.ts';
import type { Invoice } from '#contracts/terms.ts';
import { drawInvoice } from '#server/pdf/invoice-pdf.ts';
import { textsIn } from '#server/testing/pdf-texts.ts';
import { termsFixtures } from '#server/testing/terms-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { drawOnce } from './invoice-files.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const wren = await shop.as('wren');
const { brewery, order, pay } = termsFixtures(shop, wren);

const pdfOf = (number: number, key?: string) => `/api/invoices/${number}/pdf${key ? `?key=${key}` : ''}`;

test('staff, the account and anyone with the key get the PDF; to others it does not exist', async () => {
  const sandbar = await brewery();
  const { body } = await order(sandbar, 2);
  const { data } = await sandbar.send('GET /api/invoices/:id', { params: { id: body.invoice }, query: {} });
  const stranger = await brewery();

  const response = await shop.visitor.fetch(pdfOf(body.invoice, data.key));

  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'content-disposition': `inline; filename="heron-slough-ranch-invoice-${body.invoice}.pdf"`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toMatch(/^%PDF-[\s\S]+%%EOF\s*$/);
  expect((await wren.fetch(pdfOf(body.invoice))).status).toBe(200);
  expect((await sandbar.fetch(pdfOf(body.invoice))).status).toBe(200);
  expect((await shop.visitor.fetch(pdfOf(body.invoice))).status).toBe(404);
  expect((await shop.visitor.fetch(pdfOf(body.invoice, 'wrong'))).status).toBe(404);
  expect((await stranger.fetch(pdfOf(body.invoice))).status).toBe(404);
  expect((await wren.fetch(pdfOf(999_999))).status).toBe(404);
  expect((await wren.fetch('/api/invoices/x/pdf')).status).toBe(404);
});

test('the same invoice gives the same bytes, until something is paid', async () => {
  const sandbar = await brewery();
  const { body } = await order(sandbar);
  const bytes = async () => Buffer.from(await (await sandbar.fetch(pdfOf(body.invoice))).arrayBuffer());

  const first = await bytes();
  expect((await bytes()).equals(first)).toBe(true);

  await pay(sandbar.id, 16);
  expect((await bytes()).equals(first)).toBe(false);
});

const invoice: Invoice = {
  ...{ number: 12, kind: 'invoice', order_id: 71, issued_on: '2026-09-14', due_on: '2026-10-14', key: 'k' },
  ...{ amount: 1275, open: 275, credits: null, po_number: 'PO 7' },
  seller: { name: 'Heron Slough Ranch', lines: ['Rio Vista, CA 94571'] },
  bill_to: { name: 'Sandbar', lines: ['Otis'] },
  lines: [{ text: 'Cascade, lot CA-26-01', pounds: 22, price: 14.5, amount: 319 }],
};
const draw = (change: Partial<Invoice> = {}) =>
  drawInvoice(toInvoiceSheet({ ...invoice, ...change }), { issuedOn: '2026-09-14', logo: [], compress: false });

test('every text of the sheet is in the PDF', async () => {
  const texts = textsIn(await draw());
  for (const text of ['Invoice 12', 'September 14, 2026', 'Bill to', 'Sandbar', 'Otis', 'October 14, 2026', 'PO 7'])
    expect(texts).toContain(text);
  for (const text of ['Cascade, lot CA-26-01', '22', '$14.50', '$319.00', 'Total', '$1,275.00'])
    expect(texts).toContain(text);
  expect(texts).toContain('Paid or credited: $1,000.00. Still open: $275.00.');
});

test('a sheet is drawn once until it shows something else, and again after a failure', async () => {
  const drawn: string[] = [];
  const draws = drawOnce(async ({ closing = '' }) => {
    drawn.push(closing);
    if (closing.includes('Please')) throw new Error('No font.');
    return Buffer.from(closing);
  });
  const drawOpen = (open: number) => draws(toInvoiceSheet({ ...invoice, open }), '2026-09-14');

  const [first, second, other, failed] = await Promise.allSettled([275, 275, 0, 1275].map(drawOpen));
  expect([second, await drawOpen(275)]).toEqual([first, Object(first).value]);
  expect([other, failed]).toMatchObject([
    { value: Buffer.from('Nothing is open. Thank you.') },
    { status: 'rejected' },
  ]);
  expect(drawn).toHaveLength(3);

  await expect(drawOpen(1275)).rejects.toThrow('No font.');
  expect(drawn).toHaveLength(4);
});

test('other requests get their turn after every two sheets', async () => {
  let drawn = 0;
  const draws = drawOnce(async () => {
    drawn += 1;
    return Buffer.alloc(1);
  });
  const all = Promise.all(
    Array.from({ length: 20 }, (_, po) => draws(toInvoiceSheet({ ...invoice, po_number: `${po}` }), '')),
  );

  for (let before = 0; drawn < 20; before = drawn) {
    await yieldToEventLoop();
    expect(drawn - before).toBeLessThanOrEqual(2);
  }
  expect(await all).toHaveLength(20);
});

test('a name in other letters is written as far as the fonts go, and the rest shows as question marks', async () => {
  const texts = textsIn(await draw({ bill_to: { name: 'Łukasz Wiśniewski', lines: ['東京 🍺', 'a\u0000b\nc', ''] } }));
  expect(texts.join('')).toContain('Łukasz Wiśniewski');
  expect(texts).toContain('?? ?');
});

test('fifty lines and long names break onto more pages, each with its number', async () => {
  const long =
    'A hop with a name that is longer than any line of any invoice has ever been, and then some, lot CA-26-01';
  const lines = Array.from({ length: 50 }, (_, n) => ({ text: `${long} ${n}`, pounds: 1, price: 1, amount: 1 }));

  const texts = textsIn(await draw({ lines }));

  expect(texts).toContain('Invoice 12, page 1 of 4');
  expect(texts).toContain('Invoice 12, page 4 of 4');
  expect(texts.filter((text) => text === 'Pounds')).toHaveLength(4);
  expect(texts).not.toContain(`${long} 1`);
});

test('a word without spaces is broken instead of leaving the page', async () => {
  const texts = textsIn(await draw({ bill_to: { name: 'x'.repeat(300), lines: [] } }));
  expect(texts.filter((text) => /^x+$/.test(text)).length).toBeGreaterThan(5);
});
