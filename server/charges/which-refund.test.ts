// The provider's record has a refund of this amount. It may be the one that the shop asks about, an earlier or a later one, or one
// that somebody made by hand.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { violatedInvariants } from '#server/testing/invariants.ts';
import { termsFixtures } from '#server/testing/terms-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import type { Charge } from './charges.store.ts';

const square = await startFakeSquare({ now: () => shop.clock.now });
afterAll(() => square.close());
const shop = await openTestShop({ settings: { ...squareSettings, SQUARE_API_URL: square.url, LIMITS: 'off' } });
const { visitor, database, clock } = shop;
const { db } = database;
const wren = await shop.as('wren');
const { brewery, order: orderOnTerms, termsOf } = termsFixtures(shop, wren);

beforeEach(() => {
  square.faultOf = () => undefined;
});

const violations = () => violatedInvariants(database, { payments: square.payments.values() });
const refundsOf = (purpose: Charge['purpose']) =>
  db
    .selectFrom('charge_refunds as refund')
    .innerJoin('charges', 'charges.id', 'refund.charge_id')
    .where('charges.purpose', '=', purpose);
const statesOf = async (purpose: Charge['purpose']) =>
  (await refundsOf(purpose).select('refund.state').orderBy('refund.id', 'desc').limit(2).execute())
    .map(({ state }) => state)
    .toReversed();
const runAfter = (minutes: number, job: 'payments' | 'sweep' | 'old faults') => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
  return shop.jobs.runNow(job);
};
const openAlerts = async (order_id: number) =>
  (await wren.send('GET /api/payment-alarms')).data.filter((alert) => alert.order_id === order_id);
const notComparedYet = async (purpose: Charge['purpose']) =>
  (
    await refundsOf(purpose)
      .select('refund.id')
      .where('refund.state', '=', 'refused')
      .where('compared_at', 'is', null)
      .execute()
  ).length;

async function buy() {
  const { body } = await visitor.attempt('POST /api/process-payment', {
    body: {
      ...{ sourceId: 'cnon:card-nonce-ok', amount: 3200 },
      orderDetails: Object({ productId: 1, quantity: 2, name: 'Dana', phone: '707', locationOption: 'pickup' }),
    },
  });
  const id = body.order?.id ?? 0;
  const payment = [...square.payments.values()].find(({ reference }) => reference.endsWith(`-${id}`));
  if (!payment) throw new Error(`Order ${id} has no payment.`);
  return { id, payment };
}

const refund = (id: number, amount: number) =>
  wren.attempt('POST /api/orders/:id/refunds', {
    params: { id },
    body: { amount, lines: [], restock: false, reason: 'Wet', key: randomUUID() },
  });
const refundedOf = async (id: number) => (await wren.send('GET /api/orders/:id', { params: { id } })).data.refunded;

async function madeByHand({ id: payment }: { id: string }, amount: number): Promise<void> {
  const id = `by-hand-${randomUUID()}`;
  square.refunds.set(id, { id, payment, amount, status: 'COMPLETED', created_at: clock.now.toISOString() });
  const paid = square.payments.get(payment);
  if (paid) paid.refunded += amount;
}

/** The provider makes it, and every reply after that is lost. */
function losesReply(): void {
  let isFirst = true;
  square.faultOf = (call) => {
    if (call === 'refund' && isFirst) {
      isFirst = false;
      return '500 after recording';
    }
    return '500 before recording';
  };
}

/** Refuses, and has no record of it. */
const refuses = (call: string) => (call === 'refund' ? ('400' as const) : undefined);

test('a refund that counts as refused does not take the record of the next one, which is on its way', async () => {
  const { id, payment } = await buy();
  square.faultOf = refuses;
  expect((await refund(id, 5)).status).toBe(409);
  losesReply();
  await refund(id, 5);
  expect(payment.refunded).toBe(500);
  square.faultOf = () => undefined;

  await shop.jobs.runNow('old faults');
  expect(await statesOf('order')).toEqual(['refused', 'open']);
  await runAfter(5, 'payments');
  expect(await statesOf('order')).toEqual(['refused', 'done']);
  await shop.jobs.runNow('old faults');

  expect(await statesOf('order')).toEqual(['refused', 'done']);
  expect([await refundedOf(id), payment.refunded]).toEqual([5, 500]);
  expect(await notComparedYet('order')).toBe(0);
  expect((await openAlerts(id)).map(({ what }) => what).filter((what) => what.includes('twice'))).toEqual([]);
  expect(await violations()).toEqual([]);
});

test('the same holds for what a card paid for an invoice', async () => {
  const sandbar = await brewery();
  const { body: placed } = await orderOnTerms(sandbar, 2);
  await visitor.fetch(`/api/invoices/${placed.invoice}/payments?key=${placed.invoice_key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ sourceId: 'cnon:card-nonce-ok', amount: 3200 }),
  });
  await wren.send('POST /api/orders/:id/status-changes', {
    params: { id: placed.order.id },
    body: { to: 'cancelled' },
  });
  const { data: entries } = await wren.send('GET /api/customers/:id/ledger', { params: { id: sandbar.id }, query: {} });
  const entry = entries.find(({ kind }) => kind === 'payment')?.id ?? 0;
  const giveBack = () =>
    wren.attempt('POST /api/customers/:id/payments/:entry/refunds', {
      params: { id: sandbar.id, entry },
      body: { amount: 12, reason: 'Wet', key: randomUUID() },
    });
  square.faultOf = refuses;
  expect((await giveBack()).status).toBe(409);
  losesReply();
  await giveBack();
  square.faultOf = () => undefined;

  await shop.jobs.runNow('old faults');
  expect(await statesOf('invoice')).toEqual(['refused', 'open']);
  await runAfter(5, 'payments');
  await shop.jobs.runNow('old faults');

  expect(await statesOf('invoice')).toEqual(['refused', 'done']);
  expect((await termsOf(sandbar.id)).balance).toBe(-20);
  expect(await notComparedYet('invoice')).toBe(0);
  expect(await violations()).toEqual([]);
});

test('a refund that was made by hand before is not the one that staff ask for', async () => {
  const { id, payment } = await buy();
  await madeByHand(payment, 500);
  clock.now = new Date(clock.now.getTime() + 60 * 60_000);
  square.faultOf = (call) => (call === 'refund' ? '500 before recording' : undefined);
  await refund(id, 5);
  await runAfter(5, 'payments');
  expect(await statesOf('order')).toContain('open');
  expect(await refundedOf(id)).toBe(0);

  square.faultOf = () => undefined;
  await runAfter(5, 'payments');
  expect([await refundedOf(id), payment.refunded]).toEqual([5, 1000]);
  payment.refunded -= 500;
  expect(await violations()).toEqual([]);
});

test('a refused refund is looked up before the provider is asked again', async () => {
  const { id, payment } = await buy();
  const { data } = await wren.send('GET /api/orders/:id', { params: { id }, query: {} });
  square.faultOf = refuses;
  const changed = await wren.attempt('POST /api/orders/:id/changes', {
    params: { id },
    body: { version: data.version, reason: 'Torn', weighed: false, discount: { text: 'Torn', amount: 5 } },
  });
  expect(changed.status).toBe(200);
  const refused = await db
    .selectFrom('charge_refunds')
    .select(['id', 'state'])
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(refused?.state).toBe('refused');
  const retry = () =>
    wren.attempt('POST /api/orders/:id/refunds/:refund/retry', { params: { id, refund: refused?.id ?? 0 } });

  square.faultOf = () => '500 before recording';
  expect((await retry()).status).toBe(503);
  // It was made after all.
  square.faultOf = () => undefined;
  await madeByHand(payment, 500);
  expect((await retry()).status).toBe(200);

  expect(await statesOf('order')).toContain('done');
  expect(payment.refunded).toBe(500);
  expect(await violations()).toEqual([]);
});

test('a refund that nobody can decide does not hold up the others', async () => {
  const [lost, elsewhere, made] = [await buy(), await buy(), await buy()];
  square.faultOf = refuses;
  for (const { id } of [lost, elsewhere, made]) await refund(id, 5);
  square.faultOf = () => undefined;
  for (const { payment } of [lost, elsewhere, made]) await madeByHand(payment, 500);
  await database.transaction([], (tx) =>
    tx.updateTable('charges').set({ provider: 'demo' }).where('order_id', '=', elsewhere.id).execute(),
  );
  const kept = square.payments.get(lost.payment.id);
  square.payments.delete(lost.payment.id);

  await shop.jobs.runNow('old faults');

  const compared = async (order_id: number) =>
    (await refundsOf('order').select('compared_at').where('charges.order_id', '=', order_id).executeTakeFirstOrThrow())
      .compared_at !== null;
  expect([await compared(lost.id), await compared(elsewhere.id), await compared(made.id)]).toEqual([
    false,
    false,
    true,
  ]);
  expect(await refundedOf(made.id)).toBe(5);
  if (kept) square.payments.set(lost.payment.id, kept);
});

test('staff hear each time that a refund stays unclear', async () => {
  const { id } = await buy();
  for (const amount of [5, 6]) {
    square.faultOf = (call) => (call === 'refund' ? '500 before recording' : undefined);
    await refund(id, amount);
    for (let check = 0; check < 10; check += 1) await runAfter(5, 'payments');
    expect((await openAlerts(id)).map(({ what }) => what)).toEqual([
      expect.stringContaining('has a refund that the card provider does not confirm'),
    ]);
    square.faultOf = () => undefined;
    await runAfter(5, 'payments');
    expect(await openAlerts(id)).toEqual([]);
  }
  expect(await refundedOf(id)).toBe(11);
});

test('money without an order is not back because as much of it was given back before', async () => {
  const { payment } = await buy();
  const [shopId] = payment.reference.split('-');
  const stray = { ...payment, id: 'stray', key: 'stray', reference: `${shopId}-999999`, refunded: 0 };
  square.payments.set('stray', { ...stray, created_at: clock.now.toISOString() });
  await madeByHand(stray, 1600);
  square.faultOf = refuses;
  shop.expectError(/needs attention/);

  await runAfter(3, 'sweep');
  await runAfter(15, 'sweep');

  const alerts = (await wren.send('GET /api/payment-alarms')).data.filter(({ payment_id }) => payment_id === 'stray');
  expect(alerts.map(({ what }) => what)).toContainEqual(expect.stringContaining('is not refunded yet'));
  square.faultOf = () => undefined;
  await runAfter(3, 'sweep');
  expect(square.payments.get('stray')?.refunded).toBe(3200);
});

test('refunds whose payment the provider does not know hold up no later one', async () => {
  const unknown = [await buy(), await buy(), await buy(), await buy(), await buy(), await buy()];
  const later = await buy();
  square.faultOf = refuses;
  for (const { id } of [...unknown, later]) await refund(id, 5);
  square.faultOf = () => undefined;
  await madeByHand(later.payment, 500);
  for (const { payment } of unknown) square.payments.delete(payment.id);

  for (let hour = 0; hour < 2; hour += 1) await shop.jobs.runNow('old faults');

  expect(await refundedOf(later.id)).toBe(5);
  for (const { payment } of unknown) square.payments.set(payment.id, payment);
});
