import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { howMany } from '#server/testing/how-many.ts';
import { seededRandom } from '#server/testing/many-orders.ts';
import { findWrongReports } from '#server/testing/recount.ts';
import { termsFixtures } from '#server/testing/terms-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { creditedCents } from './invoices.store.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const wren = await shop.as('wren');
const { db } = shop.database;
const { brewery, order, pay, changeStatus, termsOf } = termsFixtures(shop, wren);

const OPERATIONS = howMany(1000);

test(`after ${OPERATIONS} random operations the balance is what a count by hand says, and the invoices add up to it`, async () => {
  const { id, ...sandbar } = await brewery({ limit: 1_000_000 });
  const roll = seededRandom(21);
  const pick = <T>(list: T[]): T | undefined => list[roll(Math.max(1, list.length))];
  const orders: { id: number; invoice: number }[] = [];
  const payments: { entry: number; cents: number }[] = [];
  let balance = 0;

  const placeOrder = async () => {
    const { status, body } = await order(sandbar);
    if (status !== 200) return;
    orders.push({ id: body.order.id, invoice: body.invoice });
    balance += 1600;
  };
  const receive = async () => {
    const cents = 1 + roll(4000);
    await pay(id, cents / 100);
    const newest = db.selectFrom('ledger_entries').select('id').orderBy('id', 'desc').limit(1);
    payments.push({ entry: (await newest.executeTakeFirstOrThrow()).id, cents });
    balance -= cents;
  };
  const takeBack = async () => {
    const { entry = 0, cents = 0 } = pick(payments) ?? {};
    const { status } = await wren.attempt('POST /api/customers/:id/payments/:entry/reversal', {
      params: { id, entry },
      body: { note: '' },
    });
    if (status === 200) balance += cents;
  };
  const credit = async () => {
    const cents = 1 + roll(1600);
    const { status } = await wren.attempt('POST /api/invoices/:id/credit-notes', {
      params: { id: pick(orders)?.invoice ?? 0 },
      body: { amount: cents / 100, reason: 'Wet', key: randomUUID() },
    });
    if (status === 200) balance -= cents;
  };
  const cancel = async () => {
    const chosen = pick(orders);
    if (!chosen) return;
    const left = 1600 - (await creditedCents(db, chosen.invoice));
    if ((await changeStatus(chosen.id, 'cancelled')).status === 200) balance -= left;
  };
  const steps = [placeOrder, placeOrder, placeOrder, receive, receive, takeBack, credit, credit, cancel];

  for (let n = 0; n < OPERATIONS; n += 1) await pick(steps)?.();

  const [entries, invoices] = await Promise.all([
    db.selectFrom('ledger_entries').selectAll().where('customer_id', '=', id).orderBy('id').execute(),
    db.selectFrom('invoices').selectAll().where('customer_id', '=', id).orderBy('number').execute(),
  ]);
  expect(Math.round((await termsOf(id)).balance * 100)).toBe(balance);
  expect(entries.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(balance);
  expect(entries.at(-1)?.balance_after).toBe(balance);
  expect(invoices.reduce((sum, { open_cents }) => sum + open_cents, 0)).toBe(Math.max(0, balance));
  expect(invoices.map(({ number }) => number)).toEqual(invoices.map((_, index) => index + 1));
  expect(await findWrongReports(db)).toEqual([]);
}, 300_000);
