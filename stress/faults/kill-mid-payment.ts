// kill -9 of the real shop at critical moments: before the provider records a payment, after, and after it has responded.

import { randomUUID } from 'node:crypto';
import { MAX_POUNDS } from '#contracts/hop-format.ts';
import { ensureBuilt } from '#scripts/build.ts';
import { loginAt, type RunningShop, staffSettings, startShop } from '#scripts/running-shop.ts';
import { type Database, openDatabase } from '#server/database/database.ts';
import { type FakeSquare, squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { type Acknowledged, violatedInvariants } from '#server/testing/invariants.ts';
import { fillStock as fill } from '#server/testing/opening-stock.ts';
import { addCustomer, addHarvest, postJson } from '#stress/desk.ts';

const BUYERS = 6;
/** They pay invoices of orders that staff took at the desk. */
const PAYERS = 2;
const RESERVING = 2;
/** Longer than the longest waits of the reconciler and the sweep. */
const SETTLE_MS = 330_000;

type ShopLocation = { dataDir: string; databaseUrl: string | undefined };

export async function killRounds({ dataDir, databaseUrl }: ShopLocation, kills: number) {
  ensureBuilt();
  const square = await startFakeSquare();
  const settings = {
    ...squareSettings,
    ...staffSettings,
    SQUARE_API_URL: square.url,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    LIMITS: 'off',
  };
  const openShopDatabase = () => openDatabase({ url: databaseUrl, dataDir, alongsideShop: true }, () => {});
  await (await startShop(settings)).stop();
  await fillStock(openShopDatabase);
  const responses: Acknowledged[] = [];
  for (let round = 0; round < kills; round += 1) {
    const shop = await startShop(settings);
    const buying = { on: true };
    const staff = await loginAt(shop.url);
    const customer = await addCustomer(shop.url, staff, `${round}`);
    const harvest = await addHarvest(shop.url, staff);
    const buyers = [
      ...Array.from({ length: BUYERS }, () => pay(shop, buying, responses, order)),
      ...Array.from({ length: PAYERS }, () => payInvoices(shop, buying, responses, { staff, customer })),
      ...Array.from({ length: RESERVING }, () => pay(shop, buying, responses, reservation(harvest))),
    ];
    await killDuringCall(square, shop, round);
    buying.on = false;
    await Promise.all(buyers);
  }
  const shop = await startShop(settings);
  const started = Date.now();
  let violations: string[] = ['not checked yet'];
  while (violations.length > 0 && Date.now() - started < SETTLE_MS) {
    await new Promise((resolve) => setTimeout(resolve, 5000));
    const database = await openShopDatabase();
    violations = await violatedInvariants(database, { payments: square.payments.values() }, responses);
    await database.close();
  }
  const database = await openShopDatabase();
  const orders = (await database.db.selectFrom('orders').select('id').execute()).length;
  await database.close();
  await shop.stop();
  await square.close();
  return { orders, violations };
}

/** Enough stock that nobody sells out. */
export async function fillStock(openDb: () => Promise<Database>): Promise<void> {
  const database = await openDb();
  await database.transaction([], (tx) => fill(tx, MAX_POUNDS));
  await database.close();
}

/** Lets some payments through, then kills the shop at a certain moment of a certain call. */
function killDuringCall(square: FakeSquare, shop: RunningShop, round: number): Promise<void> {
  const calls = ['create', 'complete'] as const;
  const moments = ['before', 'recorded', 'responded'] as const;
  const call = calls[round % 2];
  const moment = moments[Math.floor(round / 2) % 3];
  let left = 5 + Math.floor(Math.random() * 30);
  return new Promise((resolve) => {
    square.onCall = (currentCall, currentMoment) => {
      if (currentCall !== call || currentMoment !== moment) return;
      left -= 1;
      if (left > 0) return;
      square.onCall = () => {};
      // Half the time, wait a few milliseconds to hit the commit after the response.
      setTimeout(() => void shop.kill().then(resolve), Math.random() < 0.5 ? 0 : Math.random() * 12);
    };
  });
}

type Purchase = { path: string; body: object };

const order: Purchase = {
  path: '/api/process-payment',
  body: {
    sourceId: 'cnon:card-nonce-ok',
    amount: 1600,
    orderDetails: { productId: 1, quantity: 1, name: 'Dana', phone: '707', locationOption: 'pickup' },
  },
};

/** A pound, with a deposit of a quarter. */
const reservation = (harvest: number): Purchase => ({
  path: `/api/harvests/${harvest}/reservations`,
  body: {
    ...{ sourceId: 'cnon:card-nonce-ok', amount: 400, pounds: 1, day_id: null },
    ...{ name: 'Dana', email: 'dana@brewery.example', phone: '707' },
  },
});

async function pay(
  { url }: RunningShop,
  buying: { on: boolean },
  responses: Acknowledged[],
  { path, body }: Purchase,
): Promise<void> {
  while (buying.on) {
    const key = randomUUID();
    try {
      const response = await postJson(url + path, { 'idempotency-key': key }, body);
      const { order } = await response.json();
      responses.push({ key, ...(order && { order: order.id }), status: response.status });
      // Sold out: slow down.
      if (response.status === 409) await new Promise((resolve) => setTimeout(resolve, 50));
    } catch {
      return;
    }
  }
}

type Desk = { staff: Record<string, string>; customer: number };

async function payInvoices(
  { url }: RunningShop,
  buying: { on: boolean },
  responses: Acknowledged[],
  { staff, customer }: Desk,
): Promise<void> {
  const orderDetails = { productId: 1, quantity: 1, name: 'Otis', phone: '707', locationOption: 'pickup' };
  const order = { customer_id: customer, payment: 'card', amount: 1600, poNumber: '', orderDetails };
  while (buying.on) {
    const key = randomUUID();
    try {
      const taken = await postJson(`${url}/api/orders/desk`, staff, order);
      if (!taken.ok) return;
      const { invoice, invoice_key } = await taken.json();
      const link = `${url}/api/invoices/${invoice}/payments?key=${invoice_key}`;
      const body = { sourceId: 'cnon:card-nonce-ok', amount: 1600 };
      const { status } = await postJson(link, { 'idempotency-key': key }, body);
      responses.push({ key, status });
    } catch {
      return;
    }
  }
}
