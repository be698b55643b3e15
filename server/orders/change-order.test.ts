import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { SentBodyOf } from '#contracts/endpoints.ts';
import { findWrongTerms } from '#server/orders/search-terms/search-terms.store.ts';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { violatedInvariants } from '#server/testing/invariants.ts';
import { termsFixtures } from '#server/testing/terms-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const square = await startFakeSquare({ now: () => shop.clock.now, slowMs: 100 });
afterAll(() => square.close());
const shop = await openTestShop({ settings: { ...squareSettings, SQUARE_API_URL: square.url, LIMITS: 'off' } });
const { visitor, database, clock } = shop;
const { db } = database;
const wren = await shop.as('wren');
const { brewery, order: orderOnTerms, termsOf, changeStatus, findOrder, pay } = termsFixtures(shop, wren);
const [pearl, comet] = (await visitor.send('GET /api/products')).data;
if (!pearl || !comet) throw new Error('The shop has too few products.');

beforeEach(() => {
  square.faultOf = () => undefined;
});

const violations = () => violatedInvariants(database, { payments: square.payments.values() });
const stockOf = async (id: number) =>
  (await visitor.send('GET /api/products')).data.find((product) => product.id === id)?.stock ?? 0;

async function order(pounds = 11, details: object = {}): Promise<{ id: number; key: string }> {
  const response = await visitor.fetch('/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      sourceId: 'cnon:card-nonce-ok',
      amount: 1600 * pounds,
      orderDetails: {
        ...{ productId: 1, quantity: pounds, name: 'Dana', phone: '707', locationOption: 'pickup' },
        ...{ email: `${randomUUID()}@tulefog.example`, ...details },
      },
    }),
  });
  return (await response.json()).order;
}

type Change = SentBodyOf<'POST /api/orders/:id/changes'>;

async function change(id: number, body: Partial<Change>) {
  const version = body.version ?? (await findOrder(id)).version;
  return wren.attempt('POST /api/orders/:id/changes', {
    params: { id },
    body: { reason: 'Asked by phone.', weighed: false, ...body, version },
  });
}

const lines = (...pounds: [product_id: number, pounds: number][]) =>
  pounds.map(([product_id, each]) => ({ product_id, pounds: each }));
const emailsOf = (id: number) => db.selectFrom('emails').selectAll().where('order_id', '=', id).orderBy('id').execute();

test('weighed pounds change the line, the stock and the price; the difference goes back to the card', async () => {
  const before = await stockOf(pearl.id);
  const { id, key } = await order(11);
  const { body } = await change(id, { lines: lines([pearl.id, 8]), weighed: true, reason: 'The scale said so.' });

  expect(body.data).toMatchObject({
    ...{ status: 'paid', total: 128, quantity: 8, refunded: 0, refund_left: 128, version: 2, refused_refund: null },
    lines: [{ product_id: pearl.id, pounds: 8, amount: 128 }],
    changes: [{ lines: ['Triple Pearl weighed: 11 lbs → 8 lbs'], who: 'Farm office', reason: 'The scale said so.' }],
  });
  expect(square.payments.get(body.data.payment_id ?? '')).toMatchObject({ refunded: 4800 });
  expect(await stockOf(pearl.id)).toBe(before - 8);
  const mail = (await emailsOf(id)).at(-1);
  expect(mail?.text).toContain('Triple Pearl weighed: 11 lbs → 8 lbs');
  expect(mail?.text).toContain('$48.00 is going back to your card');
  expect(mail?.text).not.toContain('The scale said so.');
  const { data } = await visitor.send('GET /api/orders/:id', { params: { id }, query: { key } });
  expect(data.changes).toMatchObject([{ lines: ['Triple Pearl weighed: 11 lbs → 8 lbs'], who: null, reason: null }]);
  expect((await wren.send('GET /api/audit', { query: {} })).data[0]).toMatchObject({ action: 'order changed' });
  expect(await violations()).toEqual([]);
});

test('more pounds cost what the line costs, a new line what the shop asks; a guest gets an invoice for both', async () => {
  const { id } = await order(2);
  await shop.database.transaction([], (tx) =>
    tx.updateTable('products').set({ price_cents: 2000 }).where('id', '=', pearl.id).execute(),
  );
  const { body } = await change(id, { lines: lines([pearl.id, 3], [comet.id, 2]) });
  await shop.database.transaction([], (tx) =>
    tx.updateTable('products').set({ price_cents: 1600 }).where('id', '=', pearl.id).execute(),
  );
  const added = 16 + 2 * comet.price;

  expect(body.data).toMatchObject({ total: 32 + added, quantity: 5, customer_id: expect.any(Number), invoice: null });
  expect(body.data.invoices).toMatchObject([{ amount: added, open: added, key: expect.any(String) }]);
  const number = body.data.invoices[0]?.number ?? 0;
  const { data: invoice } = await wren.send('GET /api/invoices/:id', { params: { id: number }, query: {} });
  expect(invoice.lines).toMatchObject([
    { text: 'Triple Pearl', pounds: 1, price: 16, amount: 16 },
    { text: comet.name, pounds: 2, price: comet.price },
  ]);
  expect((await termsOf(body.data.customer_id ?? 0)).balance).toBe(added);
  expect((await emailsOf(id)).some(({ invoice_number }) => invoice_number === number)).toBe(true);

  // Taken off again before it is paid: the invoice, not the card.
  const less = await change(id, { lines: lines([pearl.id, 3]) });
  expect(less.body.data).toMatchObject({ total: 48, refund_left: 32, invoices: [{ open: 16 }] });
  expect(await violations()).toEqual([]);
});

test('a charge is invoiced, a discount goes back, and both are on the order', async () => {
  const { id, key } = await order(22, { locationOption: 'delivery', address: '1 Levee Road, Rio Vista, CA 94571' });
  await change(id, { charge: { text: 'Freight by UPS', amount: 18 } });
  const { body } = await change(id, { discount: { text: 'For the torn bag', amount: 30 } });

  expect(body.data).toMatchObject({
    ...{ total: 340, refund_left: 340, version: 3 },
    charges: [
      { text: 'Freight by UPS', amount: 18 },
      { text: 'For the torn bag', amount: -30 },
    ],
    invoices: [{ amount: 18, open: 0 }],
  });
  const { data } = await visitor.send('GET /api/orders/:id', { params: { id }, query: { key } });
  expect(data.invoices).toMatchObject([{ key: null }]);
  const tooMuch = await change(id, { discount: { text: 'All of it', amount: 340 } });
  expect(tooMuch).toMatchObject({ status: 409 });
  expect(await violations()).toEqual([]);
});

test('an order on terms gets another invoice, or a credit note', async () => {
  const sandbar = await brewery();
  const { body } = await orderOnTerms(sandbar, 4);
  const id: number = body.order.id;
  expect((await change(id, { lines: lines([pearl.id, 6]) })).body.data).toMatchObject({ total: 96, on_terms: true });
  expect(await termsOf(sandbar.id)).toMatchObject({ balance: 96 });
  expect((await change(id, { lines: lines([pearl.id, 1]) })).body.data.invoices).toMatchObject([
    { amount: 64, open: 16 },
    { amount: 32, open: 0 },
  ]);
  expect(await termsOf(sandbar.id)).toMatchObject({ balance: 16 });
  await pay(sandbar.id, 16);
  expect(await findOrder(id)).toMatchObject({ status: 'paid' });
  await changeStatus(id, 'cancelled');
  expect(await termsOf(sandbar.id)).toMatchObject({ balance: -16 });
  expect(await violations()).toEqual([]);
});

test('an order on terms is paid only when all its invoices are', async () => {
  const sandbar = await brewery();
  const { body } = await orderOnTerms(sandbar, 1);
  const id: number = body.order.id;
  await change(id, { charge: { text: 'Freight', amount: 10 } });
  await pay(sandbar.id, 16);
  expect(await findOrder(id)).toMatchObject({ status: 'pending' });
  await pay(sandbar.id, 10);
  expect(await findOrder(id)).toMatchObject({ status: 'paid' });
});

test('contact data and pickup change with old and new in the history, which a link does not tell', async () => {
  const { id, key } = await order(22, { address: null });
  const contact = { name: 'Dana Whitlock', phone: '707', email: 'dana@new.example', address: '1 Levee Road' };
  const { body } = await change(id, { contact, location_option: 'delivery' });

  expect(body.data).toMatchObject({ ...contact, location_option: 'delivery', total: 352 });
  expect(body.data.changes[0]?.lines).toEqual([
    'Pickup → delivery',
    'Name: Dana → Dana Whitlock',
    expect.stringContaining('→ dana@new.example'),
    'Address: none → 1 Levee Road',
  ]);
  const { data } = await visitor.send('GET /api/orders/:id', { params: { id }, query: { key } });
  expect(data.changes[0]?.lines).toEqual(['Pickup → delivery']);
  expect(await findWrongTerms(db)).toEqual([]);
  const found = await wren.send('GET /api/orders/search', { query: { q: 'whitlock' } });
  expect(found.data.map((each) => each.id)).toContain(id);
  expect((await emailsOf(id)).at(-1)).toMatchObject({ recipient: 'dana@new.example' });
});

test('refuses what is not possible, and then nothing has changed', async () => {
  const { id } = await order(22, { locationOption: 'delivery' });
  const small = await change(id, { lines: lines([pearl.id, 21]) });
  expect(small).toMatchObject({ status: 422, body: { errors: { lines: ['Delivery requires at least 22 lbs.'] } } });
  const heavy = await change(id, { lines: lines([pearl.id, 900_000]) });
  expect(heavy).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/^Only .* of Triple Pearl are left/) },
  });
  expect(await change(id, { lines: lines([999_999, 5], [pearl.id, 22]) })).toMatchObject({ status: 404 });
  expect(await change(id, { lines: [] })).toMatchObject({ status: 422 });
  expect(await change(id, { lines: lines([pearl.id, 22]) })).toMatchObject({ status: 422 });
  expect(await change(id, {})).toMatchObject({ status: 422 });
  expect(await change(id, { charge: { text: ' ', amount: 5 } })).toMatchObject({
    status: 422,
    body: { errors: { 'charge.text': ['Say what the charge is for.'] } },
  });
  expect(await change(id, { reason: ' ', location_option: 'pickup' })).toMatchObject({ status: 422 });
  expect(await findOrder(id)).toMatchObject({ version: 1, changes: [], total: 352 });
  await changeStatus(id, 'ready');
  await changeStatus(id, 'completed');
  expect(await change(id, { charge: { text: 'Late', amount: 5 } })).toMatchObject({
    status: 409,
    body: { message: 'This order is completed and can no longer be changed.' },
  });
  expect(await violations()).toEqual([]);
});

test('of two members of staff who change an order at once, the second is told', async () => {
  const { id } = await order(5);
  const both = await Promise.all([
    change(id, { version: 1, lines: lines([pearl.id, 4]) }),
    change(id, { version: 1, charge: { text: 'Freight', amount: 5 } }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
    message: `Someone else changed order ${id} just now. Look at it again before you change it.`,
    current: { version: 2 },
  });
});

test('a refund for a change that the provider refuses is shown, and asked for again', async () => {
  const { id } = await order(3);
  const { payment_id } = await findOrder(id);
  const payment = square.payments.get(payment_id ?? '');
  if (!payment) throw new Error('There is no payment.');
  payment.refunded = payment.amount;
  const { body } = await change(id, { lines: lines([pearl.id, 1]) });
  expect(body.data).toMatchObject({ total: 16, refused_refund: { amount: 32, text: expect.any(String) } });
  payment.refunded = 0;
  const refund = body.data.refused_refund?.id ?? 0;
  const retry = () => wren.attempt('POST /api/orders/:id/refunds/:refund/retry', { params: { id, refund } });
  await Promise.all([retry(), retry(), retry()]);

  expect(payment.refunded).toBe(3200);
  expect(await findOrder(id)).toMatchObject({ refused_refund: null, refund_left: 16 });
  expect(await violations()).toEqual([]);
});

test('many changes at once never oversell, and stock, totals and money add up after every fault', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, async () => (await order(2)).id));
  const left = await stockOf(comet.id);
  square.faultOf = (call) => (call === 'refund' && Math.random() < 0.3 ? '500 after recording' : undefined);
  for (let round = 0; round < 6; round += 1)
    await Promise.all(
      ids.flatMap((id, n) => [
        change(id, { lines: lines([pearl.id, 1 + ((n + round) % 5)], [comet.id, Math.ceil(left / 3)]) }),
        change(id, { lines: lines([pearl.id, 1 + ((n + 2 * round) % 4)]) }),
        wren.attempt('POST /api/orders/:id/refunds', {
          params: { id },
          body: { lines: lines([pearl.id, 1]), restock: true, reason: 'Storm', key: randomUUID() },
        }),
      ]),
    );
  square.faultOf = () => undefined;
  for (let step = 0; step < 8; step += 1) {
    clock.now = new Date(clock.now.getTime() + 60_000);
    await shop.jobs.runNow('payments');
  }
  await Promise.all(ids.map((id) => changeStatus(id, 'cancelled')));
  expect(await violations()).toEqual([]);
});
