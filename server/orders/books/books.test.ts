import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { bookTypes } from '#contracts/book-types.ts';
import { findWrongTotals } from '#server/orders/index/verify-totals.store.ts';
import { booksFile, centsOf, type FileRow, parseCsv, sumCents } from '#server/testing/books-fixtures.ts';
import { lastingClient } from '#server/testing/lasting-client.ts';
import { insertOrders } from '#server/testing/many-orders.ts';
import { termsFixtures } from '#server/testing/terms-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { bookRows } from './book-rows.ts';
import { findWrongDays } from './day-totals.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const { visitor, clock, database } = shop;
const { db } = database;
const wren = lastingClient(shop, 'wren');
const { brewery, order, changeStatus } = termsFixtures(shop, wren);

// Each test is later than the one before: stored totals are of the past.
const goTo = (at: string) => {
  clock.now = new Date(at);
};

async function buy(name = 'Dana', pounds = 2): Promise<number> {
  const orderDetails = { productId: 1, quantity: pounds, name, phone: '707', locationOption: 'pickup' };
  const response = await visitor.fetch('/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sourceId: 'cnon:card-nonce-ok', amount: 1600 * pounds, orderDetails }),
  });
  return (await response.json()).order.id;
}

const receive = (id: number, amount: number, received_on: string) =>
  wren.attempt('POST /api/customers/:id/payments', {
    params: { id },
    body: { amount, method: 'check', received_on, note: 'Check 12', key: randomUUID() },
  });
const booksOf = async (month: string) => (await wren.send('GET /api/books', { query: { month } })).data;
const rowsOf = async (month: string) => parseCsv(await booksFile(wren, month));
const aboutOrder = (rows: FileRow[], id: number) => rows.filter((row) => row.Order === String(id));
const brief = ({ Date: day, Type, Pounds, Amount, Method }: FileRow) => [day, Type, Pounds, Amount, Method].join(' ');

async function expectTotalsOfFile(month: string): Promise<void> {
  const [books, rows] = [await booksOf(month), await rowsOf(month)];
  for (const { type, rows: count, pounds, amount } of books.totals) {
    const ofType = rows.filter(({ Type }) => Type === type);
    expect([type, count, Math.round(amount * 100)]).toEqual([type, ofType.length, sumCents(ofType)]);
    expect(pounds).toBe(ofType.reduce((sum, { Pounds }) => sum + Number(Pounds), 0));
  }
  const bySide = (side: string) => rows.filter(({ Type }) => Reflect.get(bookTypes, Type ?? '') === side);
  expect(Math.round(books.sales * 100)).toBe(sumCents(bySide('sales')));
  expect(Math.round(books.money * 100)).toBe(sumCents(bySide('money')));
  expect(books.totals.reduce((sum, { rows: count }) => sum + count, 0)).toBe(rows.length);
}

async function expectBalancedJournal(month: string): Promise<void> {
  const lines = parseCsv(await booksFile(wren, month, 'quickbooks'));
  for (const entry of Map.groupBy(lines, (line) => line['Journal No.']).values()) {
    expect(sumCents(entry, 'Debits')).toBe(sumCents(entry, 'Credits'));
    for (const { Debits, Credits } of entry) expect([Debits, Credits].filter(Boolean)).toHaveLength(1);
  }
  const { sales, money } = await booksOf(month);
  const receivables = lines.filter((line) => line['Account Name'] === 'Shop receivables');
  const owed = sumCents(receivables, 'Debits') - sumCents(receivables, 'Credits');
  expect(owed).toBe(Math.round((sales - money) * 100));
}

test('a card order is a sale and a payment; what ends it is on its own day', async () => {
  goTo('2026-10-05T17:00:00.000Z');
  const [refunded, canceled, formula] = [await buy(), await buy(), await buy('=1+1')];
  goTo('2026-10-06T17:00:00.000Z');
  await changeStatus(canceled, 'cancelled');
  goTo('2026-10-08T06:59:00.000Z');
  await changeStatus(refunded, 'refunded');
  goTo('2026-11-02T17:00:00.000Z');
  await changeStatus(canceled, 'refunded');

  const [october, november] = [await rowsOf('2026-10'), await rowsOf('2026-11')];

  const bought = ['2026-10-05 sale 2 32.00 ', '2026-10-05 payment  32.00 card'];
  expect(aboutOrder(october, refunded).map(brief)).toEqual([
    ...bought,
    '2026-10-07 sale taken back -2 -32.00 ',
    '2026-10-07 refund  -32.00 card',
  ]);
  expect(aboutOrder(october, canceled).map(brief)).toEqual([...bought, '2026-10-06 sale taken back -2 -32.00 ']);
  expect(aboutOrder(november, canceled).map(brief)).toEqual(['2026-11-02 refund  -32.00 card']);
  const [sale, payment] = aboutOrder(october, formula);
  expect(sale).toMatchObject({ Customer: "'=1+1", Product: 'Triple Pearl', Price: '16.00' });
  expect(payment?.Reference).toMatch(/^demo_/);
  await expectTotalsOfFile('2026-10');
  await expectTotalsOfFile('2026-11');
});

test('an order on terms is in the books by its invoice, credit notes and payments', async () => {
  goTo('2026-12-05T17:00:00.000Z');
  const { id, ...sandbar } = await brewery();
  const { body } = await order(sandbar, 3);
  const credit = { amount: 5, reason: 'Wet bag', key: randomUUID() };
  await wren.send('POST /api/invoices/:id/credit-notes', { params: { id: body.invoice }, body: credit });
  await receive(id, 20, '2026-12-02');
  const entry = await db
    .selectFrom('ledger_entries')
    .select('id')
    .where('customer_id', '=', id)
    .where('kind', '=', 'payment')
    .executeTakeFirstOrThrow();
  const params = { id, entry: entry.id };
  await wren.send('POST /api/customers/:id/payments/:entry/reversal', { params, body: { note: 'Bounced' } });

  const rows = (await rowsOf('2026-12')).filter(({ Customer }) => Customer === 'Sandbar');

  expect(rows.map(brief)).toEqual([
    '2026-12-02 payment  20.00 check',
    '2026-12-05 sale 3 48.00 ',
    '2026-12-05 credit note  -5.00 ',
    '2026-12-05 payment taken back  -20.00 check',
  ]);
  expect(rows[1]).toMatchObject({
    Invoice: String(body.invoice),
    Product: 'Triple Pearl',
    Order: String(body.order.id),
  });
  expect(rows[2]).toMatchObject({ Reference: `Invoice ${body.invoice}`, Note: 'Wet bag' });
  await expectTotalsOfFile('2026-12');
  await expectBalancedJournal('2026-12');
});

test('the totals equal the files and the sales report for random orders of a year', async () => {
  await insertOrders(database, 300, { from: '2025-01-01T00:00:00.000Z', to: '2026-01-01T00:00:00.000Z' });

  // Canceled and refunded up to 40 days later.
  for (const month of ['2024-12', '2025-01', '2025-02', '2025-03', '2025-11', '2025-12', '2026-01']) {
    await expectTotalsOfFile(month);
    await expectBalancedJournal(month);
    const [from, to] = [
      `${month}-01`,
      `${month}-${new Date(Date.UTC(+month.slice(0, 4), +month.slice(5), 0)).getUTCDate()}`,
    ];
    const report = (await wren.send('GET /api/sales', { query: { range: 'custom', from, to } })).data.total;
    expect((await booksOf(month)).sales).toBe(report.revenue);
  }
  expect(await findWrongTotals(db)).toEqual([]);
});

test('rows read in small batches are the same', async () => {
  const days = { from: '2025-02-01', to: '2025-02-28' };

  const [whole, inBatches] = await Promise.all([
    Array.fromAsync(bookRows(db, days)),
    Array.fromAsync(bookRows(db, days, 3)),
  ]);

  expect(whole.length).toBeGreaterThan(30);
  expect(inBatches).toEqual(whole);
});

test('stored totals of a past day change with a payment that is dated into it', async () => {
  goTo('2027-01-20T17:00:00.000Z');
  const { id } = await brewery();
  const stored = () => db.selectFrom('book_days').select('day').where('day', '=', '2027-01-12').execute();
  const received = async () => (await booksOf('2027-01')).totals.find(({ type }) => type === 'payment')?.amount ?? 0;
  const before = await received();
  expect(await stored()).toHaveLength(1);

  await receive(id, 12.34, '2027-01-12');

  expect(await stored()).toEqual([]);
  expect(centsOf(String((await received()) - before))).toBe(1234);
  await expectTotalsOfFile('2027-01');
  expect(await findWrongDays(db)).toEqual([]);
});

test('a month that does not exist, or a layout that does not, names the field', async () => {
  expect((await wren.fetch('/api/books?month=2026-13')).status).toBe(422);
  const response = await wren.fetch('/api/books/file?month=2026-10&layout=xml');
  expect([response.status, Object.keys((await response.json()).errors)]).toEqual([422, ['layout']]);
  expect((await visitor.fetch('/api/books/file?month=2026-10')).status).toBe(401);
  expect((await lastingClient(shop, 'otis').fetch('/api/books/file?month=2026-10')).status).toBe(403);
});
