// A shop from before the mends, with what its faults left behind, opens with today's code.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertAccount } from '#server/accounts/accounts.store.ts';
import { openDatabase } from '#server/database/database.ts';
import { findState, setState } from '#server/database/shop-state.store.ts';
import { type ApiClient, apiClient } from '#server/testing/api-client.ts';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { violatedInvariants } from '#server/testing/invariants.ts';
import { oldFaultRows } from '#server/testing/old-fault-rows.ts';
import { quickHash } from '#server/testing/quick-hash.ts';
import { createTempShop } from '#server/testing/temp-shop.ts';
import { openShopAt, people } from '#server/testing/test-shop.ts';

const LAST_VERSION = 38;
const at = '2026-10-01T17:00:00.000Z';
const clock = { now: new Date('2026-10-20T17:00:00.000Z') };

const square = await startFakeSquare({ now: () => clock.now });
const tempShop = await createTempShop();
const ids = await writeOldRows();
square.faultOf = (call) => (call === 'get' || call === 'get refund' ? '500 before recording' : undefined);
const { shop, url } = await openShopAt(tempShop, {
  settings: { ...squareSettings, SQUARE_API_URL: square.url },
  now: () => clock.now,
});
let wren: ApiClient;

beforeAll(async () => {
  await logIn();
  await shop.jobs.runNow('old faults');
});
afterAll(async () => {
  await shop.close();
  await square.close();
  await tempShop.cleanUp();
});

test('an invoiced order with nothing left to pay is paid', async () => {
  expect((await wren.send('GET /api/orders/:id', { params: { id: ids.credited }, query: {} })).data.status).toBe(
    'paid',
  );
});

test('what a card paid for a canceled order is in To do', async () => {
  expect((await wren.send('GET /api/dashboard/admin')).data.to_do.to_refund).toContain(ids.canceled);
});

test('a customer has the time of their last order', async () => {
  const { data } = await wren.send('GET /api/customers/:id', { params: { id: ids.sandbar } });

  expect(data.last_order_at).toBe(at);
});

test('accounts on terms are asked to confirm; one that is younger than its customer has to, first', async () => {
  const { to_do } = (await wren.send('GET /api/dashboard/admin')).data;

  expect(to_do.accounts_to_confirm).toEqual([
    { id: ids.sandbar, name: 'Sandbar' },
    { id: ids.tulefog, name: 'Tulefog' },
  ]);
  expect(await accountOf(ids.sandbar)).toEqual(['unconfirmed', clock.now.toISOString()]);
  expect(await accountOf(ids.tulefog)).toEqual(['waiting', clock.now.toISOString()]);
  const asked = await shop.database.db
    .selectFrom('emails')
    .select('recipient')
    .where('secret', '=', 1)
    .orderBy('recipient')
    .execute();
  expect(asked.map(({ recipient }) => recipient)).toEqual(['sandbar@brewery.example', 'tulefog@brewery.example']);
});

test('while the provider is down, nothing is decided about refunds; then each is compared with its record', async () => {
  expect(await refundStates()).toEqual(['refused', 'refused', 'refused', 'refused', 'done', 'refused']);

  square.faultOf = () => undefined;
  await shop.jobs.runNow('old faults');

  // Made after all; really refused; made, with the whole order; made, and asked for again since; of an invoice.
  expect(await refundStates()).toEqual(['done', 'refused', 'done', 'done', 'done', 'done']);
  const { data } = await wren.send('GET /api/orders/:id', { params: { id: ids.part }, query: {} });
  expect([data.status, data.refunded]).toEqual(['paid', 5]);
  expect((await wren.send('GET /api/orders/:id', { params: { id: ids.all }, query: {} })).data.status).toBe('refunded');
  const twice = await wren.send('GET /api/orders/:id', { params: { id: ids.twice }, query: {} });
  expect([twice.data.status, twice.data.refunded]).toEqual(['paid', 10]);
  const alerts = (await wren.send('GET /api/payment-alarms')).data;
  expect(alerts.map(({ order_id, what }) => [order_id, what.slice(0, 22)])).toEqual([
    [ids.refused, 'was not paid back by t'],
    [ids.twice, 'gave back $5.00 twice:'],
  ]);
  expect((await wren.send('GET /api/customers/:id/terms', { params: { id: ids.guest } })).data.balance).toBe(-22);
  expect(await violatedInvariants(shop.database, { payments: square.payments.values() })).toEqual([]);
});

test('each refused refund is compared once', async () => {
  square.calls.length = 0;

  await shop.jobs.runNow('old faults');

  expect(square.calls).toEqual([]);
});

test('who does not confirm in 14 days may order on terms again only after that', async () => {
  clock.now = new Date(clock.now.getTime() + 13 * 86_400_000);
  await logIn();
  await shop.jobs.runNow('old faults');
  expect((await accountOf(ids.sandbar))[0]).toBe('unconfirmed');

  clock.now = new Date(clock.now.getTime() + 86_400_000);
  await shop.jobs.runNow('old faults');

  expect((await accountOf(ids.sandbar))[0]).toBe('waiting');
});

test('a count that SQLite wrote as a decimal number is whole again, so that PostgreSQL can read it', async () => {
  expect(await findState(shop.database.db, 'books')).toMatch(/^\d+$/);
});

async function logIn(): Promise<void> {
  wren = apiClient(url, (await apiClient(url).send('POST /api/login', { body: people.wren })).token);
}

async function accountOf(id: number) {
  const { account, account_asked_at } = (await wren.send('GET /api/customers/:id/terms', { params: { id } })).data;
  return [account, account_asked_at];
}

async function refundStates(): Promise<string[]> {
  const { db } = shop.database;
  const rows = await db.selectFrom('charge_refunds').select('state').orderBy('id').execute();
  return rows.map(({ state }) => state);
}

async function writeOldRows() {
  const { dataDir, databaseUrl: url } = tempShop;
  const database = await openDatabase({ url, dataDir, version: LAST_VERSION }, () => {});
  await database.transaction([], (tx) => setState(tx, 'books', '36.0'));
  const rows = await database.transaction([], async (tx) => {
    const { email, password } = people.wren;
    const owner = { name: 'Wren', role: 'admin', staff_role: 'owner', created_at: at } as const;
    await insertAccount(tx, { ...owner, email, password_hash: quickHash(password) });
    const old = oldFaultRows(tx, square, at);
    const since = '2026-09-01T17:00:00.000Z';
    const sandbar = await old.addBrewery('Sandbar', since, '2026-08-01T17:00:00.000Z');
    const tulefog = await old.addBrewery('Tulefog', since, '2026-10-05T17:00:00.000Z');
    const guest = await old.addBrewery('Guest', since);
    const part = await old.cardOrder();
    await old.refusedRefund(part, { amount_cents: 500, made: true });
    const refused = await old.cardOrder();
    await old.refusedRefund(refused, { amount_cents: 500, made: false });
    const all = await old.cardOrder();
    await old.refusedRefund(all, { amount_cents: 3200, made: true, ends_order: 1 });
    const twice = await old.cardOrder();
    await old.refusedRefund(twice, { amount_cents: 500, made: true });
    await old.doneRefund(twice, 500);
    const credited = await old.creditedOrder(sandbar);
    const canceled = await old.canceledOrder(guest, 1000);
    const orders = { part: part.id, refused: refused.id, all: all.id, twice: twice.id, credited, canceled };
    return { sandbar, tulefog, guest, ...orders };
  });
  await database.close();
  return rows;
}
