// Problems found later: failed refunds, and payments where the provider's records and ours disagreed for a while.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { refusals, squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
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

const purchase = {
  body: {
    sourceId: 'cnon:card-nonce-ok',
    amount: 1600,
    orderDetails: Object({ productId: 1, quantity: 1, name: 'Dana', phone: '707', locationOption: 'pickup' }),
  },
};

async function order() {
  const { body } = await visitor.attempt('POST /api/process-payment', purchase);
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
  const { id } = await order();

  for (let round = 0; round < 2; round += 1) {
    await refundWithUnknownOutcome(id);
    square.faultOf = (call) => (call === 'refund' ? '400' : undefined);
    for (let check = 0; check < 8; check += 1) await runAfter(5, 'payments');
    expect(await takeAlerts()).toEqual([expect.stringMatching(/^was not paid back by the provider: ./)]);
  }

  expect(await statusOf(id)).toBe('paid');
  square.faultOf = () => undefined;
  await refund(id);
});

const lost = ['dropped after recording', '500 after recording', 'malformed', 'empty', 'late'] as const;
const cases = lost.flatMap((fault) => refusals.map((refusal) => [fault, refusal] as const));

test.each(cases)(
  'a refund whose reply is lost ("%s") is not written off by a later %s, and not paid twice',
  async (fault, refusal) => {
    const { id, payment } = await order();
    square.limitsRefunds = false;
    const part = (amount: number) =>
      wren.attempt('POST /api/orders/:id/refunds', {
        params: { id },
        body: { amount, lines: [], restock: false, reason: 'Wet', key: randomUUID() },
      });
    square.faultOf = (call) => (call === 'refund' ? fault : 'dropped before recording');
    await part(5);
    await square.allArrived();
    square.faultOf = (call) => (call === 'refund' || call === 'get' || call === 'get refund' ? refusal : undefined);
    await runAfter(1, 'payments');

    await part(5);
    square.faultOf = (call) => (call === 'refund' ? refusal : undefined);
    await runAfter(5, 'payments');

    const { data } = await wren.send('GET /api/orders/:id', { params: { id }, query: {} });
    expect([payment.refunded, data.refunded, data.refunding, data.refund_left]).toEqual([500, 5, false, 11]);
    expect(await takeAlerts()).toEqual([]);
    square.limitsRefunds = true;
  },
);

test.each(['401', '403'] as const)('a %s is no answer about a refund, also when it is the first', async (refusal) => {
  const { id, payment } = await order();
  square.faultOf = (call) => (call === 'refund' ? `${refusal} after recording` : call === 'get' ? refusal : undefined);
  await refund(id);

  expect((await wren.send('GET /api/orders/:id', { params: { id }, query: {} })).data).toMatchObject({
    status: 'paid',
    refunding: true,
    refund_left: 0,
  });
  square.faultOf = () => undefined;
  await runAfter(5, 'payments');
  expect([await statusOf(id), payment.refunded]).toEqual(['refunded', payment.amount]);
});

test.each(refusals)(
  'a provider that answers %s for a day leaves a refund and a charge open, and says so once',
  async (refusal) => {
    shop.expectError(/needs attention|Square rejected|could not be read/);
    const { id, payment } = await order();
    square.faultOf = (call) =>
      call === 'refund' || call === 'create' ? '500 after recording' : 'dropped before recording';
    await refund(id);
    const unclear = await visitor.attempt('POST /api/process-payment', purchase);
    expect(unclear.status).toBe(202);
    square.faultOf = () => refusal;

    for (let hour = 0; hour < 24; hour += 1) await runAfter(60, 'payments');

    const { data } = await wren.send('GET /api/orders/:id', { params: { id }, query: {} });
    expect(data).toMatchObject({ status: 'paid', refunding: true, refundable: false, refund_left: 0 });
    expect(await statusOf(unclear.body.order?.id ?? 0)).toBe('pending');
    // The sweep runs by the clock of this machine, and may have told of the list.
    const alerts = async () => (await takeAlerts()).filter((what) => !what.includes('list of payments'));
    expect(await alerts()).toEqual([
      expect.stringContaining('does not say whether it was charged'),
      expect.stringContaining('the card provider does not confirm'),
    ]);
    await runAfter(60, 'payments');
    expect(await alerts()).toEqual([]);
    square.faultOf = () => undefined;
    await runAfter(60, 'payments');
    await runAfter(60, 'sweep');
    expect([await statusOf(id), payment.refunded]).toEqual(['refunded', payment.amount]);
    expect(await statusOf(unclear.body.order?.id ?? 0)).toBe('failed');
    expect(await violatedInvariants(database, { payments: square.payments.values() })).toEqual([]);
  },
);

test('raises an alert for a refund that waits for another provider', async () => {
  shop.expectError(/needs attention/);
  const { id } = await order();
  await refundWithUnknownOutcome(id);
  const setProvider = (provider: string) =>
    database.transaction([], (tx) => tx.updateTable('charges').set({ provider }).where('order_id', '=', id).execute());
  await setProvider('demo');

  await runAfter(5, 'payments');
  expect(await takeAlerts()).toEqual(['waits for a refund by the provider demo']);
  await runAfter(5, 'payments');
  expect(await takeAlerts()).toEqual([]);

  await setProvider('square');
  await runAfter(5, 'payments');
  expect(await statusOf(id)).toBe('refunded');
});

test('refunds a payment without an order, and tells staff once more if it is not back in time', async () => {
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
  expect(await takeAlerts()).toEqual(['was taken without an order that holds it and is being refunded']);
  await runAfter(10, 'sweep');
  expect(await takeAlerts()).toEqual([expect.stringContaining('is not refunded yet')]);
  square.faultOf = () => undefined;
  await runAfter(10, 'sweep');
  expect(await takeAlerts()).toEqual([]);

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
