import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { farmDay } from '#contracts/dates.ts';
import { faults, squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { violatedInvariants } from '#server/testing/invariants.ts';
import { termsFixtures } from '#server/testing/terms-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const square = await startFakeSquare({ now: () => shop.clock.now, slowMs: 100 });
afterAll(() => square.close());
const shop = await openTestShop({ settings: { ...squareSettings, SQUARE_API_URL: square.url, LIMITS: 'off' } });
const { visitor, database, clock } = shop;
const wren = await shop.as('wren');
const { brewery, order: orderOnTerms, termsOf, changeStatus, findOrder } = termsFixtures(shop, wren);

beforeEach(() => {
  square.faultOf = () => undefined;
});

const violations = () => violatedInvariants(database, { payments: square.payments.values() });
const stock = async () => (await visitor.send('GET /api/products')).data[0]?.stock ?? 0;
const paymentOf = (id: string | null) => square.payments.get(id ?? '');

async function order(pounds = 11): Promise<{ id: number; key: string }> {
  const response = await visitor.fetch('/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      sourceId: 'cnon:card-nonce-ok',
      amount: 1600 * pounds,
      orderDetails: {
        ...{ productId: 1, quantity: pounds, name: 'Dana', phone: '707', locationOption: 'pickup' },
        email: 'dana@tulefog.example',
      },
    }),
  });
  return (await response.json()).order;
}

type Refund = { amount?: number; lines?: { product_id: number; pounds: number }[]; restock?: boolean; key?: string };

const refund = (id: number, body: Refund) =>
  wren.attempt('POST /api/orders/:id/refunds', {
    params: { id },
    body: { lines: [], restock: false, reason: 'One bag was wet.', key: randomUUID(), ...body },
  });

async function settle(): Promise<void> {
  for (let step = 0; step < 8; step += 1) {
    clock.now = new Date(clock.now.getTime() + 60_000);
    await shop.jobs.runNow('payments');
  }
}

test('refunds a line with its pounds, an amount, and the rest; the order is refunded when nothing is left', async () => {
  const before = await stock();
  const { id, key } = await order();

  const line = await refund(id, { lines: [{ product_id: 1, pounds: 3 }], restock: true });
  expect(line.body.data).toMatchObject({ status: 'paid', total: 176, refunded: 48, refund_left: 128, version: 2 });
  expect(await stock()).toBe(before - 8);
  const amount = await refund(id, { amount: 20.5 });
  expect(amount.body.data).toMatchObject({ status: 'paid', refunded: 68.5, refund_left: 107.5 });
  const { body } = await changeStatus(id, 'refunded');
  expect(body.data).toMatchObject({ status: 'refunded', refundable: false, refund_left: 0 });

  expect(await stock()).toBe(before);
  expect(paymentOf(body.data.payment_id)).toMatchObject({ refunded: 17_600 });
  expect(body.data.changes).toMatchObject([
    { lines: ['Refunded Triple Pearl: 3 lbs, $48.00, back in stock'], who: 'Farm office', reason: 'One bag was wet.' },
    { lines: ['Refunded $20.50'] },
  ]);
  const { data } = await visitor.send('GET /api/orders/:id', { params: { id }, query: { key } });
  expect(data.changes).toMatchObject([
    { who: null, reason: null },
    { who: null, reason: null },
  ]);
  expect(await violations()).toEqual([]);
});

test('refunds in part up to the last cent end the order, and pounds that were not sent back stay sold', async () => {
  const before = await stock();
  const { id } = await order(2);
  await refund(id, { lines: [{ product_id: 1, pounds: 1 }], restock: true });
  const { body } = await refund(id, { amount: 16 });

  expect(body.data).toMatchObject({ status: 'refunded', refundable: false });
  expect(await stock()).toBe(before - 1);
  expect(await violations()).toEqual([]);
});

test('20 parallel clicks never refund more than was taken, with one key or with many', async () => {
  const { id } = await order();
  const key = randomUUID();
  const clicks = await Promise.all(Array.from({ length: 20 }, () => refund(id, { amount: 50, key })));
  expect(clicks.every(({ status }) => status === 200)).toBe(true);
  expect(square.refunds.size).toBeGreaterThan(0);
  expect((await findOrder(id)).refunded).toBe(50);

  const others = await Promise.all(Array.from({ length: 20 }, () => refund(id, { amount: 70 })));
  expect(others.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  await Promise.all(Array.from({ length: 20 }, (_, n) => refund(id, { amount: 1 + n })));
  await Promise.all([changeStatus(id, 'refunded'), refund(id, { amount: 5 }), changeStatus(id, 'cancelled')]);
  await settle();
  expect(await violations()).toEqual([]);
});

test.each(faults)('after the fault "%s" at the refund, the money is given back once', async (fault) => {
  const before = await stock();
  const { id } = await order(3);
  let calls = 0;
  square.faultOf = (call) => {
    if (call !== 'refund') return undefined;
    calls += 1;
    return calls < 3 ? fault : undefined;
  };
  const body = { lines: [{ product_id: 1, pounds: 1 }], restock: true, key: randomUUID() };
  await refund(id, body);
  await refund(id, body);
  await square.allArrived();
  await settle();

  const done = await findOrder(id);
  expect(done).toMatchObject({ status: 'paid', refunded: 16, refund_left: 32, refunding: false });
  expect(paymentOf(done.payment_id)).toMatchObject({ refunded: 1600 });
  expect(await stock()).toBe(before - 2);
  expect(await violations()).toEqual([]);
});

test('a refund that the provider refuses changes nothing, and another may be asked for', async () => {
  const { id } = await order(2);
  const { payment_id } = await findOrder(id);
  const payment = paymentOf(payment_id);
  if (!payment) throw new Error('There is no payment.');
  payment.refunded = payment.amount;
  const key = randomUUID();

  const refused = await refund(id, { amount: 10, key });
  expect(refused).toMatchObject({
    status: 409,
    body: {
      message: expect.stringContaining('The refund was not made'),
      errors: { 'Idempotency-Key': ['To ask again, send another key.'] },
    },
  });
  expect(await refund(id, { amount: 10, key })).toMatchObject({ status: 409 });
  payment.refunded = 0;
  expect((await refund(id, { amount: 10 })).body.data).toMatchObject({ refunded: 10, refund_left: 22 });
  expect(await violations()).toEqual([]);
});

test('refuses more than is left, pounds that were not bought, and what names no reason', async () => {
  const { id } = await order(2);
  const tooMuch = await refund(id, { amount: 32.01 });
  expect(tooMuch).toMatchObject({ status: 409, body: { message: 'Only $32.00 of it can be refunded.' } });
  const tooHeavy = await refund(id, { lines: [{ product_id: 1, pounds: 3 }], restock: true });
  expect(tooHeavy).toMatchObject({ status: 409, body: { message: 'Only 2 lbs of Triple Pearl can be refunded.' } });
  const other = await refund(id, { lines: [{ product_id: 2, pounds: 1 }] });
  expect(other).toMatchObject({ status: 422, body: { errors: { lines: [expect.any(String)] } } });
  const fields = async (body: object) =>
    Object.keys(
      Object(
        (
          await wren.attempt('POST /api/orders/:id/refunds', {
            params: { id },
            body: Object({ lines: [], restock: false, reason: 'Wet.', key: randomUUID(), ...body }),
          })
        ).body,
      ).errors,
    );
  expect(await fields({})).toEqual(['amount']);
  expect(await fields({ amount: 1, reason: '  ' })).toEqual(['reason']);
  expect(await fields({ amount: 0.001 })).toEqual(['amount']);
  expect(await fields({ amount: 1, restock: true })).toEqual(['restock']);
  expect(await refund(999_999, { amount: 1 })).toMatchObject({ status: 404 });
  expect(await findOrder(id)).toMatchObject({ refunded: 0, version: 1, changes: [] });
});

test('a canceled order gives back part of the money; its pounds went back before', async () => {
  const before = await stock();
  const { id } = await order(2);
  await changeStatus(id, 'cancelled');
  const { body } = await refund(id, { lines: [{ product_id: 1, pounds: 1 }], restock: true });
  expect(body.data).toMatchObject({ status: 'cancelled', refund_left: 16 });
  await changeStatus(id, 'refunded');

  expect(await stock()).toBe(before);
  expect(await violations()).toEqual([]);
});

test('the sweep knows refunds in part, and reports what was given back elsewhere', async () => {
  const { id } = await order(2);
  const { payment_id } = await findOrder(id);
  await refund(id, { amount: 10 });
  const sweep = async () => {
    clock.now = new Date(clock.now.getTime() + 5 * 60_000);
    await shop.jobs.runNow('sweep');
    const { data } = await wren.send('GET /api/payment-alarms');
    return data.filter((alert) => alert.payment_id === payment_id).length;
  };
  expect(await sweep()).toBe(0);
  const payment = paymentOf(payment_id);
  if (payment) payment.refunded += 500;
  shop.expectError(/needs attention/);
  expect(await sweep()).toBe(1);
  if (payment) payment.refunded -= 500;
});

test('an order on terms is refunded by a credit note, once, and never above its invoice', async () => {
  const before = await stock();
  const sandbar = await brewery();
  const { body } = await orderOnTerms(sandbar, 4);
  const id: number = body.order.id;
  const key = randomUUID();
  const clicks = await Promise.all(
    Array.from({ length: 8 }, () => refund(id, { lines: [{ product_id: 1, pounds: 1 }], restock: true, key })),
  );

  expect(clicks.every(({ status }) => status === 200)).toBe(true);
  expect(await findOrder(id)).toMatchObject({ status: 'pending', total: 64, refunded: 16, invoice: { open: 48 } });
  expect(await termsOf(sandbar.id)).toMatchObject({ balance: 48 });
  expect(await stock()).toBe(before - 3);
  const tooMuch = await refund(id, { amount: 48.01 });
  expect(tooMuch).toMatchObject({ status: 409, body: { message: expect.stringContaining('Only $48.00') } });
  await Promise.all(Array.from({ length: 10 }, () => refund(id, { amount: 13 })));
  expect((await termsOf(sandbar.id)).balance).toBe(9);
  await changeStatus(id, 'cancelled');
  expect(await termsOf(sandbar.id)).toMatchObject({ balance: 0 });
  expect(await stock()).toBe(before);
  expect(await violations()).toEqual([]);
});

test('an amount that is refunded counts on its own day', async () => {
  const { id } = await order(2);
  clock.now = new Date(clock.now.getTime() + 2 * 86_400_000);
  const day = farmDay(clock.now.toISOString());
  await refund(id, { amount: 12 });

  const { data } = await wren.send('GET /api/sales', { query: { range: 'custom', from: day, to: day } });
  expect(data.total).toMatchObject({ revenue: -12 });
  expect(await violations()).toEqual([]);
});
