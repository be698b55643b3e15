// What is found later: refunds that did not work out, and payments on which the provider and we did not agree for a while.
import { afterAll, beforeEach, expect, test } from 'vitest';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { violatedInvariants } from '#server/testing/invariants.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const square = await startFakeSquare({ now: () => farm.clock.now });
afterAll(() => square.close());
const farm = await openTestShop({ settings: { ...squareSettings, SQUARE_API_URL: square.url, LIMITS: 'off' } });
const { visitor, database, clock } = farm;
const { db } = database;
const wren = await farm.as('wren');

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

/** A refund of which we do not know whether it was made. */
async function unsureRefund(id: number): Promise<void> {
  square.faultOf = (call) => (call === 'refund' ? '500 before recording' : undefined);
  await refund(id);
  square.faultOf = () => undefined;
}

function later(minutes: number, job: 'payments' | 'sweep') {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
  return farm.jobs.runNow(job);
}

/** What staff are told, and then mark as settled. */
async function told(): Promise<string[]> {
  const { data } = await wren.send('GET /api/payment-alarms');
  for (const { id } of data) await wren.send('POST /api/payment-alarms/:id/settlement', { params: { id } });
  return data.map(({ what }) => what);
}

test('each refund that is refused afterwards is told, also the second of an order', async () => {
  farm.expectError(/needs attention/);
  const { id, payment } = await order();
  payment.refunded = payment.amount;

  for (let round = 0; round < 2; round += 1) {
    await unsureRefund(id);
    await later(5, 'payments');
    expect(await told()).toEqual([expect.stringMatching(/^was not paid back by the provider: ./)]);
  }

  expect(await statusOf(id)).toBe('paid');
  payment.refunded = 0;
  await refund(id);
});

test('a refund that waits for another provider is told', async () => {
  farm.expectError(/needs attention/);
  const { id } = await order();
  await unsureRefund(id);
  const paidThrough = (provider: string) =>
    database.transaction([], (tx) =>
      tx.updateTable('payment_attempts').set({ provider }).where('order_id', '=', id).execute(),
    );
  await paidThrough('demo');

  await later(5, 'payments');
  expect(await told()).toEqual(['waits for a refund by the provider demo']);
  await later(5, 'payments');
  expect(await told()).toEqual([]);

  await paidThrough('square');
  await later(5, 'payments');
  expect(await statusOf(id)).toBe('refunded');
});

test('money without an order: staff are told whether it goes back', async () => {
  farm.expectError(/needs attention/);
  const { payment } = await order();
  const [shop] = payment.reference.split('-');
  const stray = {
    ...payment,
    id: 'stray',
    key: 'stray',
    reference: `${shop}-999`,
    created_at: clock.now.toISOString(),
  };
  square.payments.set('stray', stray);
  square.faultOf = (call) => (call === 'refund' ? '500 before recording' : undefined);

  await later(10, 'sweep');
  expect(await told()).toEqual(['was taken without an order that holds it and its refund is not confirmed yet']);
  square.faultOf = () => undefined;
  await later(10, 'sweep');
  expect(await told()).toEqual(['was taken without an order that holds it and is being refunded']);

  expect(stray.refunded).toBe(stray.amount);
});

test('a payment that is completed while the sweep reads the list alarms nobody', async () => {
  const { payment } = await order();
  payment.status = 'APPROVED';
  square.onCall = (call, moment) => {
    if (call === 'list' && moment === 'answered') payment.status = 'COMPLETED';
  };

  await later(10, 'sweep');

  expect(await told()).toEqual([]);
  expect(await violatedInvariants(database, { payments: square.payments.values() })).toEqual([]);
});

test('an order whose payment the provider has cancelled by itself is given up, though cancelling it says no', async () => {
  square.faultOf = (call) => {
    if (call === 'create') return 'dropped after recording';
    return call === 'cancel by key' ? '500 before recording' : undefined;
  };
  const { id, payment } = await order();
  payment.status = 'CANCELED';
  await later(5, 'payments');
  const pending = db.selectFrom('orders').select('status').where('id', '=', id);
  expect(await pending.executeTakeFirst()).toEqual({ status: 'pending' });

  await later(10, 'sweep');

  expect(await pending.executeTakeFirst()).toEqual({ status: 'failed' });
  expect(await violatedInvariants(database, { payments: square.payments.values() })).toEqual([]);
});
