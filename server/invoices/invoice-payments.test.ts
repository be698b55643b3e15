import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import * as searchTerms from '#server/orders/search-terms/search-terms.store.ts';
import { createPrivacy } from '#server/privacy/privacy.ts';
import type { ApiClient } from '#server/testing/api-client.ts';
import { faults, squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { violatedInvariants } from '#server/testing/invariants.ts';
import { termsFixtures } from '#server/testing/terms-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const square = await startFakeSquare({ now: () => shop.clock.now });
afterAll(() => square.close());
const shop = await openTestShop({ settings: { ...squareSettings, SQUARE_API_URL: square.url } });
const { visitor, database, clock } = shop;
const wren = await shop.as('wren');
const { brewery, order, pay, changeStatus, termsOf, findOrder } = termsFixtures(shop, wren);
const violations = () => violatedInvariants(database, { payments: square.payments.values() });

beforeEach(async () => {
  clock.now = new Date('2026-10-01T17:00:00.000Z');
  square.faultOf = () => undefined;
  square.duringCall = async () => {};
  await database.transaction([], async (tx) => void (await tx.deleteFrom('rate_limits').execute()));
});

type Payment = { invoice: number; key?: string | undefined; amount: number; token?: string; idempotencyKey?: string };

async function payByCard(
  { invoice, key, amount, token = 'cnon:card-nonce-ok', idempotencyKey = randomUUID() }: Payment,
  client: ApiClient = visitor,
) {
  const response = await client.fetch(`/api/invoices/${invoice}/payments${key ? `?key=${key}` : ''}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body: JSON.stringify({ sourceId: token, amount }),
  });
  return { status: response.status, body: await response.json() };
}

/** An order on terms, for 16 dollars a pound. */
async function openInvoice(pounds = 2) {
  const sandbar = await brewery();
  const { body } = await order(sandbar, pounds);
  return { sandbar, orderId: Number(body.order.id), invoice: Number(body.invoice), key: String(body.invoice_key) };
}

const paymentsOf = async (number: number) =>
  database.db.selectFrom('charges').selectAll().where('invoice_number', '=', number).orderBy('id').execute();
async function latestEntry(id: number): Promise<number> {
  const { data } = await wren.send('GET /api/customers/:id/ledger', { params: { id }, query: {} });
  return data[0]?.id ?? 0;
}
/** Of all emails about an order. */
async function textsAbout(order_id: number): Promise<string> {
  const emails = await database.db.selectFrom('emails').select('text').where('order_id', '=', order_id).execute();
  return emails.map(({ text }) => text).join('\n');
}
const charges = () => [...square.payments.values()].filter(({ status }) => status === 'COMPLETED').length;

test('the link in the email pays the invoice by card, and the order is paid', async () => {
  const { sandbar, orderId, invoice, key } = await openInvoice();
  expect(await textsAbout(orderId)).toContain(`/pay/${invoice}?key=${key}`);

  const { status, body } = await payByCard({ invoice, key, amount: 3200 });

  expect([status, body]).toEqual([200, { status: 'success', error: null }]);
  expect(await findOrder(orderId)).toMatchObject({ status: 'paid', invoice: { open: 0 } });
  expect(await termsOf(sandbar.id)).toMatchObject({ balance: 0 });
  const { data: ledger } = await wren.send('GET /api/customers/:id/ledger', { params: { id: sandbar.id }, query: {} });
  expect(ledger[0]).toMatchObject({ kind: 'payment', method: 'card', amount: -32, balance: 0 });
  expect(ledger[0]?.note).toMatch(new RegExp(`^Invoice ${invoice}, Visa ending`));
  const emails = await textsAbout(orderId);
  expect(emails).toContain(`Invoice ${invoice} is paid.`);
  expect(emails).toContain(`paid invoice ${invoice} by card`);
  expect(await violations()).toEqual([]);
});

test('a second click, a second tab and a repeat of the request charge once', async () => {
  const { invoice, key } = await openInvoice();
  const before = charges();
  const idempotencyKey = randomUUID();

  const clicks = await Promise.all(
    Array.from({ length: 5 }, () => payByCard({ invoice, key, amount: 3200, idempotencyKey })),
  );
  const again = await payByCard({ invoice, key, amount: 3200, idempotencyKey });
  const otherTab = await payByCard({ invoice, key, amount: 3200 });

  expect([...clicks, again].map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(otherTab).toMatchObject({ status: 409, body: { message: expect.stringContaining('Nothing is open') } });
  expect(charges() - before).toBe(1);
  expect(await violations()).toEqual([]);
});

test('two people who pay the same invoice at once pay it once', async () => {
  const { invoice, key } = await openInvoice();
  const before = charges();

  const payers = await Promise.all(Array.from({ length: 8 }, () => payByCard({ invoice, key, amount: 3200 })));

  expect(payers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(payers.filter(({ status }) => status === 409)).toHaveLength(7);
  expect(charges() - before).toBe(1);
  expect(await violations()).toEqual([]);
});

test('a declined card leaves the invoice open, and another card pays it', async () => {
  const { orderId, invoice, key } = await openInvoice();

  const declined = await payByCard({ invoice, key, amount: 3200, token: 'cnon:card-nonce-declined' });
  expect(declined.status).toBe(402);
  expect(await findOrder(orderId)).toMatchObject({ status: 'pending', invoice: { open: 32 } });

  expect((await payByCard({ invoice, key, amount: 3200 })).status).toBe(200);
  expect((await paymentsOf(invoice)).map(({ state }) => state)).toEqual(['declined', 'captured']);
  expect(await violations()).toEqual([]);
});

test('the server decides the amount, and only the key or its own account opens the invoice', async () => {
  const { sandbar, invoice, key } = await openInvoice();
  const other = await brewery();

  expect((await payByCard({ invoice, key, amount: 100 })).status).toBe(409);
  expect((await payByCard({ invoice, key: 'wrong-key', amount: 3200 })).status).toBe(404);
  expect((await payByCard({ invoice, amount: 3200 })).status).toBe(404);
  expect((await payByCard({ invoice, amount: 3200 }, other)).status).toBe(404);
  expect((await payByCard({ invoice: 99_999, key, amount: 3200 })).status).toBe(404);
  const noKey = await visitor.fetch(`/api/invoices/${invoice}/payments?key=${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sourceId: 'cnon:card-nonce-ok', amount: 3200 }),
  });
  expect([noKey.status, (await noKey.json()).errors]).toEqual([422, { 'Idempotency-Key': [expect.any(String)] }]);
  expect(await paymentsOf(invoice)).toEqual([]);

  expect((await payByCard({ invoice, amount: 3200 }, sandbar)).status).toBe(200);
});

test('what is left after a check is paid by card; a card payment is not taken back like a check', async () => {
  const { sandbar, orderId, invoice, key } = await openInvoice();
  await pay(sandbar.id, 20);

  expect((await payByCard({ invoice, key, amount: 3200 })).status).toBe(409);
  expect((await payByCard({ invoice, key, amount: 1200 })).status).toBe(200);

  expect(await findOrder(orderId)).toMatchObject({ status: 'paid', invoice: { open: 0 } });
  const { data: ledger } = await wren.send('GET /api/customers/:id/ledger', { params: { id: sandbar.id }, query: {} });
  const params = { id: sandbar.id, entry: ledger[0]?.id ?? 0 };
  const { status } = await wren.attempt('POST /api/customers/:id/payments/:entry/reversal', {
    params,
    body: { note: '' },
  });
  expect(status).toBe(409);
  expect(await violations()).toEqual([]);
});

test('if a check is recorded while the card is authorized, the card is not charged', async () => {
  const { sandbar, invoice, key } = await openInvoice();
  square.duringCall = async (call) => {
    if (call !== 'create') return;
    square.duringCall = async () => {};
    await pay(sandbar.id, 32);
  };

  const { status, body } = await payByCard({ invoice, key, amount: 3200 });

  expect([status, body.message]).toEqual([409, expect.stringContaining('Nothing was charged')]);
  expect(await termsOf(sandbar.id)).toMatchObject({ balance: 0 });
  expect(await violations()).toEqual([]);
});

test('an order canceled after it was paid by card leaves a credit, and the paid invoice takes no second card', async () => {
  const { sandbar, orderId, invoice, key } = await openInvoice();
  await payByCard({ invoice, key, amount: 3200 });

  expect((await changeStatus(orderId, 'cancelled')).status).toBe(200);

  expect(await termsOf(sandbar.id)).toMatchObject({ balance: -32 });
  expect((await payByCard({ invoice, key, amount: 3200 })).status).toBe(409);
});

test('a credit goes back to the card that paid: never more than the credit or the payment, however often it is clicked', async () => {
  const { sandbar, orderId, invoice, key } = await openInvoice();
  await payByCard({ invoice, key, amount: 3200 });
  const params = { id: sandbar.id, entry: await latestEntry(sandbar.id) };
  const refund = (amount: number, request = randomUUID()) =>
    wren.attempt('POST /api/customers/:id/payments/:entry/refunds', {
      params,
      body: { amount, reason: 'Canceled', key: request },
    });

  expect((await refund(32)).status).toBe(409);
  await changeStatus(orderId, 'cancelled');
  expect((await refund(32.01)).status).toBe(409);
  const request = randomUUID();
  expect((await refund(12, request)).status).toBe(200);
  expect((await refund(12, request)).status).toBe(200);
  const clicks = await Promise.all(Array.from({ length: 8 }, () => refund(20)));

  expect(clicks.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await termsOf(sandbar.id)).toMatchObject({ balance: 0 });
  expect((await refund(1)).status).toBe(409);
  const { data: ledger } = await wren.send('GET /api/customers/:id/ledger', { params: { id: sandbar.id }, query: {} });
  expect(ledger[0]).toMatchObject({ kind: 'reversal', method: 'card', amount: 20, balance: 0 });
  expect(await textsAbout(orderId)).toContain('We gave back $20.00');
  expect(await violations()).toEqual([]);
});

test.each(faults)('a refund that meets "%s" at the provider is made once in the end', async (fault) => {
  const { sandbar, orderId, invoice, key } = await openInvoice();
  await payByCard({ invoice, key, amount: 3200 });
  const params = { id: sandbar.id, entry: await latestEntry(sandbar.id) };
  await changeStatus(orderId, 'cancelled');
  square.faultOf = (call) => (call === 'refund' ? fault : undefined);
  const body = { amount: 32, reason: 'Canceled', key: randomUUID() };
  const { status } = await wren.attempt('POST /api/customers/:id/payments/:entry/refunds', { params, body });
  expect([200, 409]).toContain(status);

  square.faultOf = () => undefined;
  await square.allArrived();
  for (let minute = 0; minute < 6; minute += 1) {
    clock.now = new Date(clock.now.getTime() + 60_000);
    await shop.jobs.runNow('payments');
  }

  const [balance, refunded] = [(await termsOf(sandbar.id)).balance, await violations()];
  expect([balance === 0 || status === 409, refunded]).toEqual([true, []]);
});

test('erasing a customer removes the card from what they paid', async () => {
  const { sandbar, orderId, invoice, key } = await openInvoice();
  await payByCard({ invoice, key, amount: 3200 });
  for (const to of ['ready', 'completed'] as const) await changeStatus(orderId, to);
  expect((await paymentsOf(invoice))[0]?.card).toMatch(/^Visa ending/);

  await createPrivacy({ database, searchTerms, now: () => clock.now, keepGuestDays: 30 }).erase(sandbar.email);

  expect(await paymentsOf(invoice)).toMatchObject([{ state: 'captured', card: null }]);
  const entries = await database.db.selectFrom('ledger_entries').select('note').execute();
  expect(entries.filter(({ note }) => note.includes('Visa'))).toEqual([]);
});

test('a payment whose response was lost is found again by its key; one that never began no longer can', async () => {
  const { invoice, key } = await openInvoice();
  const idempotencyKey = randomUUID();
  const outcomeOf = async (sent: string) =>
    (
      await visitor.fetch('/api/process-payment/outcome', { method: 'POST', headers: { 'idempotency-key': sent } })
    ).json();

  expect(await outcomeOf(idempotencyKey)).toEqual({ status: 'none', error: null });
  expect((await payByCard({ invoice, key, amount: 3200, idempotencyKey })).status).toBe(409);

  const second = randomUUID();
  await payByCard({ invoice, key, amount: 3200, idempotencyKey: second });
  expect(await outcomeOf(second)).toEqual({ status: 'success', error: null });
});

test('a key of an order cannot pay an invoice', async () => {
  const { sandbar, invoice, key } = await openInvoice();
  const idempotencyKey = randomUUID();
  await order(sandbar, 1, { key: idempotencyKey });

  expect((await payByCard({ invoice, key, amount: 3200, idempotencyKey })).status).toBe(422);
});

test('a phone order waits for its link: it is bagged only when it is paid', async () => {
  const body = (payment: string, email: string | null) => ({
    ...{ customer_id: customer.id, payment, amount: 1600, poNumber: '' },
    orderDetails: {
      ...{ productId: 1, quantity: 1, name: 'Otis', phone: '(707) 555-0188' },
      ...{ email, address: null, locationOption: 'pickup' },
    },
  });
  const { data: customer } = await wren.send('POST /api/customers', {
    body: { name: 'Otis', company: '', email: '', phone: '', address: '', notes: '' },
  });
  const take = (payment: string, email: string | null) =>
    wren.fetch('/api/orders/desk', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body(payment, email)),
    });

  const noEmail = await take('link', null);
  expect([noEmail.status, Object.keys((await noEmail.json()).errors)]).toEqual([422, ['orderDetails.email']]);

  const placed = await (await take('link', 'otis@market.example')).json();
  const toPack = async () => (await wren.send('GET /api/orders/to-pack')).data.map(({ id }) => id);
  expect(await toPack()).not.toContain(placed.order.id);
  expect(await findOrder(placed.order.id)).toMatchObject({ status: 'pending', pay_first: true });
  expect(await textsAbout(placed.order.id)).toContain(`/pay/${placed.invoice}?key=${placed.invoice_key}`);

  expect((await payByCard({ invoice: placed.invoice, key: placed.invoice_key, amount: 1600 })).status).toBe(200);
  expect(await findOrder(placed.order.id)).toMatchObject({ status: 'paid' });
  expect(await toPack()).toContain(placed.order.id);
  expect(await violations()).toEqual([]);
});
