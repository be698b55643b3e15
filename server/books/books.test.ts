import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { bookTypes } from '#contracts/book-types.ts';
import { booksFile, centsOf, type FileRow, parseCsv, sumCents } from '#server/testing/books-fixtures.ts';
import { lastingClient } from '#server/testing/lasting-client.ts';
import { insertOrders } from '#server/testing/many-orders.ts';
import { findWrongReports } from '#server/testing/recount.ts';
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

test('what is changed in an order later is on its own day, and adds up to what is owed', async () => {
  goTo('2027-02-05T17:00:00.000Z');
  const { id: customer, ...sandbar } = await brewery();
  const [card, onTerms] = [await buy('Mona', 12), (await order(sandbar, 4)).body.order.id];
  const change = async (id: number, body: object) => {
    const { version } = (await wren.send('GET /api/orders/:id', { params: { id }, query: {} })).data;
    const request = { reason: 'By phone', weighed: false, version, ...body };
    return wren.send('POST /api/orders/:id/changes', { params: { id }, body: request });
  };
  goTo('2027-02-06T17:00:00.000Z');
  await change(card, { charge: { text: 'Freight by UPS', amount: 18 } });
  await change(onTerms, { lines: [{ product_id: 1, pounds: 6 }] });
  goTo('2027-02-07T17:00:00.000Z');
  const [other] = (await visitor.send('GET /api/products')).data.filter(({ id }) => id !== 1);
  await change(card, {
    lines: [
      { product_id: other?.id ?? 2, pounds: 1 },
      { product_id: 1, pounds: 8 },
    ],
    weighed: true,
  });
  await change(onTerms, { lines: [{ product_id: 1, pounds: 1 }] });
  goTo('2027-02-08T17:00:00.000Z');
  await change(card, { discount: { text: 'Torn bag', amount: 5 } });
  const refund = { lines: [{ product_id: 1, pounds: 2 }], restock: true, reason: 'Wet', key: randomUUID() };
  await wren.send('POST /api/orders/:id/refunds', { params: { id: card }, body: refund });
  goTo('2027-02-09T17:00:00.000Z');
  await changeStatus(card, 'cancelled');
  await receive(customer, 16, '2027-02-09');

  const rows = await rowsOf('2027-02');

  const comet = other?.price ?? 0;
  const briefly = (id: number) => aboutOrder(rows, id).map((row) => brief(row).slice(8));
  expect(briefly(card).filter((row) => !/payment|refund/.test(row))).toEqual([
    '05 sale 12 192.00 ',
    '06 charge  18.00 ',
    '07 pounds changed -4 -64.00 ',
    `07 pounds changed 1 ${comet.toFixed(2)} `,
    '08 discount  -5.00 ',
    '08 sale taken back -2 -32.00 ',
    '09 sale taken back -6 -96.00 ',
    `09 sale taken back -1 -${comet.toFixed(2)} `,
    '09 sale taken back  -13.00 ',
  ]);
  expect(briefly(onTerms)).toEqual(['05 sale 4 64.00 ', '06 pounds changed 2 32.00 ', '07 pounds changed -5 -80.00 ']);
  const cardRows = aboutOrder(rows, card);
  const sold = sumCents(cardRows.filter(({ Type }) => !['payment', 'refund'].includes(Type ?? '')));
  expect(sold).toBe(0);
  await expectTotalsOfFile('2027-02');
  await expectBalancedJournal('2027-02');
  const report = { range: 'custom', from: '2027-02-01', to: '2027-02-28' } as const;
  expect((await booksOf('2027-02')).sales).toBe(
    (await wren.send('GET /api/sales', { query: report })).data.total.revenue,
  );
  // What the card still has to get back is the only difference to what customers owe.
  const captured = sumCents(cardRows.filter(({ Type }) => ['payment', 'refund'].includes(Type ?? '')));
  const { sales, money } = await booksOf('2027-02');
  const balances = await db.selectFrom('customers').select('balance_cents').where('id', '>=', customer).execute();
  const owed = balances.reduce((sum, { balance_cents }) => sum + balance_cents, 0);
  expect(Math.round((sales - money) * 100)).toBe(owed - captured);
});

test('an invoice that is paid by card and given back is a payment and a refund', async () => {
  goTo('2027-02-20T17:00:00.000Z');
  const { id, ...sandbar } = await brewery();
  const { body } = await order(sandbar, 2);
  const paid = await visitor.fetch(`/api/invoices/${body.invoice}/payments?key=${body.invoice_key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ sourceId: 'cnon:card-nonce-ok', amount: 3200 }),
  });
  expect(paid.status).toBe(200);
  const { data: ledger } = await wren.send('GET /api/customers/:id/ledger', { params: { id }, query: {} });
  await changeStatus(body.order.id, 'cancelled');
  const refund = { amount: 32, reason: 'Canceled', key: randomUUID() };
  const params = { id, entry: ledger[0]?.id ?? 0 };
  await wren.send('POST /api/customers/:id/payments/:entry/refunds', { params, body: refund });

  const rows = (await rowsOf('2027-02')).filter((row) => row.Date === '2027-02-20');

  expect(rows.map(({ Type, Amount, Method }) => `${Type} ${Amount} ${Method}`)).toEqual([
    'sale 32.00 ',
    'sale taken back -32.00 ',
    'payment 32.00 card',
    'refund -32.00 card',
  ]);
  expect(rows[2]).toMatchObject({ Invoice: String(body.invoice), Reference: expect.stringMatching(/^demo_/) });
  await expectTotalsOfFile('2027-02');
  await expectBalancedJournal('2027-02');
});

test('an order that staff credited in part and cancel later is taken back once', async () => {
  goTo('2027-03-05T17:00:00.000Z');
  const { id: _, ...sandbar } = await brewery();
  const { body } = await order(sandbar, 3);
  const credit = { amount: 5, reason: 'Wet bag', key: randomUUID() };
  await wren.send('POST /api/invoices/:id/credit-notes', { params: { id: body.invoice }, body: credit });
  await changeStatus(body.order.id, 'cancelled');

  const rows = aboutOrder(await rowsOf('2027-03'), body.order.id);

  expect(rows.map(({ Type, Amount }) => `${Type} ${Amount}`)).toEqual([
    'sale 48.00',
    'credit note -5.00',
    'sale taken back -48.00',
    'sale taken back 5.00',
  ]);
  expect((await booksOf('2027-03')).sales).toBe(0);
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
  expect(await findWrongReports(db)).toEqual([]);
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
  goTo('2027-04-20T17:00:00.000Z');
  const { id } = await brewery();
  const stored = () => db.selectFrom('book_days').select('day').where('day', '=', '2027-04-12').execute();
  const received = async () => (await booksOf('2027-04')).totals.find(({ type }) => type === 'payment')?.amount ?? 0;
  const before = await received();
  expect(await stored()).toHaveLength(1);

  await receive(id, 12.34, '2027-04-12');

  expect(await stored()).toEqual([]);
  expect(centsOf(String((await received()) - before))).toBe(1234);
  await expectTotalsOfFile('2027-04');
  expect(await findWrongDays(db)).toEqual([]);
});

test('the running day equals its file at any hour, also when an order is decided late or the clock is set back', async () => {
  const month = '2027-05';
  const at = (hours: number) =>
    goTo(new Date(Date.parse('2027-05-10T07:00:00.000Z') + hours * 3_600_000).toISOString());
  const setStatus = (id: number, status: 'pending' | 'paid') =>
    database.transaction([], (tx) => tx.updateTable('orders').set({ status }).where('id', '=', id).execute());
  const { id: customer } = await brewery();
  at(1);
  const [canceled, late] = [await buy(), await buy()];
  await expectTotalsOfFile(month);
  await setStatus(late, 'pending');
  at(4);
  await changeStatus(canceled, 'cancelled');
  await receive(customer, 7, '2027-05-10');
  await expectTotalsOfFile(month);
  at(8.2);
  await buy();
  await expectTotalsOfFile(month);
  await setStatus(late, 'paid');
  await changeStatus(canceled, 'refunded');
  at(9.1);
  await expectTotalsOfFile(month);
  at(15);
  await expectTotalsOfFile(month);
  at(12);
  await buy();
  await expectTotalsOfFile(month);
  await booksOf('2027-04');
  // Past midnight, in the hour before the day is stored, and after it.
  for (const hours of [23.9, 24.2, 24.9, 25.1]) {
    at(hours);
    await buy();
    await expectTotalsOfFile(month);
  }
  expect(await findWrongDays(db)).toEqual([]);
});

test('a month that does not exist, or a layout that does not, names the field', async () => {
  expect((await wren.fetch('/api/books?month=2026-13')).status).toBe(422);
  const response = await wren.fetch('/api/books/file?month=2026-10&layout=xml');
  expect([response.status, Object.keys((await response.json()).errors)]).toEqual([422, ['layout']]);
  expect((await visitor.fetch('/api/books/file?month=2026-10')).status).toBe(401);
  expect((await lastingClient(shop, 'otis').fetch('/api/books/file?month=2026-10')).status).toBe(403);
});
