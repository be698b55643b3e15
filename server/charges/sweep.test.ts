// The sweep with more payments than fit into one read, and a provider that cannot be read.
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type FakePayment, refusals, squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const square = await startFakeSquare({ now: () => shop.clock.now });
afterAll(() => square.close());
const shop = await openTestShop({ settings: { ...squareSettings, SQUARE_API_URL: square.url } });
shop.expectError(/needs attention|postponed/);
const { clock, database } = shop;
const HOUR = 60 * 60_000;

beforeEach(() => {
  square.faultOf = () => undefined;
  square.payments.clear();
  square.refunds.clear();
  square.calls.length = 0;
});

function after(ms: number): void {
  clock.now = new Date(clock.now.getTime() + ms);
}

/** Payments of the last hour, a moment apart; those with an index in `ours` have no order here. */
async function fill(count: number, ours: number[]): Promise<FakePayment[]> {
  const { value: shopId } = await database.db
    .selectFrom('shop_state')
    .select('value')
    .where('name', '=', 'shop id')
    .executeTakeFirstOrThrow();
  const start = clock.now.getTime() - HOUR;
  for (let index = 0; index < count; index += 1)
    square.payments.set(`p${index}`, {
      id: `p${index}`,
      status: 'COMPLETED',
      amount: 1600,
      refunded: 0,
      reference: ours.includes(index) ? `${shopId}-${900_000 + index}` : 'the farm stand',
      key: `k${index}`,
      created_at: new Date(start + index).toISOString(),
    });
  return ours.flatMap((index) => square.payments.get(`p${index}`) ?? []);
}

const countLists = () => square.calls.filter((call) => call === 'list').length;

test('compares any number of payments, not only the first ones', async () => {
  // The first order makes the shop's id.
  const body = {
    sourceId: 'cnon:card-nonce-ok',
    amount: 1600,
    orderDetails: Object({ productId: 1, quantity: 1, name: 'Dana', phone: '707', locationOption: 'pickup' }),
  };
  await shop.visitor.send('POST /api/process-payment', { body });
  after(3 * HOUR);
  const strays = await fill(4500, [0, 1999, 2000, 4499]);

  await shop.jobs.runNow('sweep');

  expect(strays.map(({ refunded }) => refunded)).toEqual([1600, 1600, 1600, 1600]);
});

test('goes on where it stopped when the list could be read only in part', async () => {
  after(30 * HOUR);
  const [stray] = await fill(3000, [2999]);
  let lists = 0;
  square.faultOf = (call) => {
    if (call !== 'list') return undefined;
    lists += 1;
    return lists > 25 ? '500 before recording' : undefined;
  };
  await shop.jobs.runNow('sweep');
  expect(stray?.refunded).toBe(0);

  square.faultOf = () => undefined;
  square.calls.length = 0;
  after(3 * 60_000);
  await shop.jobs.runNow('sweep');

  expect(stray?.refunded).toBe(1600);
  // From the beginning, the two sweeps would have made more than 60 calls.
  expect(countLists()).toBeLessThan(40);
});

test.each(refusals)('a refund that was made counts, though the answer is %s', async (refusal) => {
  after(30 * HOUR);
  const [stray] = await fill(1, [0]);
  if (!stray) throw new Error();
  square.faultOf = (call) => {
    if (call !== 'refund') return undefined;
    const created_at = clock.now.toISOString();
    square.refunds.set('sweep-p0', { id: 'ref0', payment: 'p0', amount: 1600, status: 'COMPLETED', created_at });
    stray.refunded = 1600;
    return refusal;
  };
  for (let sweep = 0; sweep < 3; sweep += 1) {
    await shop.jobs.runNow('sweep');
    after(3 * 60_000);
  }

  expect(square.calls.filter((call) => call === 'refund')).toHaveLength(1);
  const alerts = await database.db.selectFrom('payment_alerts').select('what').where('payment_id', '=', 'p0').execute();
  expect(alerts.map(({ what }) => what.slice(-21))).toEqual(['and is being refunded']);
});

test('tells staff when the list cannot be read for an hour', async () => {
  const wren = await shop.as('wren');
  const alerts = async () =>
    (await wren.send('GET /api/payment-alarms')).data.filter(({ what }) => what.includes('list of payments'));
  square.faultOf = (call) => (call === 'list' ? '500 before recording' : undefined);

  after(10 * 60_000);
  await shop.jobs.runNow('sweep');
  expect(await alerts()).toEqual([]);
  after(61 * 60_000);
  await shop.jobs.runNow('sweep');

  expect(await alerts()).toHaveLength(1);
});
