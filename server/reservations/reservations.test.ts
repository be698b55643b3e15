import { randomUUID } from 'node:crypto';
import ICAL from 'ical.js';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { DraftDay, ManagedHarvest, SentHarvest } from '#contracts/harvests.ts';
import type { ReservationRequest } from '#contracts/reservations.ts';
import { limitConcurrency } from '#server/concurrency-limit.ts';
import * as searchTerms from '#server/orders/search-terms/search-terms.store.ts';
import { createPrivacy } from '#server/privacy/privacy.ts';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { violatedInvariants } from '#server/testing/invariants.ts';
import { lastingClient } from '#server/testing/lasting-client.ts';
import { termsFixtures } from '#server/testing/terms-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const square = await startFakeSquare({ now: () => shop.clock.now });
afterAll(() => square.close());
const shop = await openTestShop({ settings: { ...squareSettings, SQUARE_API_URL: square.url, LIMITS: 'off' } });
const { visitor, database, clock, jobs } = shop;
const { db } = database;
const wren = lastingClient(shop, 'wren');
shop.expectError(/RATE_LIMITED/);

beforeEach(() => {
  square.faultOf = () => undefined;
});

const dried: SentHarvest = {
  ...{ product_id: 1, kind: 'dried', status: 'ripening', expected_on: '2026-10-20', pounds: 100, price: 12, note: '' },
  ...{ deposit_percent: 25, days: [] },
};
const pickupDays: DraftDay[] = [
  { day: '2026-10-20', from: '08:00', to: '10:30', pounds: 100 },
  { day: '2026-10-21', from: '13:00', to: '15:00', pounds: 60 },
];
const wet: SentHarvest = { ...dried, kind: 'wet', pounds: 300, price: 9, days: pickupDays };
const add = async (draft: SentHarvest) => (await wren.send('POST /api/harvests/admin', { body: draft })).data;
const revise = ({ id, version }: Pick<ManagedHarvest, 'id' | 'version'>, changes: SentHarvest) => {
  const { product_id: _, ...body } = { ...changes, version };
  return wren.attempt('PUT /api/harvests/admin/:id', { params: { id }, body });
};
const onBoard = async (id: number) => {
  const found = (await visitor.send('GET /api/harvests')).data.find((harvest) => harvest.id === id);
  if (!found) throw new Error(`Harvest ${id} is not on the board.`);
  return found;
};

type Ask = Partial<ReservationRequest> & { key?: string };

/** The deposit is a quarter: three dollars a pound of dried hops. */
async function reserve(harvest: number, { key = randomUUID(), pounds = 20, ...ask }: Ask = {}) {
  const response = await visitor.fetch(`/api/harvests/${harvest}/reservations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({
      ...{ sourceId: 'cnon:card-nonce-ok', amount: pounds * 300, pounds, day_id: null },
      ...{ name: 'Dana', email: 'dana@tulefog.example', phone: '707', ...ask },
    }),
  });
  return { status: response.status, body: await response.json() };
}
async function reserved(harvest: number, ask: Ask = {}): Promise<number> {
  const { status, body } = await reserve(harvest, ask);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.order.id;
}
const findOrder = async (id: number) => (await wren.send('GET /api/orders/:id', { params: { id }, query: {} })).data;
const changeStatus = (id: number, to: 'ready' | 'cancelled' | 'refunded') =>
  wren.attempt('POST /api/orders/:id/status-changes', { params: { id }, body: { to } });
const listOf = async (id: number) =>
  (await wren.send('GET /api/harvests/admin/:id/reservations', { params: { id } })).data;
const weigh = (id: number, pounds: number, more: object = {}) =>
  wren.attempt('POST /api/reservations/:id/weight', {
    params: { id },
    body: { pounds, lot_id: null, without_lot: false, in_stock: false, ...more },
  });
const emailsAbout = (order_id: number) =>
  db.selectFrom('emails').selectAll().where('order_id', '=', order_id).orderBy('id').execute();
const violations = () => violatedInvariants(database, { payments: square.payments.values() });

test('a buyer pays the deposit, and the pounds are theirs', async () => {
  const harvest = await add(dried);

  const id = await reserved(harvest.id, { pounds: 20 });

  expect(await onBoard(harvest.id)).toMatchObject({ left: 80, deposit_percent: 25 });
  expect(await findOrder(id)).toMatchObject({
    ...{ status: 'paid', total: 60, quantity: 20, lines: [], charges: [{ text: 'Deposit', amount: 60 }] },
    reservation: { hop: 'Triple Pearl', pounds: 20, price: 12, deposit: 60, pickup: null, state: 'held' },
  });
  const emails = await emailsAbout(id);
  expect(emails.map(({ subject }) => subject)).toEqual([
    'Reserved: 20 lbs of Triple Pearl at Heron Slough Ranch',
    `Reservation ${id}: 20 lbs of Triple Pearl`,
  ]);
  expect(emails[0]?.text).toContain('Deposit paid: $60.00');
  const privacy = createPrivacy({ database, searchTerms, now: () => clock.now, keepGuestDays: 30 });
  expect((await privacy.exportData('dana@tulefog.example')).reservations).toContainEqual({
    ...{ order_id: id, hop: 'Triple Pearl', kind: 'dried', pounds: 20, state: 'held' },
    ...{ final_pounds: null, pickup_day: null },
  });
  expect(await violations()).toEqual([]);
});

test('the same request again charges nothing, and a declined card holds nothing', async () => {
  const harvest = await add(dried);
  const key = randomUUID();

  const [first, second] = [await reserve(harvest.id, { key }), await reserve(harvest.id, { key })];
  const declined = await reserve(harvest.id, { sourceId: 'cnon:card-nonce-declined' });

  expect(second).toEqual(first);
  expect(declined.status).toBe(402);
  expect(await onBoard(harvest.id)).toMatchObject({ left: 80 });
  expect(await violations()).toEqual([]);
});

test('a buyer who was told to wait holds the pounds until the payment is known', async () => {
  const harvest = await add(dried);
  square.faultOf = (call) => (call === 'complete' || call === 'get' ? 'dropped before recording' : undefined);

  const { status } = await reserve(harvest.id);

  expect([status, (await onBoard(harvest.id)).left]).toEqual([202, 80]);
  square.faultOf = () => undefined;
  clock.now = new Date(clock.now.getTime() + 60_000);
  await jobs.runNow('payments');
  expect((await listOf(harvest.id)).map(({ order_status, state }) => [order_status, state])).toEqual([
    ['paid', 'held'],
  ]);
  expect(await violations()).toEqual([]);
});

test.each(['dropped after recording', '429', 'duplicate', 'late'] as const)(
  'with the fault "%s" at the provider, no pound is reserved without its deposit',
  async (fault) => {
    const harvest = await add(dried);
    square.faultOf = (call) => (call === 'create' ? fault : undefined);
    await reserve(harvest.id);
    square.faultOf = () => undefined;
    clock.now = new Date(clock.now.getTime() + 60_000);
    await jobs.runNow('payments');
    await jobs.runNow('sweep');

    const list = await listOf(harvest.id);
    const held = list.filter(({ state }) => state === 'held').reduce((sum, { pounds }) => sum + pounds, 0);
    expect((await onBoard(harvest.id)).left).toBe(100 - held);
    expect(await violations()).toEqual([]);
  },
);

test('what is left, the deposit and the day are decided by the server', async () => {
  const [harvest, board] = [await add(dried), await add(wet)];
  const [first, second] = (await onBoard(board.id)).days;
  const off = await add({ ...dried, deposit_percent: null });
  const ready = await add({ ...dried, status: 'ready' });
  const wetPounds = (pounds: number) => ({ pounds, amount: pounds * 225 });

  expect(await reserve(harvest.id, { pounds: 101 })).toMatchObject({
    status: 409,
    body: { message: 'Only 100 lbs are left of the Triple Pearl harvest.' },
  });
  expect(await reserve(harvest.id, { amount: 1 })).toMatchObject({ status: 409 });
  expect(await reserve(off.id)).toMatchObject({ status: 409 });
  expect(await reserve(ready.id)).toMatchObject({ status: 409 });
  expect(await reserve(999_999)).toMatchObject({ status: 404 });
  expect(await reserve(harvest.id, { day_id: first?.id ?? 0 })).toMatchObject({ status: 422 });
  expect(await reserve(board.id, wetPounds(5))).toMatchObject({
    status: 422,
    body: { errors: { day_id: expect.anything() } },
  });
  expect(await reserve(board.id, { ...wetPounds(61), day_id: second?.id ?? 0 })).toMatchObject({
    status: 409,
    body: { message: 'Only 60 lbs are left for that day.' },
  });
  expect(await reserve(board.id, { ...wetPounds(5), day_id: 999_999 })).toMatchObject({ status: 404 });
  expect(await reserve(harvest.id, { email: '' })).toMatchObject({
    status: 422,
    body: { errors: { email: expect.anything() } },
  });
  for (const pounds of [0, -1, 1.5, 1e12]) expect((await reserve(harvest.id, { pounds })).status).toBe(422);
  expect((await onBoard(harvest.id)).left).toBe(100);
  expect(await violations()).toEqual([]);
});

test('a day with less than the harvest has left says what is left of the day', async () => {
  const board = await add({ ...wet, pounds: 100 });
  const day = (await onBoard(board.id)).days[1];

  expect(await reserve(board.id, { pounds: 61, amount: 61 * 225, day_id: day?.id ?? 0 })).toMatchObject({
    body: { message: 'Only 60 lbs are left for that day.' },
  });
});

test('a pickup day that is over is neither offered nor sold', async () => {
  const [yesterday, today] = ['2026-09-30', '2026-10-01'];
  clock.now = new Date('2026-09-30T12:00:00.000Z');
  const days = [
    { day: yesterday, from: '08:00', to: '10:30', pounds: 100 },
    { day: today, from: '08:00', to: '10:00', pounds: 100 },
    { day: today, from: '09:00', to: '10:01', pounds: 50 },
  ];
  const board = await add({ ...wet, days });
  const without = await add({ ...wet, days: days.slice(0, 1) });
  // It is ten in the morning.
  clock.now = new Date('2026-10-01T17:00:00.000Z');
  const [over, closed, open] = board.days.map(({ id }) => id);

  expect(await onBoard(board.id)).toMatchObject({ left: 150, days: [{ id: closed }, { id: open }] });
  const ask = (day_id = 0) => reserve(board.id, { pounds: 1, amount: 225, day_id });
  const statuses = [await ask(over), await ask(closed), await ask(open)].map(({ status }) => status);
  expect(statuses).toEqual([409, 409, 200]);
  expect(await onBoard(without.id)).toMatchObject({ deposit_percent: null, left: 0, days: [] });
});

test('staff remove a day or change the price while buyers reserve: each gets an answer', async () => {
  for (let round = 0; round < 4; round += 1) {
    const board = await add(wet);
    const [first, second] = board.days.map(({ id }, index) => ({ ...Object(pickupDays[index]), id }));
    const answers = await Promise.all([
      ...Array.from({ length: 12 }, () => reserve(board.id, { pounds: 1, amount: 225, day_id: second.id })),
      ...Array.from({ length: 3 }, () => revise(board, { ...wet, days: [first] })),
      revise(board, { ...wet, price: 10, days: [first, second] }),
    ]);
    const refusals = answers.filter(({ status }) => status !== 200);
    expect(refusals.filter(({ status }) => ![404, 409, 422].includes(status))).toEqual([]);
    expect(JSON.stringify(refusals)).not.toContain('Only');
  }
  expect(await violations()).toEqual([]);
}, 120_000);

const entryOf = (text: string | null | undefined) =>
  new ICAL.Event(new ICAL.Component(ICAL.parse(text ?? '')).getFirstSubcomponent('vevent') ?? undefined);

test('the pickup of wet hops comes as a calendar entry, and a moved day replaces it', async () => {
  const board = await add(wet);
  const day = (await onBoard(board.id)).days[0];
  const id = await reserved(board.id, { pounds: 40, amount: 9000, day_id: day?.id ?? 0 });
  const [email] = await emailsAbout(id);
  const before = entryOf(email?.calendar);
  // Eight in the morning in California.
  expect([before.startDate.toString(), before.endDate.toString()]).toEqual([
    '2026-10-20T15:00:00Z',
    '2026-10-20T17:30:00Z',
  ]);
  expect(email?.text).toContain('October 20, 2026, 8:00 am to 10:30 am');

  const days = pickupDays.map((each, index) => ({ ...each, id: Number((board.days[index] ?? each).id) }));
  const moved = await revise(board, { ...wet, days: days.map((each) => ({ ...each, day: '2026-10-22' })) });

  expect(moved.status).toBe(200);
  const emails = (await emailsAbout(id)).slice(2);
  expect(emails).toHaveLength(1);
  const after = entryOf(emails[0]?.calendar);
  expect([after.uid, after.startDate.toString(), after.sequence]).toEqual([before.uid, '2026-10-22T15:00:00Z', 1]);
  expect((await findOrder(id)).reservation?.pickup).toEqual({ day: '2026-10-22', from: '08:00', to: '10:30' });
});

test('who reserved dried hops gets one email with the new day of the harvest', async () => {
  const harvest = await add(dried);
  const id = await reserved(harvest.id);
  const feed = await (await visitor.fetch('/harvest.ics')).text();

  await revise(harvest, { ...dried, expected_on: '2026-10-25' });

  const emails = (await emailsAbout(id)).slice(2);
  expect(emails.map(({ subject }) => subject)).toEqual(['Triple Pearl harvest: now October 25, 2026']);
  const entry = entryOf(emails[0]?.calendar);
  expect([entry.startDate.toString(), entry.sequence]).toEqual(['2026-10-25', 1]);
  expect(feed).toContain(entry.uid);
});

test('an order that ends takes its pickup off the calendar, once', async () => {
  const board = await add(wet);
  const day_id = (await onBoard(board.id)).days[0]?.id ?? 0;
  const [canceled, refunded] = [
    await reserved(board.id, { pounds: 40, amount: 9000, day_id }),
    await reserved(board.id, { pounds: 20, amount: 4500, day_id }),
  ];
  const entriesAfter = async (id: number) => {
    const [first, , ...later] = await emailsAbout(id);
    return { before: entryOf(first?.calendar), later };
  };

  await changeStatus(canceled, 'cancelled');
  await changeStatus(canceled, 'refunded');
  await changeStatus(refunded, 'refunded');

  for (const [id, emails] of [
    [canceled, 2],
    [refunded, 1],
  ] as const) {
    const { before, later } = await entriesAfter(id);
    expect(later.map(({ calendar }) => calendar !== null)).toEqual([true, false].slice(0, emails));
    expect(later[0]?.text).toContain('removes the pickup from your calendar');
    const after = entryOf(later[0]?.calendar);
    expect([after.uid, after.sequence]).toEqual([before.uid, before.sequence + 1]);
    expect(after.component.getFirstPropertyValue('status')).toBe('CANCELLED');
  }
});

test('a refund gives back the deposit and what the card paid for the balance, once', async () => {
  const harvest = await add(dried);
  const id = await reserved(harvest.id, { pounds: 20 });
  const [reservation] = await listOf(harvest.id);
  await weigh(reservation?.id ?? 0, 22);
  const invoice = (await findOrder(id)).invoices[0];
  await visitor.fetch(`/api/invoices/${invoice?.number}/payments?key=${invoice?.key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ sourceId: 'cnon:card-nonce-ok', amount: 20_400 }),
  });

  await changeStatus(id, 'refunded');
  await jobs.runNow('payments');
  await jobs.runNow('payments');

  const { customer_id } = await findOrder(id);
  const { data: terms } = await wren.send('GET /api/customers/:id/terms', { params: { id: customer_id ?? 0 } });
  expect(terms.balance).toBe(0);
  const { payment_id } = await findOrder(id);
  expect(square.payments.get(payment_id ?? '')?.refunded).toBe(6000);
  const balances = [...square.payments.values()].filter(({ amount }) => amount === 20_400);
  expect(balances.filter(({ refunded }) => refunded === 20_400)).toHaveLength(1);
  const texts = (await emailsAbout(id)).map(({ text }) => text).join('\n');
  expect(texts).toContain('You paid $204.00 of it by card. We will give that back to your card');
  expect(await violations()).toEqual([]);
});

test('what was given back of a deposit no longer pays for the hops', async () => {
  const harvest = await add(dried);
  const id = await reserved(harvest.id, { pounds: 20 });
  const refund = { amount: 50, lines: [], restock: false, reason: 'They want fewer', key: randomUUID() };
  await wren.send('POST /api/orders/:id/refunds', { params: { id }, body: refund });
  const [reservation] = await listOf(harvest.id);
  expect(reservation).toMatchObject({ deposit: 10, state: 'held' });

  // Two pounds are 24 dollars, less than the whole deposit was.
  expect(await weigh(reservation?.id ?? 0, 2)).toMatchObject({ status: 200, body: { data: { open: 14 } } });

  expect((await emailsAbout(id)).at(-1)?.text).toContain('You paid a deposit of $10.00.');
  expect(await violations()).toEqual([]);
});

test('hops that no laboratory has tested yet go into the order without a lot', async () => {
  const harvest = await add(dried);
  const id = await reserved(harvest.id, { pounds: 20 });
  const [reservation] = await listOf(harvest.id);
  const loose = async () =>
    (await wren.send('GET /api/products/admin/:id/lots', { params: { id: 1 } })).pounds_without_lot;
  const before = await loose();

  expect(await weigh(reservation?.id ?? 0, 20, { without_lot: true, lot_id: 1 })).toMatchObject({ status: 422 });
  expect(await weigh(reservation?.id ?? 0, 20, { without_lot: true, in_stock: true })).toMatchObject({ status: 409 });
  expect(await weigh(reservation?.id ?? 0, 20, { without_lot: true })).toMatchObject({ status: 200 });

  expect((await findOrder(id)).lines[0]?.lots).toEqual([]);
  expect(await loose()).toBe(before);
  await changeStatus(id, 'refunded');
  expect(await loose()).toBe(before + 20);
  expect(await violations()).toEqual([]);
});

test('a weight far from what was reserved is refused, and nobody is sent an invoice', async () => {
  const harvest = await add(dried);
  const id = await reserved(harvest.id, { pounds: 20 });
  const [reservation] = await listOf(harvest.id);

  expect(await weigh(reservation?.id ?? 0, 200)).toMatchObject({
    status: 422,
    body: { errors: { pounds: [expect.stringContaining('20 lbs')] } },
  });

  expect((await findOrder(id)).invoices).toEqual([]);
  expect(await weigh(reservation?.id ?? 0, 40)).toMatchObject({ status: 200 });
});

test('staff cannot promise less than what is reserved', async () => {
  const [harvest, board] = [await add(dried), await add(wet)];
  const day = (await onBoard(board.id)).days[0];
  await reserved(harvest.id, { pounds: 50 });
  await reserved(board.id, { pounds: 40, amount: 9000, day_id: day?.id ?? 0 });
  const days = pickupDays.map((each, index) => ({ ...each, id: Number((board.days[index] ?? each).id) }));

  const refused = await Promise.all([
    revise(harvest, { ...dried, pounds: 49 }),
    revise(harvest, { ...dried, kind: 'wet' }),
    revise(board, { ...wet, days: days.slice(1) }),
    revise(board, { ...wet, days: days.map((each) => ({ ...each, pounds: 39 })) }),
    revise(board, {
      ...wet,
      days: [...days, { day: '2026-10-20', from: '08:00', to: '09:00', pounds: 1, id: 999_999 }],
    }),
  ]);

  expect(refused.map(({ status, body }) => [status, Object.keys(Object(body).errors)])).toEqual([
    [422, ['pounds']],
    [422, ['kind']],
    [422, ['days']],
    [422, ['days.0.pounds']],
    [422, ['days.2.day']],
  ]);
  expect(await wren.attempt('DELETE /api/harvests/admin/:id', { params: { id: harvest.id } })).toMatchObject({
    status: 409,
  });
  expect(await revise(harvest, { ...dried, pounds: 50, price: 14 })).toMatchObject({ status: 200 });
});

test('by final weight the hops are added at the agreed price, and the rest is asked for by a link', async () => {
  const harvest = await add(dried);
  const id = await reserved(harvest.id, { pounds: 20 });
  await revise(harvest, { ...dried, price: 15 });
  const [reservation] = await listOf(harvest.id);
  const stock = async () => (await visitor.send('GET /api/products')).data.find((product) => product.id === 1)?.stock;
  const before = await stock();
  expect(await changeStatus(id, 'ready')).toMatchObject({ status: 409 });
  expect((await wren.send('GET /api/orders/to-pack')).data.map((order) => order.id)).not.toContain(id);

  const weighed = await weigh(reservation?.id ?? 0, 22);

  expect(weighed).toMatchObject({ status: 200, body: { data: { state: 'weighed', final_pounds: 22, open: 204 } } });
  expect(await stock()).toBe(before);
  const order = await findOrder(id);
  expect(order).toMatchObject({
    status: 'paid',
    total: 264,
    quantity: 22,
    lines: [{ pounds: 22, price: 12 }],
    charges: [],
  });
  const invoice = order.invoices[0];
  expect(invoice).toMatchObject({ amount: 204, open: 204 });
  const texts = (await emailsAbout(id)).map(({ text }) => text).join('\n');
  expect(texts).toContain(`/pay/${invoice?.number}?key=${invoice?.key}`);
  expect(texts).toContain('Your hops are weighed: 22 lbs of Triple Pearl, for $264.00. You paid a deposit of $60.00.');
  expect(texts).not.toContain('We changed your order');
  expect((await wren.send('GET /api/orders/to-pack')).data.map((each) => each.id)).toContain(id);
  expect(await weigh(reservation?.id ?? 0, 22)).toMatchObject({ status: 409 });
  expect(await violations()).toEqual([]);

  const paid = await visitor.fetch(`/api/invoices/${invoice?.number}/payments?key=${invoice?.key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ sourceId: 'cnon:card-nonce-ok', amount: 20_400 }),
  });
  expect(paid.status).toBe(200);
  expect((await listOf(harvest.id))[0]).toMatchObject({ open: 0 });
  expect(await changeStatus(id, 'ready')).toMatchObject({ status: 200 });
  expect(await violations()).toEqual([]);
});

test('if the hops cost less than the deposit, the rest goes back to the card', async () => {
  const harvest = await add(dried);
  const id = await reserved(harvest.id, { pounds: 20 });
  const [reservation] = await listOf(harvest.id);

  expect(await weigh(reservation?.id ?? 0, 3)).toMatchObject({ status: 200 });

  expect(await findOrder(id)).toMatchObject({ total: 36, quantity: 3, invoices: [], refund_left: 36 });
  expect([...square.refunds.values()].map(({ amount }) => amount)).toContain(2400);
  expect(await violations()).toEqual([]);
});

test('the list says when the provider refuses to give the rest back, and what the weight was corrected to', async () => {
  const harvest = await add(dried);
  const id = await reserved(harvest.id, { pounds: 20 });
  const [reservation] = await listOf(harvest.id);
  const { payment_id } = await findOrder(id);
  const payment = square.payments.get(payment_id ?? '');
  if (!payment) throw new Error('There is no payment.');
  payment.refunded = payment.amount;

  expect(await weigh(reservation?.id ?? 0, 3)).toMatchObject({ status: 200, body: { data: { refused: 24 } } });

  payment.refunded = 0;
  const { refused_refund, version } = await findOrder(id);
  const refund = refused_refund?.id ?? 0;
  await wren.send('POST /api/orders/:id/refunds/:refund/retry', { params: { id, refund } });
  expect((await listOf(harvest.id))[0]).toMatchObject({ refused: 0, final_pounds: 3 });

  const change = { version, reason: 'Weighed again', weighed: true, lines: [{ product_id: 1, pounds: 4 }] };
  await wren.send('POST /api/orders/:id/changes', { params: { id }, body: change });
  expect((await listOf(harvest.id))[0]).toMatchObject({ final_pounds: 4 });
  expect(await violations()).toEqual([]);
});

test('a refund of some weighed pounds, as much as the deposit, leaves the others sold', async () => {
  const harvest = await add(dried);
  const id = await reserved(harvest.id, { pounds: 20 });
  const [reservation] = await listOf(harvest.id);
  await weigh(reservation?.id ?? 0, 22);

  const refund = { lines: [{ product_id: 1, pounds: 5 }], restock: true, reason: 'A torn bag', key: randomUUID() };
  await wren.send('POST /api/orders/:id/refunds', { params: { id }, body: refund });

  expect(await findOrder(id)).toMatchObject({
    ...{ status: 'paid', total: 264, refunded: 60, refund_left: 0, refundable: false },
    invoices: [{ amount: 204, open: 204 }],
  });
  expect(await violations()).toEqual([]);
  // What is left of it is the invoice.
  expect(await changeStatus(id, 'cancelled')).toMatchObject({ status: 200 });
  expect(await findOrder(id)).toMatchObject({ status: 'cancelled', invoices: [{ open: 0 }] });
  expect((await wren.send('GET /api/dashboard/admin')).data.to_do.to_refund).not.toContain(id);
  expect(await violations()).toEqual([]);
});

test('pounds that are in the stock already are taken from it, from the chosen lot', async () => {
  const harvest = await add(dried);
  const id = await reserved(harvest.id, { pounds: 20 });
  const [reservation] = await listOf(harvest.id);
  const { data: lots } = await wren.send('GET /api/products/admin/:id/lots', { params: { id: 1 } });
  const lot = lots.find((each) => each.stock >= 20);
  const before = (await visitor.send('GET /api/products')).data.find((product) => product.id === 1)?.stock ?? 0;

  expect(await weigh(reservation?.id ?? 0, 20, { in_stock: true, lot_id: 999_999 })).toMatchObject({ status: 404 });
  expect(await weigh(reservation?.id ?? 0, 20, { in_stock: true, lot_id: lot?.id ?? 0 })).toMatchObject({
    status: 200,
  });

  expect((await findOrder(id)).lines[0]?.lots).toMatchObject([{ number: lot?.number, pounds: 20 }]);
  expect((await visitor.send('GET /api/products')).data.find((product) => product.id === 1)?.stock).toBe(before - 20);
  expect(await violations()).toEqual([]);
});

test.each(['cancelled', 'refunded'] as const)(
  'an order that is %s gives its pounds back to the harvest, once',
  async (to) => {
    const board = await add(wet);
    const day = (await onBoard(board.id)).days[0];
    const id = await reserved(board.id, { pounds: 40, amount: 9000, day_id: day?.id ?? 0 });
    expect((await onBoard(board.id)).days[0]?.left).toBe(60);

    await changeStatus(id, to);
    if (to === 'cancelled') await changeStatus(id, 'refunded');

    expect((await onBoard(board.id)).days[0]?.left).toBe(100);
    const [reservation] = await listOf(board.id);
    expect(await weigh(reservation?.id ?? 0, 20)).toMatchObject({ status: 409 });
    expect(await violations()).toEqual([]);
  },
);

test('a refund of the whole deposit, by its amount, gives the pounds back too', async () => {
  const harvest = await add(dried);
  const id = await reserved(harvest.id, { pounds: 20 });

  const refund = { amount: 60, lines: [], restock: false, reason: 'Too wet this year', key: randomUUID() };
  await wren.send('POST /api/orders/:id/refunds', { params: { id }, body: refund });

  expect(await findOrder(id)).toMatchObject({ status: 'refunded', reservation: { state: 'released' } });
  expect((await onBoard(harvest.id)).left).toBe(100);
  expect(await violations()).toEqual([]);
});

test('a product is not deleted while its reserved hops are to be weighed', async () => {
  const harvest = await add({ ...dried, product_id: 2 });
  const id = await reserved(harvest.id);
  const remove = () => wren.attempt('DELETE /api/products/admin/:id', { params: { id: 2 } });

  expect(await remove()).toMatchObject({
    status: 409,
    body: { message: 'Buyers have reserved 20 lbs of its harvest. Weigh or refund that first.' },
  });
  await changeStatus(id, 'refunded');
  expect(await remove()).toMatchObject({ status: 200 });
});

test('reserved hops are not changed line by line', async () => {
  const harvest = await add(dried);
  const id = await reserved(harvest.id);
  const { version } = await findOrder(id);
  const change = { version, reason: 'By phone', weighed: false, lines: [{ product_id: 1, pounds: 5 }] };

  expect(await wren.attempt('POST /api/orders/:id/changes', { params: { id }, body: change })).toMatchObject({
    status: 409,
  });
});

test('200 buyers for one day of 300 lbs get exactly 300', async () => {
  const board = await add({
    ...wet,
    pounds: 1000,
    days: [{ day: '2026-10-20', from: '08:00', to: '10:00', pounds: 300 }],
  });
  const day_id = (await onBoard(board.id)).days[0]?.id ?? 0;
  const buy = limitConcurrency(40);

  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => {
      const pounds = 1 + (index % 3);
      return buy(() => reserve(board.id, { pounds, amount: pounds * 225, day_id }));
    }),
  );

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const list = await listOf(board.id);
  expect(list.reduce((sum, { pounds }) => sum + pounds, 0)).toBe(300);
  expect((await onBoard(board.id)).days[0]?.left).toBe(0);
  expect(await violations()).toEqual([]);
});

test('one customer orders on terms while their hops are weighed, canceled and refunded', async () => {
  const { brewery, order } = termsFixtures(shop, wren);
  const sandbar = await brewery();
  const harvest = await add({ ...dried, pounds: 1000 });
  const ids = await Promise.all(
    Array.from({ length: 12 }, () => reserved(harvest.id, { pounds: 2, email: sandbar.email })),
  );
  await jobs.runNow('customers');
  const list = await listOf(harvest.id);
  for (const { id } of list.slice(8)) await weigh(id, 2);

  const answers = await Promise.all([
    ...list.slice(0, 8).map(({ id }) => weigh(id, 2)),
    ...list.slice(8).map(({ order_id }, n) => changeStatus(order_id, n % 2 ? 'cancelled' : 'refunded')),
    ...list.map(() => order(sandbar, 1)),
  ]);

  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  for (const id of ids) if ((await findOrder(id)).status === 'cancelled') await changeStatus(id, 'refunded');
  expect(await violations()).toEqual([]);
});

test('the books have the deposit on its day, and the hops on the day they were weighed', async () => {
  const harvest = await add(dried);
  clock.now = new Date('2026-11-30T18:00:00.000Z');
  const id = await reserved(harvest.id, { pounds: 20 });
  clock.now = new Date('2026-12-01T18:00:00.000Z');
  const reservation = (await listOf(harvest.id)).find(({ order_id }) => order_id === id);
  const { status } = await weigh(reservation?.id ?? 0, 19);
  expect(status).toBe(200);

  const text = async (month: string) =>
    (await (await shop.as('wren')).fetch(`/api/books/file?month=${month}&layout=lines`)).text();
  const [november, december] = [await text('2026-11'), await text('2026-12')];
  const rows = (csv: string) => csv.split('\r\n').filter((line) => line.includes(`,${id},`));
  expect(rows(november).join('\n')).toMatch(/charge.*60\.00/);
  expect(rows(december).join('\n')).toMatch(/pounds changed.*19.*228\.00/);
  expect(rows(december).join('\n')).toMatch(/discount.*-60\.00/);
});
