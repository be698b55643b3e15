import { createHmac } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { move as moveCharge } from '#server/charges/charges.store.ts';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { violatedInvariants } from '#server/testing/invariants.ts';
import { openTestShop, people } from '#server/testing/test-shop.ts';

const square = await startFakeSquare({ now: () => shop.clock.now });
afterAll(() => square.close());
const WEBHOOK_KEY = 'a webhook signature key';
const SITE = 'http://hops.example';
const shop = await openTestShop({
  settings: {
    ...squareSettings,
    SQUARE_API_URL: square.url,
    SQUARE_WEBHOOK_SIGNATURE_KEY: WEBHOOK_KEY,
    SITE_URL: SITE,
    LIMITS: 'off',
  },
});
const { visitor, database, clock } = shop;
const { db } = database;
const wren = await shop.as('wren');
const otis = await shop.as('otis');

beforeEach(() => {
  square.faultOf = () => undefined;
});

const violations = () => violatedInvariants(database, { payments: square.payments.values() });
const stock = async () => (await visitor.send('GET /api/products')).data[0]?.stock ?? 0;

async function order(details: Record<string, unknown> = {}, token?: string): Promise<{ id: number; key: string }> {
  const pounds = 2;
  const response = await visitor.fetch('/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({
      sourceId: 'cnon:card-nonce-ok',
      amount: 1600 * pounds,
      orderDetails: {
        productId: 1,
        quantity: pounds,
        name: 'Dana',
        phone: '707',
        locationOption: 'pickup',
        email: 'dana@tulefog.example',
        ...details,
      },
    }),
  });
  return (await response.json()).order;
}

const changeStatus = (id: number, to: 'ready' | 'completed' | 'cancelled' | 'refunded') =>
  wren.attempt('POST /api/orders/:id/status-changes', { params: { id }, body: { to } });

function sendWebhook(event: object, signature?: string) {
  const body = JSON.stringify(event);
  const validSignature = createHmac('sha256', WEBHOOK_KEY)
    .update(`${SITE}/api/webhooks/square${body}`)
    .digest('base64');
  return visitor.fetch('/api/webhooks/square', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-square-hmacsha256-signature': signature ?? validSignature },
    body,
  });
}

test('an order is visible with its key, to staff, and to its account; for anyone else it does not exist', async () => {
  const { token } = await visitor.send('POST /api/login', { body: people.otis });
  const { id, key } = await order({}, token);
  const fetchOrder = (who: typeof visitor, query: { key?: string } = {}) =>
    who.attempt('GET /api/orders/:id', { params: { id }, query });

  const missing = await visitor.attempt('GET /api/orders/:id', { params: { id: 999_999 } });
  expect((await fetchOrder(visitor, { key })).body.data).toMatchObject({
    id,
    status: 'paid',
    total: 32,
    lines: [{ name: 'Triple Pearl', price: 16, pounds: 2, amount: 32 }],
    card: 'Visa ending 1111',
  });
  const contact = { name: 'Dana', email: 'dana@tulefog.example', address: null, phone: '707' };
  expect((await fetchOrder(wren)).body.data).toMatchObject({ ...contact, payment_id: expect.stringMatching(/^pay/) });
  expect((await fetchOrder(otis)).body.data).toMatchObject({ ...contact, payment_id: expect.stringMatching(/^pay/) });
  for (const query of [{}, { key: 'guessed' }, { key: `${key}x` }])
    expect(await fetchOrder(visitor, query)).toMatchObject({ status: 404, body: missing.body });
  const { id: foreign } = await order();
  expect((await otis.attempt('GET /api/orders/:id', { params: { id: foreign } })).status).toBe(404);
});

test('the link alone shows no contact data, in the API and on the page', async () => {
  const details = { name: 'Dana Whitlock', address: '412 Second Street', phone: '(707) 555-0188' };
  const { id, key } = await order(details);
  const { payment_id } = await db
    .selectFrom('orders')
    .select('payment_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

  const { data } = await visitor.send('GET /api/orders/:id', { params: { id }, query: { key } });
  const page = await (await visitor.fetch(`/order/${id}?key=${key}`)).text();

  expect(data).toMatchObject({ name: null, email: null, address: null, phone: null, payment_id: null, total: 32 });
  expect(page).toContain(`Order ${id}`);
  for (const text of [...Object.values(details), 'dana@tulefog.example', payment_id ?? ''])
    expect(page).not.toContain(text);
});

test('responses contain neither the key nor another account', async () => {
  const { id, key } = await order();

  const { body } = await visitor.attempt('GET /api/orders/:id', { params: { id }, query: { key } });

  expect(JSON.stringify(body)).not.toContain(key);
  expect(Object.keys(body.data)).not.toContain('account_id');
});

test('the staff list has the fields of the specification, newest first, ten per page', async () => {
  for (let n = 0; n < 11; n += 1) await order({ email: null, address: '' });

  const { data, pagination } = await wren.send('GET /api/orders/admin', { query: { page: 1 } });

  expect(data).toHaveLength(10);
  expect(pagination).toMatchObject({ per_page: 10, current_page: 1, next_page_url: '/api/orders/admin?page=2' });
  expect(data.map(({ id }) => id)).toEqual(data.map(({ id }) => id).toSorted((a, b) => b - a));
  expect(data[0]).toEqual({
    id: expect.any(Number),
    name: 'Dana',
    email: null,
    address: null,
    phone: '707',
    quantity: 2,
    location_option: 'pickup',
    payment_id: expect.stringMatching(/^pay/),
    status: 'paid',
    created_at: clock.now.toISOString(),
  });
});

test('staff move an order step by step; the history names them, and the buyer gets emails', async () => {
  const { id, key } = await order();

  expect((await changeStatus(id, 'completed')).status).toBe(409);
  expect((await changeStatus(id, 'ready')).body.data.status).toBe('ready');
  expect((await changeStatus(id, 'ready')).body.message).toBe('This order is already ready.');
  const { body } = await changeStatus(id, 'completed');

  expect(body.data.history.map(({ status, who }: { status: string; who: string }) => [status, who])).toEqual([
    ['pending', null],
    ['paid', null],
    ['ready', 'Farm office'],
    ['completed', 'Farm office'],
  ]);
  const publicOrder = await visitor.send('GET /api/orders/:id', { params: { id }, query: { key } });
  expect(publicOrder.data.history.every(({ who }) => who === null)).toBe(true);
  const mails = (await shop.mails()).filter((mail) => mail.includes(`Your order ${id} at`));
  expect(mails).toHaveLength(3);
  expect(mails[1]).toContain('Where: The barn, 1180 Levee Road, Isleton, CA 95641');
  expect((await changeStatus(999_999, 'ready')).status).toBe(404);
});

test('a refund returns the money once and the pounds to stock', async () => {
  const before = await stock();
  const { id } = await order();
  expect(await stock()).toBe(before - 2);

  const both = await Promise.all([changeStatus(id, 'refunded'), changeStatus(id, 'refunded')]);

  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await stock()).toBe(before);
  const payment = await db.selectFrom('orders').select('payment_id').where('id', '=', id).executeTakeFirstOrThrow();
  expect(square.payments.get(payment.payment_id ?? '')).toMatchObject({ refunded: 3200 });
  expect((await changeStatus(id, 'refunded')).status).toBe(409);
  expect(await violations()).toEqual([]);
});

test('retries a refund without a response with the same key', async () => {
  const { id } = await order();
  square.faultOf = (call) => (call === 'refund' ? 'dropped after recording' : 'dropped before recording');
  const { body } = await changeStatus(id, 'refunded');
  expect(body.data).toMatchObject({ status: 'paid', refunding: true, refundable: false });

  square.faultOf = () => undefined;
  clock.now = new Date(clock.now.getTime() + 60_000);
  await shop.jobs.runNow('payments');

  const { data } = await wren.send('GET /api/orders/:id', { params: { id } });
  expect(data).toMatchObject({ status: 'refunded', refunding: false, refundable: false });
  expect(await violations()).toEqual([]);
});

test('reports a refund that the provider rejects, and it can be tried again', async () => {
  const { id } = await order();
  const { payment_id } = await db
    .selectFrom('orders')
    .select('payment_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const payment = square.payments.get(payment_id ?? '');
  if (!payment) throw new Error('There is no payment.');
  payment.refunded = payment.amount;

  const rejected = await changeStatus(id, 'refunded');
  expect(rejected).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('The refund was not made') },
  });

  payment.refunded = 0;
  expect((await changeStatus(id, 'refunded')).body.data.status).toBe('refunded');
});

test('canceling an order restocks once, and its money is returned by a refund', async () => {
  const before = await stock();
  const { id } = await order();

  const { body } = await changeStatus(id, 'cancelled');
  expect(body.data).toMatchObject({ status: 'cancelled', refundable: true });
  expect(await stock()).toBe(before);
  expect((await changeStatus(id, 'cancelled')).status).toBe(409);
  expect((await wren.send('GET /api/dashboard/admin')).data.to_do.to_refund).toEqual([id]);
  expect((await shop.mails()).at(-1)).toContain('We will give the money back');

  expect((await changeStatus(id, 'refunded')).body.data).toMatchObject({ status: 'refunded', refundable: false });
  expect((await wren.send('GET /api/dashboard/admin')).data.to_do.to_refund).toEqual([]);
  expect(await stock()).toBe(before);
  expect(await violations()).toEqual([]);
});

test("a refund's reason is in the history for staff and not for the buyer, also if the refund is made later", async () => {
  const { id, key } = await order();
  square.faultOf = (call) => (call === 'refund' ? 'dropped before recording' : undefined);
  const body = { to: 'refunded', reason: ' Too many bags. ' } as const;
  await wren.attempt('POST /api/orders/:id/status-changes', { params: { id }, body });
  square.faultOf = () => undefined;
  clock.now = new Date(clock.now.getTime() + 60_000);
  await shop.jobs.runNow('payments');

  const noteFor = async (who: typeof visitor, query: { key?: string } = {}) =>
    (await who.send('GET /api/orders/:id', { params: { id }, query })).data.history.at(-1);
  expect(await noteFor(wren)).toMatchObject({ status: 'refunded', who: 'Farm office', note: 'Too many bags.' });
  expect(await noteFor(visitor, { key })).toMatchObject({ status: 'refunded', who: null, note: null });
});

test('only a refund has a reason, of up to 300 characters', async () => {
  const { id } = await order();
  const attempt = (body: { to: 'ready' | 'refunded'; reason: string }) =>
    wren.attempt('POST /api/orders/:id/status-changes', { params: { id }, body });

  expect(await attempt({ to: 'ready', reason: 'Early.' })).toMatchObject({
    status: 422,
    body: { errors: { reason: ['Only a refund has a reason.'] } },
  });
  expect((await attempt({ to: 'refunded', reason: 'x'.repeat(301) })).status).toBe(422);
  expect((await wren.send('GET /api/orders/:id', { params: { id }, query: {} })).data.status).toBe('paid');
});

test('a refund and a cancellation at the same time restock once', async () => {
  const before = await stock();
  for (let n = 0; n < 10; n += 1) {
    const { id } = await order();
    await Promise.all([changeStatus(id, 'refunded'), changeStatus(id, 'cancelled')]);
  }

  expect(await stock()).toBe(before);
  expect(await violations()).toEqual([]);
});

test('an order paid through another provider must be refunded there', async () => {
  const { id } = await order();
  await database.transaction([], async (tx) => {
    await tx.updateTable('charges').set({ provider: 'demo' }).where('order_id', '=', id).execute();
  });
  const refunded = square.refunds.size;

  const { status, body } = await changeStatus(id, 'refunded');

  expect(status).toBe(409);
  expect(body.message).toBe('This order was paid through demo. Make the refund there.');
  expect(square.refunds.size).toBe(refunded);
});

test('a late rollback leaves a committed order alone', async () => {
  square.faultOf = (call) => (call === 'complete' || call === 'get' ? 'dropped before recording' : undefined);
  const { id } = await order();
  square.faultOf = () => undefined;
  // As if an instance with a fast clock considered the charge still open.
  const move = { from: 'open', to: 'voided', failure: 'Too late.', failure_status: 503, next_check_at: null } as const;
  const charge = await db.selectFrom('charges').select('id').where('order_id', '=', id).executeTakeFirstOrThrow();

  expect(await database.transaction([], (tx) => moveCharge(tx, { ...move, id: charge.id }))).toBe(false);
  clock.now = new Date(clock.now.getTime() + 60_000);
  await shop.jobs.runNow('payments');

  expect((await wren.send('GET /api/orders/:id', { params: { id } })).data.status).toBe('paid');
  expect(await violations()).toEqual([]);
});

test('canceling a pending order voids it at the provider', async () => {
  const before = await stock();
  square.faultOf = (call) => (call === 'create' || call === 'cancel by key' ? 'dropped after recording' : undefined);
  const { id } = await order();
  square.faultOf = () => undefined;

  expect((await changeStatus(id, 'cancelled')).body.data).toMatchObject({ status: 'cancelled', refundable: false });
  await shop.jobs.runNow('payments');

  expect(await stock()).toBe(before);
  expect((await changeStatus(id, 'refunded')).status).toBe(409);
  expect(await violations()).toEqual([]);
});

test('who repeats a purchase that staff canceled meanwhile hears so, while it is still to be voided', async () => {
  square.faultOf = (call) => (call === 'create' || call === 'cancel by key' ? 'dropped before recording' : undefined);
  const send = () =>
    visitor.fetch('/api/process-payment', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'canceled meanwhile' },
      body: JSON.stringify({
        sourceId: 'cnon:card-nonce-ok',
        amount: 1600,
        orderDetails: { productId: 1, quantity: 1, name: 'Dana', phone: '707', locationOption: 'pickup' },
      }),
    });
  const { order: placed } = await (await send()).json();
  await changeStatus(placed.id, 'cancelled');

  const repeat = await send();

  expect([repeat.status, (await repeat.json()).error]).toEqual([
    409,
    'The farm canceled this order. Nothing was charged.',
  ]);
  square.faultOf = () => undefined;
  // The run that the cancellation triggered may still be waiting for the provider.
  await shop.jobs.idle();
  clock.now = new Date(clock.now.getTime() + 5 * 60_000);
  await shop.jobs.runNow('payments');
  expect(await violations()).toEqual([]);
});

test('accepts a webhook only with a valid signature, and then looks up the payment', async () => {
  square.faultOf = (call) => (call === 'complete' || call === 'get' ? 'dropped after recording' : undefined);
  const { id } = await order();
  const { payment_id, status } = await db
    .selectFrom('orders')
    .select(['payment_id', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(status).toBe('authorised');
  square.faultOf = () => undefined;
  const event = { event_id: 'event-1', type: 'payment.updated', data: { object: { payment: { id: payment_id } } } };

  expect((await sendWebhook(event, 'bm90IHRoaXMgb25l')).status).toBe(403);
  await shop.jobs.runNow('payments');
  expect(square.calls.at(-1)).not.toBe('complete');
  expect((await sendWebhook(event)).status).toBe(200);
  await shop.jobs.runNow('payments');

  const { data } = await wren.send('GET /api/orders/:id', { params: { id } });
  expect(data.status).toBe('paid');
  expect(await violations()).toEqual([]);
});

test('raises an alert for a pending refund that fails, and staff resolve it', async () => {
  const { id } = await order();
  await changeStatus(id, 'refunded');
  const refund = [...square.refunds.values()].at(-1);
  if (!refund) throw new Error('There is no refund.');
  Object.assign(refund, { status: 'FAILED' });
  shop.expectError(/needs attention/);

  await sendWebhook({ event_id: 'event-2', data: { object: { refund: { payment_id: refund.payment } } } });
  await shop.jobs.runNow('payments');
  await shop.jobs.runNow('payments');

  const { data } = await wren.send('GET /api/payment-alarms');
  expect(data).toMatchObject([
    {
      order_id: id,
      payment_id: refund.payment,
      what: 'was not paid back by the provider: The card provider rejected the refund.',
    },
  ]);
  const params = { id: data[0]?.id ?? 0 };
  await wren.send('POST /api/payment-alarms/:id/settlement', { params });
  await wren.send('POST /api/payment-alarms/:id/settlement', { params });
  expect(await wren.send('GET /api/payment-alarms')).toEqual({ data: [] });
});

test('polls a pending refund until it is done', async () => {
  const countPolls = () => square.calls.filter((call) => call === 'get refund').length;
  const runAfterAnHour = () => {
    clock.now = new Date(clock.now.getTime() + 61 * 60_000);
    return shop.jobs.runNow('payments');
  };
  const completeRefunds = () => {
    for (const refund of square.refunds.values()) Object.assign(refund, { status: 'COMPLETED' });
  };
  completeRefunds();
  await runAfterAnHour();
  const before = countPolls();
  const { id } = await order();
  await changeStatus(id, 'refunded');

  await runAfterAnHour();
  expect(countPolls() - before).toBe(1);
  // A webhook triggers a single check right away, however often it is delivered.
  const { payment: payment_id } = [...square.refunds.values()].at(-1) ?? {};
  for (let delivery = 0; delivery < 2; delivery += 1) {
    await sendWebhook({ event_id: 'event-3', data: { object: { refund: { payment_id } } } });
    await shop.jobs.runNow('payments');
  }
  expect(countPolls() - before).toBe(2);
  completeRefunds();
  await runAfterAnHour();
  await runAfterAnHour();

  expect(countPolls() - before).toBe(3);
  expect(await wren.send('GET /api/payment-alarms')).toEqual({ data: [] });
});

test('the sweep voids a charge that arrives after its order failed, and ignores charges of other systems', async () => {
  let attempts = 0;
  square.faultOf = (call) => {
    if (call !== 'create') return undefined;
    attempts += 1;
    return attempts < 3 ? '500 before recording' : 'late';
  };
  await order();
  await expect.poll(() => [...square.payments.values()].some(({ status }) => status === 'APPROVED')).toBe(true);
  square.faultOf = () => undefined;
  const otherCharge = { status: 'COMPLETED' as const, amount: 500, refunded: 0, reference: 'farm stand', key: 'stand' };
  square.payments.set('stand', { id: 'stand', created_at: clock.now.toISOString(), ...otherCharge });

  clock.now = new Date(clock.now.getTime() + 5 * 60_000);
  await shop.jobs.runNow('payments');
  await shop.jobs.runNow('sweep');

  expect(square.payments.get('stand')?.refunded).toBe(0);
  square.payments.delete('stand');
  expect(await violations()).toEqual([]);
});

// Last, because it edits rows by hand.
test('the sweep refunds money captured for a failed order', async () => {
  const { id } = await order();
  await database.transaction([], async (tx) => {
    await tx.updateTable('orders').set({ status: 'failed' }).where('id', '=', id).execute();
  });
  shop.expectError(/needs attention/);
  const { payment_id } = await db
    .selectFrom('orders')
    .select('payment_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

  clock.now = new Date(clock.now.getTime() + 10 * 60_000);
  await shop.jobs.runNow('sweep');

  expect(square.payments.get(payment_id ?? '')).toMatchObject({ refunded: 3200 });
  const alerts = await db.selectFrom('payment_alerts').select('order_id').execute();
  expect(alerts.map(({ order_id }) => order_id)).toContain(id);
});

test('a private note is for staff only; the buyer sees and is emailed what is for them', async () => {
  const { id, key } = await order();
  const write = (text: string, for_buyer: boolean) =>
    wren.send('POST /api/orders/:id/notes', { params: { id }, body: { text, for_buyer } });

  await write('Owes us a keg.', false);
  const { data } = await write('We come on Friday.', true);

  expect(data.notes).toMatchObject([
    { text: 'Owes us a keg.', for_buyer: false, who: 'Farm office' },
    { text: 'We come on Friday.', for_buyer: true, who: 'Farm office' },
  ]);
  const asBuyer = await visitor.send('GET /api/orders/:id', { params: { id }, query: { key } });
  expect(asBuyer.data.notes).toMatchObject([{ text: 'We come on Friday.', who: null }]);
  const page = await (await visitor.fetch(`/order/${id}?key=${key}`)).text();
  expect([page.includes('We come on Friday.'), page.includes('keg')]).toEqual([true, false]);
  const emails = (await shop.mails()).filter((text) => text.includes('About your order'));
  expect(emails).toHaveLength(1);
  expect(emails[0]).toContain('We come on Friday.');
  const empty = { params: { id }, body: { text: ' ', for_buyer: false } };
  expect((await wren.attempt('POST /api/orders/:id/notes', empty)).body.errors).toHaveProperty('text');
});
