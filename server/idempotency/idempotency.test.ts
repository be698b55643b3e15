// An idempotency key belongs to one request: a repeat returns the first result, another request with it is refused in words.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Endpoint } from '#contracts/endpoint.ts';
import { endpoints } from '#contracts/endpoints.ts';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { violatedInvariants } from '#server/testing/invariants.ts';
import { termsFixtures } from '#server/testing/terms-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const square = await startFakeSquare({ now: () => shop.clock.now });
afterAll(() => square.close());
const shop = await openTestShop({ settings: { ...squareSettings, SQUARE_API_URL: square.url, LIMITS: 'off' } });
const { visitor, database } = shop;
const wren = await shop.as('wren');
const { brewery, order, changeStatus, findOrder } = termsFixtures(shop, wren);

beforeEach(() => {
  square.faultOf = () => undefined;
});

type Call = { path: string; body: Record<string, unknown>; other: Record<string, unknown>; client?: typeof wren };

async function send({ path, client = wren }: Call, body: object, key?: string) {
  const response = await client.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

const details = (quantity: number) => ({
  productId: 1,
  quantity,
  locationOption: 'pickup',
  email: 'otis@brewery.example',
  name: 'Otis',
  phone: '(707) 555-0188',
  address: null,
});

async function buy(): Promise<number> {
  const body = { sourceId: 'cnon:card-nonce-ok', amount: 3200, orderDetails: details(2) };
  return (await send({ path: '/api/process-payment', body, other: {}, client: visitor }, body)).body.order.id;
}

async function addCustomer(): Promise<number> {
  const body = { name: 'Otis', company: '', email: '', phone: '', address: '', notes: '' };
  return (await wren.send('POST /api/customers', { body })).data.id;
}

/** One call for each endpoint that takes a key, and what is changed in the second try. */
const calls: Record<string, () => Promise<Call>> = {
  'POST /api/process-payment': async () => ({
    path: '/api/process-payment',
    body: { sourceId: 'cnon:card-nonce-ok', amount: 1600, orderDetails: details(1) },
    other: { amount: 3200, orderDetails: details(2) },
    client: visitor,
  }),
  'POST /api/orders/on-terms': async () => ({
    path: '/api/orders/on-terms',
    body: { amount: 1600, orderDetails: details(1), poNumber: '7' },
    other: { poNumber: '8' },
    client: await brewery(),
  }),
  'POST /api/orders/desk': async () => ({
    path: '/api/orders/desk',
    body: { customer_id: await addCustomer(), payment: 'cash', amount: 1600, poNumber: '', orderDetails: details(1) },
    other: { payment: 'check' },
  }),
  'POST /api/harvests/:id/reservations': async () => {
    const { data } = await wren.send('POST /api/harvests/admin', {
      body: {
        product_id: 1,
        kind: 'dried',
        status: 'ripening',
        expected_on: '2026-10-20',
        pounds: 100,
        price: 16,
        note: '',
        deposit_percent: 25,
        days: [],
      },
    });
    return {
      path: `/api/harvests/${data.id}/reservations`,
      body: {
        sourceId: 'cnon:card-nonce-ok',
        amount: 400,
        pounds: 1,
        name: 'Dana',
        email: 'dana@tulefog.example',
        phone: '707',
      },
      other: { pounds: 2, amount: 800 },
      client: visitor,
    };
  },
  'POST /api/invoices/:id/payments': async () => {
    const { body } = await order(await brewery(), 2);
    return {
      path: `/api/invoices/${body.invoice}/payments?key=${body.invoice_key}`,
      body: { sourceId: 'cnon:card-nonce-ok', amount: 3200 },
      other: { amount: 1600 },
      client: visitor,
    };
  },
  'POST /api/invoices/:id/credit-notes': async () => {
    const { body } = await order(await brewery(), 2);
    return {
      path: `/api/invoices/${body.invoice}/credit-notes`,
      body: { amount: 5, reason: 'Torn bag' },
      other: { amount: 6 },
    };
  },
  'POST /api/customers/:id/payments': async () => ({
    path: `/api/customers/${(await brewery()).id}/payments`,
    body: { amount: 100, method: 'check', received_on: '2026-10-01', note: '' },
    other: { amount: 200 },
  }),
  'POST /api/customers/:id/payments/:entry/refunds': async () => {
    const sandbar = await brewery();
    const { body } = await order(sandbar, 2);
    const paid = { sourceId: 'cnon:card-nonce-ok', amount: 3200 };
    const path = `/api/invoices/${body.invoice}/payments?key=${body.invoice_key}`;
    await send({ path, body: paid, other: {}, client: visitor }, paid, randomUUID());
    await changeStatus(body.order.id, 'cancelled');
    const { data } = await wren.send('GET /api/customers/:id/ledger', { params: { id: sandbar.id }, query: {} });
    const entry = data.find(({ kind }) => kind === 'payment')?.id;
    return {
      path: `/api/customers/${sandbar.id}/payments/${entry}/refunds`,
      body: { amount: 12, reason: 'Canceled' },
      other: { amount: 20 },
    };
  },
  'POST /api/orders/:id/refunds': async () => ({
    path: `/api/orders/${await buy()}/refunds`,
    body: { amount: 10, lines: [], restock: false, reason: 'Wet' },
    other: { amount: 20 },
  }),
  'POST /api/orders/:id/refunds, on terms': async () => {
    const { body } = await order(await brewery(), 2);
    return {
      path: `/api/orders/${body.order.id}/refunds`,
      body: { lines: [{ product_id: 1, pounds: 1 }], restock: true, reason: 'Wet' },
      other: { restock: false },
    };
  },
  'POST /api/orders/:id/changes': async () => {
    const { body } = await order(await brewery(), 2);
    return {
      path: `/api/orders/${body.order.id}/changes`,
      body: { version: 1, reason: 'Freight', charge: { text: 'Freight', amount: 10 } },
      other: { charge: { text: 'Freight', amount: 12 } },
    };
  },
  'POST /api/stock-moves': async () => ({
    path: '/api/stock-moves',
    body: { product_id: 1, kind: 'harvest', pounds: 5, note: '' },
    other: { pounds: 6 },
  }),
};

/** Everything that money, pounds and documents are written to. */
async function countRows(): Promise<Record<string, number>> {
  const tables = ['orders', 'ledger_entries', 'invoices', 'stock_moves', 'charge_refunds', 'order_changes'] as const;
  const counts = tables.map(async (table) => {
    const { rows } = await database.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    return [table, Number(rows)] as const;
  });
  return {
    ...Object.fromEntries(await Promise.all(counts)),
    charges: square.payments.size,
    refunded: square.refunds.size,
  };
}

test('each endpoint that takes a key has its call here, but for the one that asks what became of a key', () => {
  const keyed = Object.entries<Endpoint>(endpoints).flatMap(([name, { key }]) => (key ? [name] : []));
  const called = Object.keys(calls).map((name) => name.replace(/,.*/, ''));

  expect(new Set(keyed)).toEqual(new Set([...called, 'POST /api/process-payment/outcome']));
});

test.each(Object.keys(calls))('a key belongs to one request: %s', async (name) => {
  const call = await calls[name]?.();
  if (!call) throw new Error(name);
  const key = randomUUID();
  // A request that is refused frees its key.
  expect(
    (await send(call, { ...call.body, amount: -1, pounds: -1, version: 99, orderDetails: undefined }, key)).status,
  ).toBeGreaterThanOrEqual(400);

  const first = await send(call, call.body, key);
  expect(first.status).toBe(200);
  const after = await countRows();
  const clicks = await Promise.all(Array.from({ length: 4 }, () => send(call, call.body, key)));
  expect(clicks.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(clicks[0]?.body).toEqual(first.body);
  const other = await send(call, { ...call.body, ...call.other }, key);

  expect(other.status).toBe(422);
  expect(other.body.message ?? other.body.error).toMatch(
    /^Your first try was saved, with other details\.|used for a different order/,
  );
  expect(await countRows()).toEqual(after);
  expect(await violatedInvariants(database, { payments: square.payments.values() })).toEqual([]);
});

const inBody = Object.entries<Endpoint>(endpoints).flatMap(([name, { body }]) =>
  body && Object.hasOwn(body.shape, 'key') ? [name] : [],
);

test.each(inBody)('the key may be in the body, where it was first, and is the same key: %s', async (name) => {
  const call = await calls[name]?.();
  if (!call) throw new Error(name);
  const key = randomUUID();
  const first = await send(call, { ...call.body, key });
  const after = await countRows();

  expect([first.status, (await send(call, call.body, key)).status]).toEqual([200, 200]);
  expect((await send(call, { ...call.body, ...call.other, key })).status).toBe(422);
  expect(await countRows()).toEqual(after);
  const missing = await send(call, call.body);
  expect([missing.status, Object.keys(missing.body.errors)]).toEqual([422, ['Idempotency-Key']]);
});

test('one key may be sent to two endpoints, and counts in each', async () => {
  const key = randomUUID();
  for (const name of ['POST /api/stock-moves', 'POST /api/orders/:id/changes']) {
    const call = await calls[name]?.();
    expect(call && (await send(call, call.body, key)).status).toBe(200);
  }
});

test('a key that an earlier version wrote without a claim is refused, and nothing is written twice', async () => {
  const call = await calls['POST /api/customers/:id/payments']?.();
  if (!call) throw new Error();
  const key = randomUUID();
  await send(call, call.body, key);
  await database.transaction([], async (tx) => void (await tx.deleteFrom('checkouts').execute()));
  const before = await countRows();

  expect((await send(call, call.body, key)).status).toBe(422);
  expect(await countRows()).toEqual(before);
});

test('a purchase that an earlier version began is found again after the upgrade', async () => {
  const stored = async (key: string) => {
    const row = await database.db.selectFrom('orders').select('id').orderBy('id', 'desc').executeTakeFirst();
    const claim = await database.db.selectFrom('checkouts').selectAll().orderBy('created_at', 'desc').execute();
    return { id: row?.id, claims: claim.map(({ key: hashed, request_hash }) => ({ hashed, request_hash })), key };
  };
  const key = 'a purchase of the version before';
  const call = await calls['POST /api/process-payment']?.();
  if (!call) throw new Error();
  const { body } = await send(call, call.body, key);

  const { claims } = await stored(key);
  // As version 0.1.0 hashed them.
  expect(claims).toContainEqual({
    hashed: 'f9a4f0f96c6135c0d4f6a06af9019d92f4d46d864f70bb6270bde99b7a92c51d',
    request_hash: '1c19fa715ab921a24331ac8b0053a1f0b297cf8e24cfeea59035b20fa6c592a9',
  });
  expect(await findOrder(body.order.id)).toMatchObject({ status: 'paid' });
});

/** Writes of money, pounds and documents that need no key, because a repeat does nothing. */
const once: Record<string, string> = {
  'POST /api/orders/:id/status-changes':
    'an order moves only from the statuses that lead there; a refund is of all that is left',
  'POST /api/orders/status-changes': 'an order moves only from the statuses that lead there',
  'POST /api/orders/:id/refunds/:refund/retry': 'only a refused refund is asked for again',
  'POST /api/reservations/:id/weight': 'a reservation is weighed once',
  'POST /api/customers/:id/payments/:entry/reversal': 'a payment is taken back once',
  'POST /api/books/closings': 'a month is closed once',
  'POST /api/products/admin/:id/lots': 'a lot number is taken once',
  'PUT /api/products/admin/:id/current-lot': 'says which lot, not how many pounds',
  'POST /api/products/admin': 'adds a product of its own, which shows in the list at once',
  'POST /api/harvests/admin': 'adds a harvest of its own, which shows in the list at once',
  'PUT /api/customers/:id/terms': 'says what the terms are',
  'POST /api/customers/:id/account-confirmation': 'sends a link again',
  'POST /api/customers/:id/terms-pause': 'terms are paused once',
  'PUT /api/orders/:id/shipment': 'says what the shipment is',
  'PUT /api/customers/:id/resale-certificate': 'says which certificate it is',
  'POST /api/payment-alarms/:id/settlement': 'an alert is settled once',
};
/** Accounts, posts, pictures, settings, emails: no money, pounds or documents. Deleting twice deletes once. */
const others =
  /^DELETE |^\w+ \/api\/(register|login|logout|account|password-|alerts|newsletters|backups|admin\/blogs|client-errors|customers$|emails|pictures|people|settings\/\w|settings|getting-started|orders\/:id\/notes)/;

test('every write that moves money, pounds or a document has a key or a version, or says why not', () => {
  const open = Object.entries<Endpoint>(endpoints).flatMap(([name, { key, body, form }]) =>
    name.startsWith('GET ') || key || Object.hasOwn({ ...body?.shape, ...form?.shape }, 'version') ? [] : [name],
  );

  expect(new Set(open.filter((name) => !others.test(name)))).toEqual(new Set(Object.keys(once)));
});
