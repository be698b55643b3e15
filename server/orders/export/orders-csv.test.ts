import { expect, test } from 'vitest';
import { insertOrders } from '#server/testing/many-orders.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { csvRow } from './csv.ts';
import { ordersCsv } from './orders-csv.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const { visitor, clock } = shop;
const wren = await shop.as('wren');

async function buy(name: string): Promise<void> {
  const orderDetails = { productId: 1, quantity: 2, name, phone: '+1 707', locationOption: 'pickup' };
  const body = JSON.stringify({ sourceId: 'cnon:card-nonce-ok', amount: 3200, orderDetails });
  const headers = { 'content-type': 'application/json' };
  await visitor.fetch('/api/process-payment', { method: 'POST', headers, body });
}

const text = async (query: string) => (await wren.fetch(`/api/orders/export?${query}`)).text();

test('a range without orders returns a file with only a header', async () => {
  const response = await wren.fetch('/api/orders/export?range=custom&from=2020-01-01&to=2020-01-31');

  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe(
    'attachment; filename="orders-2020-01-01-to-2020-01-31.csv"',
  );
  // Reading it as text drops the byte order mark.
  expect(await response.text()).toMatch(/^"Order ID","Created At","Status",.*\r\n$/);
});

test('exports one row per order, by farm days, with formulas escaped', async () => {
  clock.now = new Date('2026-10-02T06:59:59.000Z');
  await buy('=HYPERLINK("http://evil.example")');
  clock.now = new Date('2026-10-02T07:00:00.000Z');
  await buy('Dana, "the brewer"');

  const first = await text('range=custom&from=2026-10-01&to=2026-10-01');
  const second = await text('range=custom&from=2026-10-02&to=2026-10-02');

  expect(first).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
  expect(first).toContain(`"'+1 707"`);
  expect(first).not.toContain('Dana');
  // The farm's date and time, not those of Greenwich.
  expect(first).toContain(',"2026-10-01 23:59",');
  expect(second).toContain(',"2026-10-02 00:00",');
  expect(second).toContain('"Dana, ""the brewer"""');
  expect(second.trim().split('\r\n')).toHaveLength(2);
  expect(second).toContain(',32.00,"demo_');
});

test('a file of many batches contains every order in its range once, oldest first', async () => {
  const range = { from: '2026-05-01T00:00:00.000Z', to: '2026-05-02T00:00:00.000Z' };
  await insertOrders(shop.database, 60, { ...range, to: '2026-05-01T00:20:00.000Z' });
  await insertOrders(shop.database, 3, { from: range.to, to: '2026-05-03T00:00:00.000Z' });

  const file = (await Array.fromAsync(ordersCsv(shop.database.db, range, 7))).join('');

  const orders = await shop.database.db
    .selectFrom('orders')
    .select('id')
    .where('created_at', '>=', range.from)
    .where('created_at', '<', range.to)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  expect(file.match(/^\d+/gm)?.map(Number)).toEqual(orders.map(({ id }) => id));
  expect(orders).toHaveLength(60);
});

test.each(['=1', '+1', '-1', '@x', '\t1', '\r1'])('escapes %j', (text) => {
  expect(csvRow([text])).toBe(`"'${text}"\r\n`);
});

test('quotes every text, so that a program which splits at semicolons sees no formula in it', async () => {
  await buy(';=1+1;=2+2');

  expect(await text('range=custom&from=2026-10-02&to=2026-10-02')).toContain(',";=1+1;=2+2",');
  expect(csvRow(['', 'a', 7, null])).toBe('"","a",7,\r\n');
});

test('rejects a bad range, and only staff can download the file', async () => {
  expect((await wren.fetch('/api/orders/export?range=custom&from=2026-02-02&to=2026-01-01')).status).toBe(422);
  expect((await visitor.fetch('/api/orders/export')).status).toBe(401);
  expect((await (await shop.as('otis')).fetch('/api/orders/export')).status).toBe(403);
});
