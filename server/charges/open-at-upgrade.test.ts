// A shop of the version before charges had one table, stopped in the middle of payments and refunds, opens with today's code:
// each is finished once. Upgraded in place, and from its backup on the other database.
import { createHmac, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { writeArchive } from '#server/backup/archive.ts';
import { backedUpTables } from '#server/backup/backed-up-tables.ts';
import { restore } from '#server/backup/backup.ts';
import { readInBatches } from '#server/backup/rows.store.ts';
import { insert as insertProduct } from '#server/catalog/catalog.store.ts';
import { hold, openLedger } from '#server/catalog/stock.store.ts';
import { openDatabase } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { setState } from '#server/database/shop-state.store.ts';
import { diskStorage, folders } from '#server/media/storage.ts';
import * as orderStore from '#server/orders/order.store.ts';
import { type FakePayment, squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { violatedInvariants } from '#server/testing/invariants.ts';
import { type OldTables, oldFaultRows } from '#server/testing/old-fault-rows.ts';
import { createTempShop, type TempShop } from '#server/testing/temp-shop.ts';
import { openShopAt } from '#server/testing/test-shop.ts';
import { hashIdempotencyKey, hashRequest } from './checkout-key.ts';

const LAST_VERSION = 45;
const SHOP_ID = 'hsr0123456789ab';
const SITE = 'http://hops.example';
const WEBHOOK_KEY = 'a webhook signature key';
const PRICE = 3200;
const at = '2026-10-01T17:00:00.000Z';
const states = ['open', 'approved'] as const;
const clock = { now: new Date('2026-10-01T17:05:00.000Z') };
const settings = { SQUARE_WEBHOOK_SIGNATURE_KEY: WEBHOOK_KEY, SITE_URL: SITE };

const square = await startFakeSquare({ now: () => clock.now });
const cleanUps = [square.close];
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
});

test.each(['in place', 'from its backup on the other database'])('an old shop, %s, finishes each once', async (how) => {
  square.payments.clear();
  square.refunds.clear();
  const oldShop = await addTempShop(how === 'in place' ? inject('kind') : otherKind());
  const ids = await writeOldRows(oldShop);
  const place = how === 'in place' ? oldShop : await moveToOther(oldShop);
  const { shop, url } = await openShopAt(place, {
    settings: { ...squareSettings, ...settings, SQUARE_API_URL: square.url },
    now: () => clock.now,
  });
  cleanUps.push(() => shop.close());
  const { db } = shop.database;

  // It is due only because of the webhook, which the old version had not handled.
  expect((await tellOf(url, ids.approvedPayment)).status).toBe(200);
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
  // Its buyer sends it again, because the answer was lost.
  const repeat = await buyAgain(url, ids.product);
  expect([repeat.status, await repeat.json()]).toMatchObject([200, { order: { id: ids.approved } }]);
});

async function addTempShop(kind: 'sqlite' | 'postgres'): Promise<TempShop> {
  const added = await createTempShop({ kind });
  cleanUps.push(added.cleanUp);
  return added;
}

/** Without a PostgreSQL server, SQLite is all there is. */
const otherKind = () => (inject('kind') === 'sqlite' && inject('postgresUrl') ? 'postgres' : 'sqlite');

/** As that version backed itself up. */
async function moveToOther({ databaseUrl, dataDir }: TempShop): Promise<TempShop> {
  const file = join(dataDir, 'old.backup');
  const old = await openDatabase({ url: databaseUrl, dataDir, alongsideShop: true }, () => {});
  const oldNames: Record<string, string[]> = {
    charges: ['invoice_payments', 'invoice_refunds', 'payment_attempts'],
    charge_refunds: ['refunds'],
  };
  await writeArchive(file, async (write) => {
    await write({ backup: 'heron-slough-ranch', format: 1, version: LAST_VERSION, at });
    for (const { name, key } of backedUpTables)
      for (const table of oldNames[name] ?? [name])
        for await (const rows of readInBatches(old.db, table, key)) await write({ table, rows });
  });
  await old.close();
  const target = await addTempShop(inject('kind'));
  const location = { url: target.databaseUrl, dataDir: target.dataDir };
  const open = async (version: number) => ({
    database: await openDatabase({ ...location, version }, () => {}),
    storage: diskStorage(target.dataDir),
    folders,
  });
  await restore(file, ({ version }) => open(version));
  return target;
}

function tellOf(url: string, payment: string): Promise<Response> {
  const body = JSON.stringify({
    type: 'payment.updated',
    event_id: randomUUID(),
    data: { object: { payment: { id: payment } } },
  });
  const signature = createHmac('sha256', WEBHOOK_KEY).update(`${SITE}/api/webhooks/square${body}`).digest('base64');
  const headers = { 'content-type': 'application/json', 'x-square-hmacsha256-signature': signature };
  return fetch(`${url}/api/webhooks/square`, { method: 'POST', headers, body });
}

const BUYERS_KEY = 'sent before the upgrade';
const buyer = { name: 'Otis', email: null, address: null, phone: '707', locationOption: 'pickup' as const };
const purchaseOf = (productId: number) => ({
  amount: PRICE,
  orderDetails: { ...buyer, lines: [{ productId, quantity: 2 }] },
});

const buyAgain = (url: string, product: number): Promise<Response> =>
  fetch(`${url}/api/process-payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': BUYERS_KEY },
    body: JSON.stringify({
      sourceId: 'cnon:card-nonce-ok',
      amount: PRICE,
      orderDetails: { ...buyer, items: [{ productId: product, quantity: 2 }] },
    }),
  });

async function writeOldRows({ dataDir, databaseUrl: url }: TempShop) {
  const database = await openDatabase({ url, dataDir, version: LAST_VERSION }, () => {});
  const { transaction } = database;
  const product = await transaction([], addProduct);
  const open = await transaction([], (tx) => order(tx, product, randomUUID()));
  const approved = await transaction([], (tx) => order(tx, product, BUYERS_KEY));
  const orderCharges = await transaction([], (tx) => chargeOrders(tx, [open, approved]));
  const invoiceKeys = await transaction([], chargeInvoices);
  await transaction([], refundOrder);
  await transaction([], refundInvoice);
  await database.close();
  const keys = [...orderCharges.map(({ key }) => key), ...invoiceKeys];
  return { product, open, approved, approvedPayment: orderCharges[1]?.payment.id ?? '', keys };
}

async function chargeOrders(tx: Db, orders: number[]) {
  await setState(tx, 'shop id', SHOP_ID);
  const charges = states.map(charge);
  for (const [index, { payment, ...row }] of charges.entries()) {
    const id = orders[index] ?? 0;
    const next_check_at = row.state === 'approved' ? '2026-10-31T17:00:00.000Z' : at;
    await tx
      .$extendTables<OldTables>()
      .insertInto('payment_attempts')
      .values({ ...row, order_id: id, next_check_at })
      .execute();
    square.payments.set(payment.id, { ...payment, reference: `${SHOP_ID}-${id}` });
    const set = { payment_id: payment.id };
    if (row.state === 'approved') await orderStore.transition(tx, { id, from: ['pending'], to: 'authorised', set });
  }
  return charges;
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

async function order(tx: Db, product_id: number, key: string): Promise<number> {
  const { locationOption: location_option, ...contact } = buyer;
  const details = { view_key: randomUUID(), ...contact, location_option, pounds: 2, amount_cents: PRICE };
  const checkout_key = hashIdempotencyKey(key);
  const id = (await orderStore.insertOrder(tx, { ...details, checkout_key, account_id: null, created_at: at })) ?? 0;
  const line = { order_id: id, product_id, name: 'Teamaker', price_cents: 1600, pounds: 2 };
  await orderStore.insertLines(tx, { lines: [line] });
  await hold(tx, { product_id, pounds: 2, order_id: id, at });
  const request_hash = hashRequest(purchaseOf(product_id));
  await tx.insertInto('checkouts').values({ key: checkout_key, request_hash, created_at: at }).execute();
  return id;
}
