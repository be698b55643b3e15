import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { findWrongReports } from '#server/testing/recount.ts';
import { termsFixtures } from '#server/testing/terms-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const { visitor, database, clock } = shop;
const wren = await shop.as('wren');

const { brewery, order, pay, changeStatus, termsOf, findOrder } = termsFixtures(shop, wren);
const stock = async () => (await visitor.send('GET /api/products')).data[0]?.stock ?? 0;

beforeEach(() => {
  clock.now = new Date('2026-10-01T17:00:00.000Z');
});

test('a brewery on terms orders, gets an invoice, and owes it', async () => {
  const sandbar = await brewery();
  const before = await stock();

  const { status, body } = await order(sandbar, 22);

  expect(status).toBe(200);
  expect(await stock()).toBe(before - 22);
  expect(await findOrder(body.order.id)).toMatchObject({
    ...{ status: 'pending', on_terms: true, po_number: 'PO 7', customer_id: sandbar.id, total: 352 },
    invoice: { number: body.invoice, due_on: '2026-10-31', open: 352 },
  });
  const { data: invoice } = await sandbar.send('GET /api/invoices/:id', { params: { id: body.invoice }, query: {} });
  expect(invoice).toMatchObject({
    ...{ kind: 'invoice', issued_on: '2026-10-01', due_on: '2026-10-31', amount: 352, open: 352, po_number: 'PO 7' },
    bill_to: { name: 'Sandbar', lines: ['Otis', '(707) 555-0188', 'otis@brewery.example'] },
    lines: [{ pounds: 22, price: 16, amount: 352 }],
  });
  expect(await termsOf(sandbar.id)).toMatchObject({ balance: 352, overdue: 0 });
  expect((await sandbar.send('GET /api/account/terms')).data).toEqual({ days: 30, available: 9648 });
  const emails = await shop.mails();
  expect(emails.some((text) => text.includes(`Invoice ${body.invoice}`) && text.includes('PO 7'))).toBe(true);
  expect(emails.some((text) => text.includes('New order on invoice from Otis'))).toBe(true);
  expect(await findWrongReports(database.db)).toEqual([]);
});

test('an order on terms is packed and completed before the money comes, and its status says where the hops are', async () => {
  const sandbar = await brewery();
  const { body } = await order(sandbar, 3);
  const { id } = body.order;
  const { data: toPack } = await wren.send('GET /api/orders/to-pack');
  expect(toPack.map((each) => each.id)).toContain(id);

  expect((await changeStatus(id, 'ready')).status).toBe(200);
  expect((await changeStatus(id, 'completed')).status).toBe(200);
  await pay(sandbar.id, 48);

  expect(await findOrder(id)).toMatchObject({ status: 'completed', invoice: { open: 0 } });
  expect((await changeStatus(id, 'refunded')).status).toBe(409);
  expect(await findWrongReports(database.db)).toEqual([]);
});

test('an invoice that is paid before the hops are packed makes the order paid; a part does not', async () => {
  const sandbar = await brewery();
  const { body } = await order(sandbar, 2);

  await pay(sandbar.id, 20);
  expect(await findOrder(body.order.id)).toMatchObject({ status: 'pending', invoice: { open: 12 } });
  await pay(sandbar.id, 12);
  expect(await findOrder(body.order.id)).toMatchObject({ status: 'paid', invoice: { open: 0 } });

  expect((await changeStatus(body.order.id, 'ready')).status).toBe(200);
  expect(await findWrongReports(database.db)).toEqual([]);
});

test('canceling gives the pounds back and takes back the invoice; money already paid is credit for the next', async () => {
  const sandbar = await brewery();
  const before = await stock();
  const { body } = await order(sandbar, 5);
  await pay(sandbar.id, 30);

  expect((await changeStatus(body.order.id, 'cancelled')).status).toBe(200);

  expect(await stock()).toBe(before);
  expect(await termsOf(sandbar.id)).toMatchObject({ balance: -30 });
  const next = await order(sandbar, 2);
  expect(await findOrder(next.body.order.id)).toMatchObject({ status: 'pending', invoice: { open: 2 } });
  expect(await termsOf(sandbar.id)).toMatchObject({ balance: 2 });
  expect(await findWrongReports(database.db)).toEqual([]);
});

test('without approval the order is refused with 403, and nothing happens', async () => {
  const otis = await shop.as('otis');
  const ended = await brewery();
  await wren.send('PUT /api/customers/:id/terms', {
    params: { id: ended.id },
    body: { days: null, credit_limit: 0, login: '' },
  });
  const before = await stock();

  expect((await otis.send('GET /api/account/terms')).data).toBeNull();
  expect((await order(otis)).status).toBe(403);
  expect((await order(ended)).status).toBe(403);
  expect((await order(visitor)).status).toBe(401);
  expect(await stock()).toBe(before);
});

test('the credit limit holds, also for parallel orders', async () => {
  const sandbar = await brewery({ limit: 80 });

  const results = await Promise.all(Array.from({ length: 12 }, () => order(sandbar)));

  expect(results.filter(({ status }) => status === 200)).toHaveLength(5);
  const refused = results.find(({ status }) => status === 409);
  expect(refused?.body.message).toBe(
    'This order is $16.00 above what you can order on invoice. Pay by card, or call us.',
  );
  expect(await termsOf(sandbar.id)).toMatchObject({ balance: 80 });
});

test('the server decides price and stock; what is refused leaves no invoice number behind', async () => {
  const sandbar = await brewery();
  const { body: first } = await order(sandbar);

  expect((await order(sandbar, 1, { amount: 100 })).status).toBe(409);
  expect((await order(sandbar, 6000)).status).toBe(409);
  expect((await order(sandbar, 1, { poNumber: 'x'.repeat(51) })).body.errors).toHaveProperty('poNumber');

  const { body: second } = await order(sandbar);
  expect(second.invoice).toBe(first.invoice + 1);
});

test('a repeat with the same key returns the same order; another order with it is refused', async () => {
  const sandbar = await brewery();
  const key = randomUUID();

  const [first, again] = await Promise.all([order(sandbar, 1, { key }), order(sandbar, 1, { key })]);
  const other = await order(sandbar, 2, { key });

  expect(again).toEqual(first);
  expect(other.status).toBe(422);
  expect(await termsOf(sandbar.id)).toMatchObject({ balance: 16 });
});

test('50 parallel orders get invoice numbers without gaps or repeats', async () => {
  const breweries = await Promise.all(Array.from({ length: 5 }, () => brewery()));

  const results = await Promise.all(
    Array.from({ length: 50 }, (_, n) => order(breweries[n % 5] ?? visitor, n % 10 === 9 ? 6000 : 1)),
  );

  expect(results.filter(({ status }) => status === 200)).toHaveLength(45);
  const rows = await database.db.selectFrom('invoices').select('number').orderBy('number').execute();
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
});

test('a payment clicked twice is recorded once, and can be taken back once', async () => {
  const sandbar = await brewery();
  const { body } = await order(sandbar, 2);
  await changeStatus(body.order.id, 'ready');
  const key = randomUUID();
  await Promise.all([pay(sandbar.id, 32, key), pay(sandbar.id, 32, key)]);
  expect(await termsOf(sandbar.id)).toMatchObject({ balance: 0 });
  const { data } = await wren.send('GET /api/customers/:id/ledger', { params: { id: sandbar.id }, query: {} });
  const [payment] = data;
  expect(data).toMatchObject([
    { kind: 'payment', amount: -32, balance: 0, method: 'check', note: 'Check 12', who: 'Farm office' },
    { kind: 'invoice', amount: 32, balance: 32, invoice: body.invoice, order_id: body.order.id },
  ]);

  const takeBack = () =>
    wren.attempt('POST /api/customers/:id/payments/:entry/reversal', {
      params: { id: sandbar.id, entry: payment?.id ?? 0 },
      body: { note: 'Bounced' },
    });
  const results = await Promise.all([takeBack(), takeBack()]);

  expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await findOrder(body.order.id)).toMatchObject({ invoice: { open: 32 } });
  expect(await termsOf(sandbar.id)).toMatchObject({ balance: 32 });
});

test('credit notes never exceed the invoice, and have a number of their own', async () => {
  const sandbar = await brewery();
  const { body } = await order(sandbar, 3);
  const credit = (amount: number, key: string = randomUUID()) =>
    wren.attempt('POST /api/invoices/:id/credit-notes', {
      params: { id: body.invoice },
      body: { amount, reason: 'One bag was wet', key },
    });
  const key = randomUUID();

  const [first, again] = [await credit(16, key), await credit(16, key)];
  const results = await Promise.all(Array.from({ length: 6 }, () => credit(16)));

  expect(first.body.data).toMatchObject({ kind: 'credit note', credits: body.invoice, amount: 16, open: 0 });
  expect(again.body.data.number).toBe(first.body.data.number);
  expect(results.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(await termsOf(sandbar.id)).toMatchObject({ balance: 0 });
});

test('an invoice is for staff, its brewery, and who has its key', async () => {
  const [sandbar, other] = [await brewery(), await brewery()];
  const { body } = await order(sandbar);
  const params = { id: body.invoice };
  const { data } = await sandbar.send('GET /api/invoices/:id', { params, query: {} });

  expect((await visitor.attempt('GET /api/invoices/:id', { params, query: { key: data.key } })).status).toBe(200);
  expect((await visitor.attempt('GET /api/invoices/:id', { params })).status).toBe(404);
  expect((await visitor.attempt('GET /api/invoices/:id', { params, query: { key: 'x' } })).status).toBe(404);
  expect((await other.attempt('GET /api/invoices/:id', { params })).status).toBe(404);
  const link = await visitor.send('GET /api/orders/:id', {
    params: { id: body.order.id },
    query: { key: body.order.key },
  });
  expect(link.data.invoice).toMatchObject({ number: body.invoice, key: null });
  expect((await sandbar.send('GET /api/account/invoices')).data.map(({ number }) => number)).toEqual([body.invoice]);
});

test('an invoice is overdue from the day after its due date', async () => {
  const sandbar = await brewery({ days: 1 });
  await order(sandbar, 2);

  clock.now = new Date('2026-10-02T17:00:00.000Z');
  expect(await termsOf(sandbar.id)).toMatchObject({ overdue: 0 });
  clock.now = new Date('2026-10-03T17:00:00.000Z');
  expect(await termsOf(sandbar.id)).toMatchObject({ overdue: 32 });
});

test('bad amounts, days and logins name their field and change nothing', async () => {
  const sandbar = await brewery();
  const put = (body: object) =>
    wren.fetch(`/api/customers/${sandbar.id}/terms`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ days: 30, credit_limit: 100, login: '', ...body }),
    });
  const errorsOf = async (response: Promise<Response>) => Object.keys((await (await response).json()).errors ?? {});

  expect(await errorsOf(put({ days: 181 }))).toEqual(['days']);
  expect(await errorsOf(put({ credit_limit: -1 }))).toEqual(['credit_limit']);
  expect(await errorsOf(put({ login: 'nobody@brewery.example' }))).toEqual(['login']);
  expect(await errorsOf(put({ login: (await brewery()).email }))).toEqual(['login']);
  for (const amount of [0, -5, 1.001, Number.NaN]) expect((await pay(sandbar.id, amount)).status).toBe(422);
  const future = { amount: 5, method: 'cash' as const, received_on: '2026-10-02', note: '', key: randomUUID() };
  const { body } = await wren.attempt('POST /api/customers/:id/payments', { params: { id: sandbar.id }, body: future });
  expect(body.errors).toHaveProperty('received_on');
  expect(await termsOf(sandbar.id)).toMatchObject({ days: 30, credit_limit: 10_000, balance: 0 });
});

test('a new invoice and the receipt have the tax id of the farm; a shop without one shows none', async () => {
  const sandbar = await brewery();
  const orderAndRead = async () => {
    const { body } = await order(sandbar, 1);
    const { data } = await sandbar.send('GET /api/invoices/:id', { params: { id: body.invoice }, query: {} });
    const receipt = await (await visitor.fetch(`/order/${body.order.id}?key=${body.order.key}`)).text();
    return { seller: data.seller.lines.join('; '), receipt };
  };
  const before = await orderAndRead();
  expect(before.seller).not.toContain('Tax ID');
  expect(before.receipt.includes('Tax ID')).toBe(false);

  const params = { section: 'farm' as const };
  const { version, value } = (await wren.send('GET /api/settings/:section', { params })).data;
  const body = { version, value: { ...value, tax_id: ' 94-1234567 ' } };
  await wren.send('PUT /api/settings/:section', { params, body });

  const after = await orderAndRead();
  expect(after.seller).toContain('; Tax ID 94-1234567');
  expect(after.receipt.replaceAll('<!-- -->', '').includes('Tax ID 94-1234567')).toBe(true);
});
