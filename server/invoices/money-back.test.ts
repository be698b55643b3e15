// Money that cards paid for an order that is over: it is offered for a refund and listed until it is back.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { violatedInvariants } from '#server/testing/invariants.ts';
import { termsFixtures } from '#server/testing/terms-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const square = await startFakeSquare({ now: () => shop.clock.now });
afterAll(() => square.close());
const shop = await openTestShop({ settings: { ...squareSettings, SQUARE_API_URL: square.url, LIMITS: 'off' } });
const { visitor, database, clock } = shop;
const wren = await shop.as('wren');
const { brewery, order: orderOnTerms, pay, changeStatus, termsOf, findOrder } = termsFixtures(shop, wren);

beforeEach(() => {
  square.faultOf = () => undefined;
  square.duringCall = async () => {};
});

const violations = () => violatedInvariants(database, { payments: square.payments.values() });
const toRefund = async () => (await wren.send('GET /api/dashboard/admin')).data.to_do.to_refund;
const paymentsOf = (end: RegExp) => [...square.payments.values()].filter(({ reference }) => end.test(reference));
const refundedOf = (end: RegExp) => paymentsOf(end).map(({ refunded }) => refunded);
const ofInvoice = (number: number) => refundedOf(new RegExp(`-i${number}-`));
const paymentOf = (invoice: number) => paymentsOf(new RegExp(`-i${invoice}-`))[0];
const textsAbout = async (order_id: number) =>
  (await database.db.selectFrom('emails').select('text').where('order_id', '=', order_id).orderBy('id').execute()).map(
    ({ text }) => text,
  );

async function payByCard(invoice: number, key: string, amount: number) {
  const response = await visitor.fetch(`/api/invoices/${invoice}/payments?key=${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ sourceId: 'cnon:card-nonce-ok', amount }),
  });
  return { status: response.status, body: await response.json() };
}

/** Taken by phone; the buyer is emailed a link to pay by card. */
async function takeByLink(known?: number) {
  const customer_id = known ?? (await addCustomer());
  const response = await wren.fetch('/api/orders/desk', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ customer_id, payment: 'link', amount: 3200, poNumber: '' },
      orderDetails: {
        ...{ productId: 1, quantity: 2, name: 'Otis', phone: '(707) 555-0188', address: null },
        ...{ email: 'otis@market.example', locationOption: 'pickup' },
      },
    }),
  });
  const { order, invoice, invoice_key } = await response.json();
  return { customer: customer_id, id: Number(order.id), invoice: Number(invoice), key: String(invoice_key) };
}

async function addCustomer(): Promise<number> {
  const body = { name: 'Otis', company: '', email: '', phone: '', address: '', notes: '' };
  return (await wren.send('POST /api/customers', { body })).data.id;
}

/** Paid by card on the site. */
async function buy(): Promise<number> {
  const response = await visitor.fetch('/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ sourceId: 'cnon:card-nonce-ok', amount: 3200 },
      orderDetails: {
        ...{ productId: 1, quantity: 2, name: 'Dana', phone: '707', locationOption: 'pickup' },
        email: 'dana@tulefog.example',
      },
    }),
  });
  return (await response.json()).order.id;
}

async function charge(id: number, amount: number) {
  const { version } = await findOrder(id);
  const body = { version, reason: 'Freight', weighed: false, charge: { text: 'Freight', amount } };
  const { data } = await wren.send('POST /api/orders/:id/changes', { params: { id }, body });
  const invoice = data.invoices.at(-1);
  expect((await payByCard(invoice?.number ?? 0, invoice?.key ?? '', amount * 100)).status).toBe(200);
}

async function runPayments(): Promise<void> {
  for (let step = 0; step < 4; step += 1) {
    clock.now = new Date(clock.now.getTime() + 60_000);
    await shop.jobs.runNow('payments');
  }
}

test('what a card paid by link for an order that is then canceled is to do until it is back', async () => {
  const { customer, id, invoice, key } = await takeByLink();
  await payByCard(invoice, key, 3200);

  await changeStatus(id, 'cancelled');

  expect(await findOrder(id)).toMatchObject({ status: 'cancelled', refundable: true, refund_left: 32 });
  expect(await toRefund()).toContain(id);
  expect((await textsAbout(id)).at(-2)).toContain('You paid $32.00 of it by card. We will give that back to your card');
  square.faultOf = (call) => (call === 'refund' ? '500 before recording' : undefined);
  const { status, body } = await changeStatus(id, 'refunded');
  await shop.jobs.idle();
  expect([status, body.data.refunding, body.data.refundable]).toEqual([200, true, false]);
  expect(await toRefund()).toContain(id);
  expect((await changeStatus(id, 'refunded')).status).toBe(409);

  square.faultOf = () => undefined;
  await runPayments();
  expect(ofInvoice(invoice)).toEqual([3200]);
  expect(await toRefund()).not.toContain(id);
  expect(await findOrder(id)).toMatchObject({
    status: 'refunded',
    refundable: false,
    refunding: false,
    refund_left: 0,
  });
  expect(await termsOf(customer)).toMatchObject({ balance: 0 });
  expect((await textsAbout(id)).join('\n')).toContain('We gave back $32.00');
  expect(await violations()).toEqual([]);
});

test('an order that is canceled while its card is captured is to do, and the buyer hears what happens', async () => {
  const { id, invoice, key } = await takeByLink();
  square.duringCall = async (call) => {
    if (call !== 'complete') return;
    square.duringCall = async () => {};
    await changeStatus(id, 'cancelled');
  };

  expect((await payByCard(invoice, key, 3200)).status).toBe(200);

  expect(await toRefund()).toContain(id);
  expect((await textsAbout(id)).join('\n')).toContain(
    `Order ${id} was canceled while you paid invoice ${invoice}. We will give the money back to your card`,
  );
  await changeStatus(id, 'refunded');
  await runPayments();
  expect(ofInvoice(invoice)).toEqual([3200]);
  expect(await toRefund()).not.toContain(id);
  expect(await violations()).toEqual([]);
});

test('a refunded order gets everything back that cards paid for its invoices', async () => {
  const id = await buy();
  await charge(id, 10);
  await charge(id, 20);

  await changeStatus(id, 'refunded');
  expect(await toRefund()).toContain(id);
  await runPayments();

  const order = await findOrder(id);
  expect(order.status).toBe('refunded');
  expect(refundedOf(new RegExp(`^[^-]+-${id}$`))).toEqual([3200]);
  expect(order.invoices.flatMap(({ number }) => ofInvoice(number))).toEqual([1000, 2000]);
  expect(await termsOf(order.customer_id ?? 0)).toMatchObject({ balance: 0 });
  expect(await toRefund()).not.toContain(id);
  const texts = (await textsAbout(id)).join('\n');
  expect(texts).toContain('$32.00 is going back to your card');
  for (const amount of ['$10.00', '$20.00']) expect(texts).toContain(`We gave back ${amount}`);
  expect(await violations()).toEqual([]);
});

test.each(['made', 'refused'])(
  'two canceled orders of one customer are refunded at once, and the second does not wait for the first, which is %s',
  async (first) => {
    const one = await takeByLink();
    const two = await takeByLink(one.customer);
    for (const { invoice, key } of [one, two]) await payByCard(invoice, key, 3200);
    for (const { id } of [one, two]) await changeStatus(id, 'cancelled');
    square.faultOf = (call) => (call === 'refund' ? '500 before recording' : undefined);
    for (const { id } of [one, two]) expect(await changeStatus(id, 'refunded')).toMatchObject({ status: 200 });
    await shop.jobs.idle();
    expect([await isOpen(one.invoice), await isOpen(two.invoice)]).toEqual([true, true]);

    if (first === 'refused') shop.expectError(/needs attention/);
    square.faultOf = (call, payment) =>
      call === 'refund' && first === 'refused' && payment === paymentOf(one.invoice)?.id ? '400' : undefined;
    while ((await isOpen(one.invoice)) || (await isOpen(two.invoice))) await runPayments();

    expect(ofInvoice(two.invoice)).toEqual([3200]);
    expect(await toRefund()).not.toContain(two.id);
    if (first === 'refused') {
      expect(ofInvoice(one.invoice)).toEqual([0]);
      expect(await toRefund()).toContain(one.id);
      square.faultOf = () => undefined;
      await changeStatus(one.id, 'refunded');
      await runPayments();
    }
    expect(ofInvoice(one.invoice)).toEqual([3200]);
    expect(await toRefund()).not.toContain(one.id);
    expect(await termsOf(one.customer)).toMatchObject({ balance: 0 });
    expect(await violations()).toEqual([]);
  },
);

const isOpen = async (invoice_number: number) =>
  (
    await database.db
      .selectFrom('charge_refunds as refund')
      .innerJoin('charges', 'charges.id', 'refund.charge_id')
      .select('refund.id')
      .where('charges.invoice_number', '=', invoice_number)
      .where('refund.state', '=', 'open')
      .execute()
  ).length > 0;

test('an order is refunded while a part of its payment is on its way back, and the rest follows', async () => {
  const { customer, id, invoice, key } = await takeByLink();
  const other = await takeByLink(customer);
  for (const each of [{ invoice, key }, other]) await payByCard(each.invoice, each.key, 3200);
  await changeStatus(id, 'cancelled');
  const { data: entries } = await wren.send('GET /api/customers/:id/ledger', { params: { id: customer }, query: {} });
  const [otherEntry = 0, own = 0] = entries.filter(({ kind }) => kind === 'payment').map((entry) => entry.id);
  const giveBack = (amount: number, entry = own) =>
    wren.attempt('POST /api/customers/:id/payments/:entry/refunds', {
      params: { id: customer, entry },
      body: { amount, reason: 'Wet', key: randomUUID() },
    });
  square.faultOf = (call) => (call === 'refund' ? '500 before recording' : undefined);
  await giveBack(12);
  expect(await giveBack(20)).toMatchObject({ status: 409, body: { message: 'The refund is already on its way.' } });
  expect(await giveBack(21, otherEntry)).toMatchObject({
    status: 409,
    body: { message: 'Only $20.00 of it can be refunded.' },
  });

  expect((await changeStatus(id, 'refunded')).status).toBe(200);
  square.faultOf = () => undefined;
  while (await isOpen(invoice)) await runPayments();

  expect(ofInvoice(invoice)).toEqual([3200]);
  expect([...square.refunds.values()].filter(({ payment }) => payment === paymentOf(invoice)?.id)).toHaveLength(2);
  expect(await toRefund()).not.toContain(id);
  expect(await termsOf(customer)).toMatchObject({ balance: 0 });
  expect(await violations()).toEqual([]);
});

test('a credit that pays other invoices of the customer does not go back to the card', async () => {
  const sandbar = await brewery();
  const { body: first } = await orderOnTerms(sandbar, 2);
  await payByCard(first.invoice, first.invoice_key, 3200);
  const { body: second } = await orderOnTerms(sandbar, 2);

  await changeStatus(first.order.id, 'cancelled');

  expect(await termsOf(sandbar.id)).toMatchObject({ balance: 0 });
  expect(await findOrder(second.order.id)).toMatchObject({ status: 'paid' });
  expect(await findOrder(first.order.id)).toMatchObject({ refundable: false, refund_left: 0 });
  expect(await toRefund()).not.toContain(first.order.id);
  expect((await textsAbout(first.order.id)).join('\n')).toContain(
    'You had paid $32.00 of it. That counts toward your other invoices.',
  );
});

const creditNote = (number: number, amount: number) =>
  wren.send('POST /api/invoices/:id/credit-notes', {
    params: { id: number },
    body: { amount, reason: 'Torn bag', key: randomUUID() },
  });
const discount = async (id: number, amount: number) => {
  const { version } = await findOrder(id);
  const body = { version, reason: 'Torn bag', weighed: false, discount: { text: 'Torn bag', amount } };
  return wren.send('POST /api/orders/:id/changes', { params: { id }, body });
};
const refundPart = (id: number, amount: number) =>
  wren.send('POST /api/orders/:id/refunds', {
    params: { id },
    body: { amount, lines: [], restock: false, reason: 'Torn bag', key: randomUUID() },
  });
type Placed = { customer: number; id: number; invoice: number; key: string };
const ways: Record<string, ((placed: Placed) => Promise<unknown>)[]> = {
  'cash, then a credit note': [({ customer }) => pay(customer, 27), ({ invoice }) => creditNote(invoice, 5)],
  'a credit note, then cash': [({ invoice }) => creditNote(invoice, 5), ({ customer }) => pay(customer, 27)],
  'cash, then a discount': [({ customer }) => pay(customer, 27), ({ id }) => discount(id, 5)],
  'a discount, then a card': [({ id }) => discount(id, 5), ({ invoice, key }) => payByCard(invoice, key, 2700)],
  'cash, then a refund in part': [({ customer }) => pay(customer, 27), ({ id }) => refundPart(id, 5)],
  'a refund in part, then cash': [({ id }) => refundPart(id, 5), ({ customer }) => pay(customer, 27)],
  'a credit note of everything': [({ invoice }) => creditNote(invoice, 32)],
};

test.each(Object.entries(ways))('an order is paid when nothing is left to pay: %s', async (_, steps) => {
  const placed = await takeByLink();
  for (const step of steps) await step(placed);

  const order = await findOrder(placed.id);
  expect([order.status, order.invoices.map(({ open }) => open)]).toEqual(['paid', [0]]);
  expect((await wren.send('GET /api/orders/to-pack')).data.map(({ id }) => id)).toContain(placed.id);
  expect(await violations()).toEqual([]);
});

test('pounds that were refunded and not put back cannot be refunded again', async () => {
  const refund = (id: number, pounds: number, restock: boolean) =>
    wren.attempt('POST /api/orders/:id/refunds', {
      params: { id },
      body: { lines: [{ product_id: 1, pounds }], restock, reason: 'Wet', key: randomUUID() },
    });
  const byCard = await buy();
  const byLink = (await takeByLink()).id;

  for (const id of [byCard, byLink]) {
    expect((await refund(id, 1, false)).status).toBe(200);
    expect(await refund(id, 2, false)).toMatchObject({
      status: 409,
      body: { message: 'Only 1 lb of Triple Pearl can be refunded.' },
    });
    expect(await refund(id, 2, true)).toMatchObject({ status: 409 });
    expect((await refund(id, 1, true)).status).toBe(200);
    expect((await refund(id, 1, false)).status).toBe(409);
  }
  expect(await violations()).toEqual([]);
});

test('an order on terms never expires unpaid, whatever the number in a reference of the provider', async () => {
  const { id } = await takeByLink();
  const [shopId] = [...square.payments.values()].at(-1)?.reference.split('-') ?? [];
  square.payments.set('stray', {
    ...{ id: 'stray', key: 'stray', status: 'CANCELED', amount: 3200, refunded: 0, reference: `${shopId}-${id}` },
    created_at: clock.now.toISOString(),
  });
  clock.now = new Date(clock.now.getTime() + 10 * 60_000);

  await shop.jobs.runNow('sweep');

  expect(await findOrder(id)).toMatchObject({ status: 'pending' });
});
