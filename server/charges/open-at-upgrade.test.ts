// A shop of the version before charges had one table, stopped in the middle of payments and refunds, opens with today's code:
// each is finished once.
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { insert as insertProduct } from '#server/catalog/catalog.store.ts';
import { hold, openLedger } from '#server/catalog/stock.store.ts';
import { openDatabase } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { setState } from '#server/database/shop-state.store.ts';
import * as orderStore from '#server/orders/order.store.ts';
import { type FakePayment, squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { violatedInvariants } from '#server/testing/invariants.ts';
import { type OldTables, oldFaultRows } from '#server/testing/old-fault-rows.ts';
import { createTempShop } from '#server/testing/temp-shop.ts';
import { openShopAt } from '#server/testing/test-shop.ts';

const LAST_VERSION = 45;
const SHOP_ID = 'hsr0123456789ab';
const PRICE = 3200;
const at = '2026-10-01T17:00:00.000Z';
const states = ['open', 'approved'] as const;
const clock = { now: new Date('2026-10-01T17:05:00.000Z') };

const square = await startFakeSquare({ now: () => clock.now });
const tempShop = await createTempShop();
const ids = await writeOldRows();
const { shop } = await openShopAt(tempShop, {
  settings: { ...squareSettings, SQUARE_API_URL: square.url },
  now: () => clock.now,
});
const { db } = shop.database;
afterAll(async () => {
  await shop.close();
  await square.close();
  await tempShop.cleanUp();
});

test('what was authorized is captured, what was not is voided, and open refunds are made once', async () => {
  for (const job of ['payments', 'sweep', 'payments'] as const) {
    await shop.jobs.runNow(job);
    clock.now = new Date(clock.now.getTime() + 5 * 60_000);
  }

  const statusOf = async (id: number) => (await orderStore.find(db, id))?.status;
  expect([await statusOf(ids.open), await statusOf(ids.approved)]).toEqual(['failed', 'paid']);
  const charges = await db
    .selectFrom('charges')
    .select(['purpose', 'state', 'reference'])
    .where('key', 'in', ids.keys)
    .orderBy('id')
    .execute();
  expect(charges.map(({ purpose, state }) => `${purpose} ${state}`)).toEqual([
    'order voided',
    'order captured',
    'invoice voided',
    'invoice captured',
  ]);
  expect(charges[0]?.reference).toBe(`${SHOP_ID}-${ids.open}`);
  const refunds = await db.selectFrom('charge_refunds').select('state').orderBy('id').execute();
  expect(refunds.map(({ state }) => state)).toEqual(['done', 'done']);
  expect(square.refunds.size).toBe(2);
  expect(await violatedInvariants(shop.database, { payments: square.payments.values() })).toEqual([]);
});

test('a purchase of the old version is found again by its key', async () => {
  const { id } = await db
    .selectFrom('charges')
    .select('id')
    .where('checkout_key', '=', ids.checkoutKey)
    .executeTakeFirstOrThrow();

  expect(id).toBeGreaterThan(0);
});

async function writeOldRows() {
  const { dataDir, databaseUrl: url } = tempShop;
  const database = await openDatabase({ url, dataDir, version: LAST_VERSION }, () => {});
  const { transaction } = database;
  const product_id = await transaction([], addProduct);
  const orders = [
    await transaction([], (tx) => order(tx, product_id)),
    await transaction([], (tx) => order(tx, product_id)),
  ];
  const orderKeys = await transaction([], (tx) => chargeOrders(tx, orders));
  const invoiceKeys = await transaction([], chargeInvoices);
  await transaction([], refundOrder);
  await transaction([], refundInvoice);
  await database.close();
  const [open, approved] = orders;
  if (!open || !approved) throw new Error('The old shop could not be written.');
  return { open: open.id, approved: approved.id, checkoutKey: open.checkout_key, keys: [...orderKeys, ...invoiceKeys] };
}

async function chargeOrders(tx: Db, orders: { id: number }[]): Promise<string[]> {
  await setState(tx, 'shop id', SHOP_ID);
  const charges = states.map(charge);
  for (const [index, { payment, ...row }] of charges.entries()) {
    const { id = 0 } = orders[index] ?? {};
    await tx
      .$extendTables<OldTables>()
      .insertInto('payment_attempts')
      .values({ ...row, order_id: id })
      .execute();
    square.payments.set(payment.id, { ...payment, reference: `${SHOP_ID}-${id}` });
    const set = { payment_id: payment.id };
    if (row.state === 'approved') await orderStore.transition(tx, { id, from: ['pending'], to: 'authorised', set });
  }
  return charges.map(({ key }) => key);
}

async function chargeInvoices(tx: Db): Promise<string[]> {
  const old = oldFaultRows(tx, square, at);
  const customer = await old.addBrewery('Sandbar', at);
  const charges = states.map(charge);
  for (const { payment, ...row } of charges) {
    const { invoice } = await old.invoicedOrder(customer, PRICE);
    const { id } = await tx
      .$extendTables<OldTables>()
      .insertInto('invoice_payments')
      .values({ ...row, invoice_number: invoice, checkout_key: randomUUID() })
      .returning('id')
      .executeTakeFirstOrThrow();
    square.payments.set(payment.id, { ...payment, reference: `${SHOP_ID}-i${invoice}-${id}` });
  }
  return charges.map(({ key }) => key);
}

function refund() {
  const keys = { key: randomUUID(), request_key: randomUUID() };
  return { ...keys, amount_cents: 1000, state: 'open' as const, reason: 'Wet', created_at: at, next_check_at: at };
}

/** The provider has made it, and its answer was lost. */
async function refundOrder(tx: Db): Promise<void> {
  const old = oldFaultRows(tx, square, at);
  const { id, payment } = await old.cardOrder();
  const row = refund();
  await tx
    .$extendTables<OldTables>()
    .insertInto('refunds')
    .values({ ...row, order_id: id, restock: 0 })
    .execute();
  old.addRefund(payment, row.amount_cents, row.key);
}

/** The provider has not heard of it. */
async function refundInvoice(tx: Db): Promise<void> {
  const old = oldFaultRows(tx, square, at);
  const customer_id = await old.addBrewery('Tulefog', at);
  const { invoice_payment_id } = await old.canceledAfterPayment(customer_id);
  await tx
    .$extendTables<OldTables>()
    .insertInto('invoice_refunds')
    .values({ ...refund(), invoice_payment_id, customer_id })
    .execute();
}

/** Its answer was lost. */
function charge(state: 'open' | 'approved') {
  const key = randomUUID();
  const payment: FakePayment = {
    id: `pay${key}`,
    status: 'APPROVED',
    amount: PRICE,
    refunded: 0,
    reference: '',
    key,
    created_at: at,
  };
  const payment_id = state === 'approved' ? payment.id : null;
  return {
    key,
    provider: 'square',
    state,
    amount_cents: PRICE,
    payment_id,
    created_at: at,
    next_check_at: at,
    payment,
  };
}

async function addProduct(tx: Db): Promise<number> {
  const acids = { alpha_acid: 1, beta_acid: 1, total_oil: 1, image_url: null };
  const words = {
    slug: 'teamaker',
    name: 'Teamaker',
    type: 'Aroma',
    flavor: null,
    aromas: '',
    description: '',
  };
  const stock = 100;
  const id = (await insertProduct(tx, { ...acids, ...words, price_cents: 1600, stock, created_at: at })) ?? 0;
  await openLedger(tx, { product_id: id, stock, at });
  return id;
}

async function order(tx: Db, product_id: number) {
  const checkout_key = randomUUID();
  const contact = { name: 'Otis', email: null, address: null, phone: '707', location_option: 'pickup' as const };
  const details = { view_key: randomUUID(), checkout_key, ...contact, pounds: 2, amount_cents: PRICE };
  const order_id = (await orderStore.insertOrder(tx, { ...details, account_id: null, created_at: at })) ?? 0;
  const line = { order_id, product_id, name: 'Teamaker', price_cents: 1600, pounds: 2 };
  await orderStore.insertLines(tx, { lines: [line] });
  await hold(tx, { product_id, pounds: 2, order_id, at });
  await tx.insertInto('checkouts').values({ key: checkout_key, request_hash: 'as it was', created_at: at }).execute();
  return { id: order_id, checkout_key };
}
