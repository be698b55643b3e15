// Problems found later: failed refunds, and payments where the provider's records and ours disagreed for a while.
import { afterAll, beforeEach, expect, test } from 'vitest';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { violatedInvariants } from '#server/testing/invariants.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const square = await startFakeSquare({ now: () => shop.clock.now });
afterAll(() => square.close());
const shop = await openTestShop({ settings: { ...squareSettings, SQUARE_API_URL: square.url, LIMITS: 'off' } });
const { visitor, database, clock } = shop;
const { db } = database;
const wren = await shop.as('wren');

beforeEach(() => {
  square.faultOf = () => undefined;
  square.onCall = () => {};
});

async function order() {
  const { body } = await visitor.attempt('POST /api/process-payment', {
    body: {
      sourceId: 'cnon:card-nonce-ok',
      amount: 1600,
      orderDetails: Object({ productId: 1, quantity: 1, name: 'Dana', phone: '707', locationOption: 'pickup' }),
    },
  });
  const id = body.order?.id ?? 0;
  const payment = [...square.payments.values()].find(({ reference }) => reference.endsWith(`-${id}`));
  if (!payment) throw new Error(`Order ${id} has no payment.`);
  return { id, payment };
}

const statusOf = async (id: number) => (await wren.send('GET /api/orders/:id', { params: { id } })).data.status;
const refund = (id: number) =>
  wren.attempt('POST /api/orders/:id/status-changes', { params: { id }, body: { to: 'refunded' } });

/** Starts a refund whose outcome is unknown to us. */
async function refundWithUnknownOutcome(id: number): Promise<void> {
  square.faultOf = (call) => (call === 'refund' ? '500 before recording' : undefined);
  await refund(id);
  square.faultOf = () => undefined;
}

function runAfter(minutes: number, job: 'payments' | 'sweep') {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
  return shop.jobs.runNow(job);
}

/** Reads the open alerts and marks them as resolved. */
async function takeAlerts(): Promise<string[]> {
  const { data } = await wren.send('GET /api/payment-alarms');
  for (const { id } of data) await wren.send('POST /api/payment-alarms/:id/settlement', { params: { id } });
  return data.map(({ what }) => what);
}

test('raises an alert for every refund that fails later, including a second one for the same order', async () => {
  shop.expectError(/needs attention/);
  const { id, payment } = await order();
  payment.refunded = payment.amount;

  for (let round = 0; round < 2; round += 1) {
    await refundWithUnknownOutcome(id);
    await runAfter(5, 'payments');
    expect(await takeAlerts()).toEqual([expect.stringMatching(/^was not paid back by the provider: ./)]);
  }

  expect(await statusOf(id)).toBe('paid');
  payment.refunded = 0;
  await refund(id);
});

test('raises an alert for a refund that waits for another provider', async () => {
  shop.expectError(/needs attention/);
  const { id } = await order();
  await refundWithUnknownOutcome(id);
  const setProvider = (provider: string) =>
    database.transaction([], (tx) =>
      tx.updateTable('payment_attempts').set({ provider }).where('order_id', '=', id).execute(),
    );
  await setProvider('demo');

  await runAfter(5, 'payments');
  expect(await takeAlerts()).toEqual(['waits for a refund by the provider demo']);
  await runAfter(5, 'payments');
  expect(await takeAlerts()).toEqual([]);

  await setProvider('square');
  await runAfter(5, 'payments');
  expect(await statusOf(id)).toBe('refunded');
});

test('refunds a payment without an order, and the alert says whether the refund is confirmed', async () => {
  shop.expectError(/needs attention/);
  const { payment } = await order();
  const [shopId] = payment.reference.split('-');
  const stray = {
    ...payment,
    id: 'stray',
    key: 'stray',
    reference: `${shopId}-999`,
    created_at: clock.now.toISOString(),
  };
  square.payments.set('stray', stray);
  square.faultOf = (call) => (call === 'refund' ? '500 before recording' : undefined);

  await runAfter(10, 'sweep');
  expect(await takeAlerts()).toEqual(['was taken without an order that holds it and its refund is not confirmed yet']);
  square.faultOf = () => undefined;
  await runAfter(10, 'sweep');
  expect(await takeAlerts()).toEqual(['was taken without an order that holds it and is being refunded']);

  expect(stray.refunded).toBe(stray.amount);
});

test('raises no alert for a payment completed while the sweep reads the list', async () => {
  const { payment } = await order();
  payment.status = 'APPROVED';
  square.onCall = (call, moment) => {
    if (call === 'list' && moment === 'responded') payment.status = 'COMPLETED';
  };

  await runAfter(10, 'sweep');

  expect(await takeAlerts()).toEqual([]);
  expect(await violatedInvariants(database, { payments: square.payments.values() })).toEqual([]);
});

test('fails an order whose payment the provider canceled on its own, even though canceling it returns an error', async () => {
  square.faultOf = (call) => {
    if (call === 'create') return 'dropped after recording';
    return call === 'cancel by key' ? '500 before recording' : undefined;
  };
  const { id, payment } = await order();
  payment.status = 'CANCELED';
  await runAfter(5, 'payments');
  const pending = db.selectFrom('orders').select('status').where('id', '=', id);
  expect(await pending.executeTakeFirst()).toEqual({ status: 'pending' });

  await runAfter(10, 'sweep');

  expect(await pending.executeTakeFirst()).toEqual({ status: 'failed' });
  expect(await violatedInvariants(database, { payments: square.payments.values() })).toEqual([]);
});
