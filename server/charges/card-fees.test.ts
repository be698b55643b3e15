import { afterAll, expect, test } from 'vitest';
import { booksFile, parseCsv, sumCents } from '#server/testing/books-fixtures.ts';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const square = await startFakeSquare({ now: () => shop.clock.now });
afterAll(() => square.close());
const shop = await openTestShop({ settings: { ...squareSettings, SQUARE_API_URL: square.url } });
shop.clock.now = new Date('2026-10-05T17:00:00.000Z');
const wren = await shop.as('wren');

async function sweepAt(time: string): Promise<void> {
  shop.clock.now = new Date(time);
  await shop.jobs.runNow('sweep');
}
const feesIn = async (month: string) =>
  parseCsv(await booksFile(wren, month))
    .filter(({ Type }) => Type === 'card fee')
    .map(({ Date: day, Order, Amount }) => [day, Order, Amount].join(' '));

test('a fee and its later change are in the books once, each on the day we learned of it', async () => {
  const body = {
    sourceId: 'cnon:card-nonce-ok',
    amount: 1600,
    orderDetails: Object({ productId: 1, quantity: 1, name: 'Dana', phone: '707', locationOption: 'pickup' }),
  };
  const { order } = await shop.visitor.send('POST /api/process-payment', { body });
  const [payment] = square.payments.values();
  if (!payment) throw new Error('There is no payment.');
  await sweepAt('2026-10-05T17:10:00.000Z');
  expect(await feesIn('2026-10')).toEqual([]);

  payment.fee = 76;
  await sweepAt('2026-10-06T17:00:00.000Z');
  await sweepAt('2026-10-06T17:10:00.000Z');
  payment.fee = 71;
  await sweepAt('2026-10-07T17:30:00.000Z');

  expect(await feesIn('2026-10')).toEqual([`2026-10-06 ${order?.id} -0.76`, `2026-10-07 ${order?.id} 0.05`]);
  const { data } = await wren.send('GET /api/books', { query: { month: '2026-10' } });
  expect(data).toMatchObject({ sales: 16, money: 16 });
  expect(data.totals.find(({ type }) => type === 'card fee')).toMatchObject({ side: 'fees', rows: 2, amount: -0.71 });
  const journal = parseCsv(await booksFile(wren, '2026-10', 'quickbooks'));
  expect(sumCents(journal, 'Debits')).toBe(sumCents(journal, 'Credits'));
  const fees = journal.filter((line) => line['Account Name'] === 'Card fees');
  expect(sumCents(fees, 'Debits') - sumCents(fees, 'Credits')).toBe(71);
});
