import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { violatedInvariants } from '#server/testing/invariants.ts';
import { openTestShop, people } from '#server/testing/test-shop.ts';

const square = await startFakeSquare({ now: () => shop.clock.now });
afterAll(() => square.close());
const shop = await openTestShop({ settings: { ...squareSettings, SQUARE_API_URL: square.url } });
const { visitor, database, clock } = shop;
const { db } = database;

beforeEach(async () => {
  square.faultOf = () => undefined;
  await database.transaction([], async (tx) => void (await tx.deleteFrom('rate_limits').execute()));
});

const TRIPLE_PEARL = { id: 1, cents: 1600 };
const COMET = { id: 2, cents: 1450 };
const buyer = {
  name: 'Dana Whitlock',
  email: 'dana@tulefog.example',
  address: '412 Second St',
  phone: '(707) 555-0188',
};

type Details = Record<string, unknown>;
function request(details: Details = {}, more: Details = {}) {
  const quantity = Number(details.quantity ?? 1);
  return {
    sourceId: 'cnon:card-nonce-ok',
    amount: TRIPLE_PEARL.cents * quantity,
    orderDetails: { productId: TRIPLE_PEARL.id, quantity: 1, locationOption: 'pickup', ...buyer, ...details },
    ...more,
  };
}

async function pay(body: unknown, headers: Record<string, string> = {}) {
  const response = await visitor.fetch('/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

const stockOf = async (id: number) =>
  (await db.selectFrom('products').select('stock').where('id', '=', id).executeTakeFirstOrThrow()).stock;
const countOrders = async () => (await db.selectFrom('orders').select('id').execute()).length;
const findOrder = (id: number) => db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('charges an order once, takes its pounds out of stock, and emails the buyer and the farm', async () => {
  const before = await stockOf(TRIPLE_PEARL.id);

  const { status, body } = await pay(request({ quantity: 11 }));

  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'success', error: null, order: { id: expect.any(Number) } });
  expect(await findOrder(body.order.id)).toMatchObject({ status: 'paid', pounds: 11, amount_cents: 17600, ...buyer });
  expect(await stockOf(TRIPLE_PEARL.id)).toBe(before - 11);
  const payment = square.payments.get((await findOrder(body.order.id)).payment_id ?? '');
  expect(payment).toMatchObject({ status: 'COMPLETED', amount: 17600 });
  const mails = (await shop.mails()).join('\n');
  expect(mails).toContain(`Subject: Your order ${body.order.id} at Heron Slough Ranch`);
  expect(mails).toContain(`Subject: Order ${body.order.id}: 11 lbs, pickup`);
  expect(await violatedInvariants(database, { payments: square.payments.values() })).toEqual([]);
});

test('public pages show the new stock right away', async () => {
  await visitor.fetch('/api/products');

  await pay(request({ quantity: 3 }));

  const { data } = await visitor.send('GET /api/products');
  expect(data.find(({ id }) => id === TRIPLE_PEARL.id)?.stock).toBe(await stockOf(TRIPLE_PEARL.id));
});

test('several products make one order with one charge; the same product twice becomes one line', async () => {
  const items = [
    { productId: COMET.id, quantity: 4 },
    { productId: TRIPLE_PEARL.id, quantity: 10 },
    { productId: COMET.id, quantity: 8 },
  ];
  const amount = 12 * COMET.cents + 10 * TRIPLE_PEARL.cents;
  const { productId: _, quantity: __, ...details } = request().orderDetails;

  const { status, body } = await pay({
    ...request(),
    amount,
    orderDetails: { ...details, items, locationOption: 'delivery' },
  });

  expect(status).toBe(200);
  const lines = await db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', body.order.id)
    .orderBy('product_id')
    .execute();
  expect(lines.map(({ product_id, pounds }) => [product_id, pounds])).toEqual([
    [TRIPLE_PEARL.id, 10],
    [COMET.id, 12],
  ]);
  expect(await findOrder(body.order.id)).toMatchObject({
    pounds: 22,
    amount_cents: amount,
    location_option: 'delivery',
  });
});

test.each([
  ['no name', request({ name: ' ' }), 422, 'Your name is required.'],
  ['an invisible name', request({ name: '\u200b' }), 422, 'Your name is required.'],
  ['no phone', request({ phone: undefined }), 422, 'Your phone is required.'],
  ['an invalid email', request({ email: 'dana at tulefog' }), 422, "That doesn't look like an email address."],
  ['no pounds', request({ quantity: 0 }), 422, 'The quantity must be whole pounds, 1 or more.'],
  ['half pounds', request({ quantity: 5.5 }), 422, 'The quantity must be whole pounds, 1 or more.'],
  ['a quantity as a string', request({ quantity: '11' }), 422, 'The quantity must be whole pounds, 1 or more.'],
  [
    'delivery of 21 lbs',
    request({ quantity: 21, locationOption: 'delivery' }),
    422,
    'Delivery requires at least 22 lbs.',
  ],
  ['an unknown location option', request({ locationOption: 'drone' }), 422, 'Choose pickup or delivery.'],
  ['no card token', request({}, { sourceId: '' }), 422, 'The card token is missing.'],
  ['a wrong amount', request({}, { amount: 1 }), 409, 'The price has changed. Please review your order.'],
  ['an unknown product', request({ productId: 999 }), 404, 'This product is no longer in the catalog.'],
  ['a product id out of range', request({ productId: 2 ** 40 }), 404, 'This product is no longer in the catalog.'],
  [
    'an amount over 32 bits',
    { ...request({ quantity: 1_000_000 }), amount: 1_600_000_000 },
    409,
    /^Only \d+ lbs of Triple Pearl are left\.$/,
  ],
  [
    'a quantity over 32 bits',
    { ...request({ quantity: 2 ** 40 }), amount: 1600 * 2 ** 40 },
    409,
    /^Only \d+ lbs of Triple Pearl are left\.$/,
  ],
  ['items that are not a list', request({ items: 7 }), 422, 'Send items as a list of productId and quantity.'],
  ['too many pounds', request({ quantity: 100_000 }), 409, /^Only \d+ lbs of Triple Pearl are left\.$/],
  ['an empty order', request({ items: [] }), 422, 'The order is empty.'],
  ['no order details', request({}, { orderDetails: undefined }), 422, 'The order details are missing.'],
  ['order details as a string', request({}, { orderDetails: 'Comet' }), 422, 'The order details are missing.'],
  ['no body', null, 422, 'The card token is missing.'],
  ['a list as body', [], 422, 'Send the fields as a JSON object.'],
])('rejects %s without charging, holding stock or sending email', async (_, body, status, text) => {
  const before = { stock: await stockOf(TRIPLE_PEARL.id), orders: await countOrders(), mails: await shop.mails() };
  const calls = square.calls.length;

  const response = await pay(body);

  expect(response.status).toBe(status);
  expect(response.body).toMatchObject({
    status: 'error',
    error: text instanceof RegExp ? expect.stringMatching(text) : text,
  });
  expect({ stock: await stockOf(TRIPLE_PEARL.id), orders: await countOrders(), mails: await shop.mails() }).toEqual(
    before,
  );
  expect(square.calls).toHaveLength(calls);
});

test.each([22, 23])('%i lbs can be delivered', async (quantity) => {
  expect((await pay(request({ quantity, locationOption: 'delivery' }))).status).toBe(200);
});

test.each([
  ['cnon:card-nonce-declined', 'The card was declined. Try another card.'],
  ['cnon:card-nonce-rejected-cvv', 'The security code is incorrect.'],
  ['cnon:card-nonce-rejected-postalcode', 'The ZIP code does not match this card.'],
  ['cnon:card-nonce-rejected-expiration', 'The expiration date is incorrect.'],
  ['cnon:card-nonce-already-used', 'This card was already submitted. Please enter it again.'],
])('%s is declined with a plain message, and the pounds go back to stock', async (sourceId, error) => {
  const before = await stockOf(TRIPLE_PEARL.id);
  const mails = await shop.mails();

  const response = await pay(request({}, { sourceId }));

  expect(response.status).toBe(402);
  expect(response.body).toEqual({ status: 'error', error });
  expect(await stockOf(TRIPLE_PEARL.id)).toBe(before);
  expect(await shop.mails()).toEqual(mails);
});

test('fifty identical submits at once make one order, one payment and fifty identical responses', async () => {
  const headers = { 'idempotency-key': 'one opened form' };
  const before = await countOrders();
  const created = square.payments.size;

  const responses = await Promise.all(Array.from({ length: 50 }, () => pay(request({ quantity: 2 }), headers)));

  expect(new Set(responses.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  expect(responses[0]?.status).toBe(200);
  expect(await countOrders()).toBe(before + 1);
  expect(square.payments.size).toBe(created + 1);
  expect((await pay(request({ quantity: 2 }), headers)).body).toEqual(responses[0]?.body);
});

test('a key used for another order is refused, without a link to the first one', async () => {
  const headers = { 'idempotency-key': 'a paid form' };
  const before = await countOrders();
  const paid = await pay(request({ quantity: 3 }), headers);

  const [other, ...concurrent] = await Promise.all([
    pay(request({ quantity: 4, phone: '(916) 555-0000' }), headers),
    pay(request({ quantity: 1 }), { 'idempotency-key': 'two at once' }),
    pay(request({ quantity: 2 }), { 'idempotency-key': 'two at once' }),
  ]);

  expect(paid.status).toBe(200);
  expect([other.status, other.body]).toEqual([
    422,
    { status: 'error', error: expect.stringContaining('used for a different order'), errors: expect.any(Object) },
  ]);
  expect(concurrent.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  expect(await countOrders()).toBe(before + 2);
  // The same order with the card entered again is a repeat.
  const again = await pay(request({ quantity: 3 }, { sourceId: 'cnon:card-nonce-declined' }), headers);
  expect(again.body).toEqual(paid.body);
});

const outcomeOf = async (key: string) => {
  const headers = { 'idempotency-key': key };
  const response = await visitor.fetch('/api/process-payment/outcome', { method: 'POST', headers });
  return { status: response.status, body: await response.json() };
};

test('the outcome of a purchase can be asked for, and one that has not begun no longer can', async () => {
  const paid = await pay(request(), { 'idempotency-key': 'lost answer' });
  const declined = { ...request(), sourceId: 'cnon:card-nonce-declined' };
  await pay(declined, { 'idempotency-key': 'lost decline' });

  expect((await outcomeOf('lost answer')).body).toEqual(paid.body);
  expect((await outcomeOf('lost decline')).body).toEqual({
    status: 'error',
    error: expect.stringContaining('declined'),
  });
  expect((await outcomeOf('never arrived')).body).toEqual({ status: 'none', error: null });
  const late = await pay(request(), { 'idempotency-key': 'never arrived' });
  expect([late.status, late.body.error]).toEqual([409, expect.stringContaining('Nothing was charged')]);
  expect((await outcomeOf('never arrived')).body).toEqual({ status: 'none', error: null });
});

test('a purchase and the question about it can arrive at once: it is either charged and told, or refused', async () => {
  for (let round = 0; round < 20; round += 1) {
    const key = `at once ${round}`;
    const [payment, outcome] = await Promise.all([pay(request(), { 'idempotency-key': key }), outcomeOf(key)]);

    if (outcome.body.status === 'none') expect(payment.status).toBe(409);
    else expect([payment.status, outcome.body.order]).toEqual([200, payment.body.order]);
  }
});

test('asking for an outcome needs a key', async () => {
  const response = await visitor.fetch('/api/process-payment/outcome', { method: 'POST' });

  expect(response.status).toBe(422);
});

test('responses a repeat even when the address has reached its limit', async () => {
  const headers = { 'idempotency-key': 'before the storm' };
  const first = await pay(request(), headers);
  await Promise.all(Array.from({ length: 61 }, () => pay(request({}, { amount: 1 }))));
  // A busy shop may have turned some away uncounted.
  await expect.poll(async () => (await pay(request({}, { amount: 1 }))).status).toBe(429);

  expect((await pay(request())).status).toBe(429);
  expect((await pay(request(), headers)).body).toEqual(first.body);
});

test('successful payments do not count toward the limit', async () => {
  for (let n = 0; n < 8; n += 1) expect((await pay(request())).status).toBe(200);
});

test('looks up a capture that never responds', async () => {
  square.faultOf = (call) => (call === 'complete' ? 'dropped after recording' : undefined);

  expect((await pay(request())).status).toBe(200);
});

test('a repeat of a declined payment gets the same response', async () => {
  const headers = { 'idempotency-key': 'a declined form' };
  const body = request({}, { sourceId: 'cnon:card-nonce-declined' });
  const first = await pay(body, headers);

  expect((await pay(body, headers)).body).toEqual(first.body);
});

test('without a key, a single-use token is the key', async () => {
  const before = await countOrders();

  const responses = await Promise.all([1, 2, 3].map(() => pay(request({}, { sourceId: 'cnon:CBASEOnce' }))));

  expect(new Set(responses.map(({ body }) => body.order.id)).size).toBe(1);
  expect(await countOrders()).toBe(before + 1);
});

test('no row or log line contains a card token or the access token', async () => {
  await pay(request({}, { sourceId: 'cnon:very-secret-card' }));

  const tables = ['orders', 'order_lines', 'charges', 'order_events', 'shop_state', 'emails'] as const;
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
  const written = JSON.stringify(rows) + shop.logLines.join('');
  expect(written).not.toContain('very-secret-card');
  expect(written).not.toContain(squareSettings.SQUARE_ACCESS_TOKEN);
});

test('five declined cards pause payments from that address and phone for ten minutes', async () => {
  for (let n = 0; n < 5; n += 1)
    expect((await pay(request({}, { sourceId: 'cnon:card-nonce-declined' }))).status).toBe(402);

  const sixth = await pay(request());
  expect(sixth.status).toBe(429);
  expect(sixth.headers.get('retry-after')).toBe('600');
  expect(sixth.body).toMatchObject({
    status: 'error',
    error: 'Too many attempts. Please wait 10 minutes and try again.',
  });

  clock.now = new Date(clock.now.getTime() + 600_000);
  expect((await pay(request())).status).toBe(200);
});

test('rejects more than sixty payment requests a minute from an address', async () => {
  // Invalid requests count too.
  const wrong = await Promise.all(Array.from({ length: 30 }, () => pay(request({ quantity: 0 }))));
  const wrongAmounts = await Promise.all(Array.from({ length: 31 }, () => pay(request({}, { amount: 1 }))));

  expect(wrong.every(({ status }) => status === 422)).toBe(true);
  expect(wrongAmounts.filter(({ status }) => status === 429)).toHaveLength(1);
  expect((await pay(request({ quantity: 0 }))).status).toBe(429);
});

test('an unreachable provider means 503, with nothing charged or held', async () => {
  const before = await stockOf(TRIPLE_PEARL.id);
  square.faultOf = (call) => (call === 'create' ? '500 before recording' : undefined);

  const { status, body } = await pay(request());

  expect(status).toBe(503);
  expect(body.error).toContain('Nothing was charged');
  expect(await stockOf(TRIPLE_PEARL.id)).toBe(before);
});

test('an unknown outcome is 202 pending, and the reconciler resolves it', async () => {
  const before = await stockOf(TRIPLE_PEARL.id);
  square.faultOf = (call) => (call === 'create' || call === 'cancel by key' ? 'dropped after recording' : undefined);
  shop.expectError(/is left to the reconciler|The sweep is postponed/);

  const { status, body } = await pay(request(), { 'idempotency-key': 'unknown outcome' });
  expect(status).toBe(202);
  expect(body).toMatchObject({ status: 'pending', error: expect.stringContaining('Please do not pay again') });
  expect((await findOrder(body.order.id)).status).toBe('pending');

  square.faultOf = () => undefined;
  clock.now = new Date(clock.now.getTime() + 60_000);
  await shop.jobs.runNow('payments');

  expect((await findOrder(body.order.id)).status).toBe('failed');
  expect(await stockOf(TRIPLE_PEARL.id)).toBe(before);
  expect((await pay(request(), { 'idempotency-key': 'unknown outcome' })).status).toBe(503);
  expect(await violatedInvariants(database, { payments: square.payments.values() })).toEqual([]);
});

test('a logged-in customer finds the order in their own list', async () => {
  const otis = await shop.as('otis');
  const { token } = await visitor.send('POST /api/login', { body: people.otis });

  const { body } = await pay(request({ quantity: 3 }), { authorization: `Bearer ${token}` });

  const { data, pagination } = await otis.send('GET /api/orders', { query: { page: 1 } });
  expect(pagination.total).toBe(1);
  expect(data[0]).toMatchObject({ id: body.order.id, quantity: 3, total: 48, status: 'paid' });
});

test('parallel tries cannot get past the limit of declined cards', async () => {
  const declined = () =>
    pay({ ...request(), sourceId: 'cnon:card-nonce-declined' }, { 'idempotency-key': randomUUID() });

  const statuses = await Promise.all(Array.from({ length: 40 }, async () => (await declined()).status));

  expect(statuses.filter((status) => status === 402)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(35);
});

test('a brewery can pay more than five times at once, and nothing is left counted', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 8 }, async () => (await pay(request(), { 'idempotency-key': randomUUID() })).status),
  );

  expect(statuses).toEqual(Array(8).fill(200));
  const counted = await db.selectFrom('rate_limits').select('used').where('name', 'like', 'declined%').execute();
  expect(counted.every(({ used }) => used === 0)).toBe(true);
});

test('a decline without a listed code is still a decline, and one about the email says so', async () => {
  const decline = (token: string) => pay({ ...request(), sourceId: `cnon:card-nonce-${token}` });

  expect(await decline('unlisted')).toMatchObject({
    status: 402,
    body: { error: expect.stringContaining('declined') },
  });
  expect(await decline('bad-email')).toMatchObject({ status: 402, body: { error: expect.stringContaining('email') } });
});

test('a lost reply followed by "too many requests" is an unknown outcome, and the hold is voided', async () => {
  let creates = 0;
  square.faultOf = (call) => {
    if (call !== 'create') return undefined;
    creates += 1;
    return creates === 1 ? 'dropped after recording' : '429';
  };

  const { status } = await pay(request(), { 'idempotency-key': 'lost, then busy' });

  expect(status).toBe(503);
  expect([...square.payments.values()].at(-1)?.status).toBe('CANCELED');
});

test('a buyer who was told to wait hears by email that the order did not go through', async () => {
  square.faultOf = (call) => (call === 'create' || call === 'cancel by key' ? 'dropped after recording' : undefined);
  const waiting = await pay(request({ email: 'waiting@brewery.example' }), { 'idempotency-key': 'wait for it' });
  expect(waiting.status).toBe(202);
  square.faultOf = () => undefined;

  clock.now = new Date(clock.now.getTime() + 60_000);
  await shop.jobs.runNow('payments');

  expect((await findOrder(waiting.body.order.id)).status).toBe('failed');
  const mail = (await shop.mails()).find((each) => each.includes('waiting@brewery.example'));
  expect(mail).toContain('did not go through');
});
