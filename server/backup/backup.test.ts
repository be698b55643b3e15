import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, expect, inject, test } from 'vitest';
import { configFrom } from '#server/config.ts';
import { openDatabase } from '#server/database/database.ts';
import type { Kind } from '#server/database/migrate.ts';
import { findState, LAST_INVOICE } from '#server/database/shop-state.store.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { findInvoiceGaps } from '#server/invoices/verify-invoice-numbers.store.ts';
import { createLog } from '#server/log.ts';
import { diskStorage, folders } from '#server/media/storage.ts';
import { readWebBuild } from '#server/pages/build-manifest.ts';
import { openShop } from '#server/shop.ts';
import { apiClient } from '#server/testing/api-client.ts';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { violatedInvariants } from '#server/testing/invariants.ts';
import { picture } from '#server/testing/product-fixtures.ts';
import { createTempShop, type TempShop } from '#server/testing/temp-shop.ts';
import { termsFixtures } from '#server/testing/terms-fixtures.ts';
import { openTestShop, people } from '#server/testing/test-shop.ts';
import { writeArchive } from './archive.ts';
import { backedUpTables, excludedTables } from './backed-up-tables.ts';
import { backUp, type LastUsed, restore } from './backup.ts';
import { readInBatches, tableNames } from './rows.store.ts';

const square = await startFakeSquare({ now: () => shop.clock.now });
// Hooks run in reverse: the shop is closed first.
afterAll(() => square.close());
const settings = { ...squareSettings, SQUARE_API_URL: square.url, LIMITS: 'off' };
const shop = await openTestShop({ settings });
const { database, clock, tempShop } = shop;
const tempShops: TempShop[] = [];
afterAll(async () => {
  for (const each of tempShops) await each.cleanUp();
});

const ignore = () => {};

async function createEmpty(kind: Kind): Promise<TempShop> {
  const created = await createTempShop({ kind });
  tempShops.push(created);
  return created;
}

const openEmpty = (at: TempShop) => async (header: { version: number }) => ({
  database: await openDatabase({ url: at.databaseUrl, dataDir: at.dataDir, version: header.version }, ignore),
  storage: diskStorage(at.dataDir),
  folders,
});

const storage = diskStorage(tempShop.dataDir);
const backUpTo = async (name: string) => {
  const file = join(tempShop.dataDir, name);
  await backUp({ database, storage, folders }, { file, at: clock.now });
  return file;
};

async function placeOrder(url: string): Promise<number> {
  const response = await fetch(`${url}/api/process-payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      sourceId: 'cnon:card-nonce-ok',
      amount: 1600,
      orderDetails: { productId: 1, quantity: 1, name: 'Dana', phone: '707', locationOption: 'pickup' },
    }),
  });
  return (await response.json()).order.id;
}

async function rowsAt(at: TempShop) {
  const opened = await openDatabase({ url: at.databaseUrl, dataDir: at.dataDir, alongsideShop: true }, ignore);
  const rows: Record<string, unknown[]> = {};
  for (const { name, key } of backedUpTables)
    for await (const batch of readInBatches(opened.db, name, key)) rows[name] = [...(rows[name] ?? []), ...batch];
  await opened.close();
  return rows;
}

async function filesAt(at: TempShop) {
  const uploads = diskStorage(at.dataDir);
  return Promise.all(folders.map(async (folder) => (await uploads.list(folder)).toSorted((a, b) => (a < b ? -1 : 1))));
}

test('every table is backed up or excluded on purpose', async () => {
  const names = [...backedUpTables.map(({ name }) => name), ...excludedTables, 'migrations'];

  // What the upgrade to 0.2.0 leaves of other tables on PostgreSQL is empty.
  const found = (await tableNames(database.db, database.kind)).filter((name) => !name.startsWith('old_'));
  expect(new Set(found)).toEqual(new Set(names));
});

test('restores every row and file, on either database', async () => {
  await placeOrder(shop.url);
  const tier = { product_id: 1, from_pounds: 44, price_cents: 1450 };
  await database.transaction(['products'], (tx) => tx.insertInto('price_tiers').values(tier).execute());
  const file = await backUpTo('whole.backup');
  const original = await rowsAt(tempShop);
  const kinds: Kind[] = inject('kind') === 'postgres' ? ['sqlite', 'postgres'] : ['sqlite'];

  for (const kind of kinds) {
    const target = await createEmpty(kind);
    await restore(file, openEmpty(target));
    const { shop_state: facts, number_jumps: _jumps, ...rows } = await rowsAt(target);
    const { shop_state: _, ...before } = original;
    expect(rows).toEqual(before);
    expect(facts).toContainEqual({ name: 'filled', value: 'yes' });
    expect(await filesAt(target)).toEqual(await filesAt(tempShop));
  }
});

test('rejects a damaged file, a file that is not a backup, and a shop that is not empty, without writing anything', async () => {
  const file = await backUpTo('good.backup');
  const bytes = await readFile(file);
  const target = await createEmpty('sqlite');
  const tryRestore = (each: string) => restore(each, openEmpty(target));
  const write = async (name: string, content: Buffer | string) => {
    await writeFile(join(tempShop.dataDir, name), content);
    return join(tempShop.dataDir, name);
  };

  const flipped = Buffer.from(bytes);
  const middle = Math.floor(bytes.length / 2);
  flipped[middle] = 255 - (flipped[middle] ?? 0);
  const text = gunzipSync(bytes).toString();
  const lines = text.split('\n');
  const damaged = {
    'empty.backup': '',
    'cut.backup': bytes.subarray(0, middle),
    'flipped.backup': flipped,
    'edited.backup': gzipSync(text.replace('"Dana"', '"Mara"')),
    'garbled.backup': gzipSync(text.replace('{"table"', '{table')),
    'ended.backup': gzipSync(`${lines.slice(0, 3).join('\n')}\n`),
  };
  const foreign = {
    'text.backup': 'hops',
    'zipped.backup': gzipSync('{"hops":1}\n'),
    'notes.backup': gzipSync('hops'),
    'photo.backup': picture,
  };

  await expect(tryRestore(join(tempShop.dataDir, 'none.backup'))).rejects.toThrow('Cannot read');
  for (const [name, content] of Object.entries(damaged))
    await expect(tryRestore(await write(name, content)), name).rejects.toThrow(
      /^This backup is damaged: [\w ]+\. Nothing was changed\.$/,
    );
  for (const [name, content] of Object.entries(foreign))
    await expect(tryRestore(await write(name, content)), name).rejects.toThrow(
      /^This is not a backup of this shop software: .*\. Nothing was changed\.$/,
    );
  await expect(restore(file, openEmpty(tempShop))).rejects.toThrow();
  expect(await rowsAt(await createTables(target))).toEqual({});
});

/** Creates the tables, so the test can read them. */
async function createTables(at: TempShop): Promise<TempShop> {
  await (await openDatabase({ url: at.databaseUrl, dataDir: at.dataDir }, ignore)).close();
  return at;
}

test('a restored shop refunds and flags payments made after the backup', async () => {
  const before = await placeOrder(shop.url);
  const file = await backUpTo('drill.backup');
  const lost = await placeOrder(shop.url);
  const { payment_id } = await database.db
    .selectFrom('orders')
    .select('payment_id')
    .where('id', '=', lost)
    .executeTakeFirstOrThrow();
  const target = await createEmpty(inject('kind'));
  await restore(file, openEmpty(target));
  // Ten days later: further back than the sweep normally goes.
  clock.now = new Date(clock.now.getTime() + 10 * 86_400_000);

  const restored = await openRestored(target);
  const again = await placeOrder(restored.siteUrl());
  await restored.jobs.runNow('payments');
  await restored.jobs.runNow('sweep');

  expect(again).toBe(before + 1001);
  expect(square.payments.get(payment_id ?? '')).toMatchObject({ status: 'COMPLETED', refunded: 1600 });
  const { db } = restored.database;
  const statuses = await db.selectFrom('orders').select(['id', 'status']).where('id', '>=', before).execute();
  expect(statuses.map(({ status }) => status)).toEqual(['paid', 'paid']);
  expect(await db.selectFrom('payment_alerts').select(['payment_id', 'order_id']).execute()).toEqual([
    { payment_id, order_id: null },
  ]);
  expect(await violatedInvariants(restored.database, { payments: square.payments.values() })).toEqual([]);
  await restored.close();
});

async function openRestored(at: TempShop) {
  const { dataDir: DATA_DIR, databaseUrl: DATABASE_URL } = at;
  return openShop({
    config: configFrom({ PORT: '0', HOST: '127.0.0.1', DATA_DIR, DATABASE_URL, ...settings }),
    web: await readWebBuild('dist', securityHeaders('data', false)),
    log: createLog({ write: ignore }),
    now: () => clock.now,
  });
}

test('a restored shop gives out no number of an order or an invoice again', async () => {
  const wren = await shop.as('wren');
  const { brewery, order: orderOnTerms } = termsFixtures(shop, wren);
  const sandbar = await brewery();
  const { body: kept } = await orderOnTerms(sandbar);
  const file = await backUpTo('numbers.backup');
  const { body: lost } = await orderOnTerms(sandbar);
  expect([lost.order.id, lost.invoice]).toEqual([kept.order.id + 1, kept.invoice + 1]);

  for (const kind of new Set<Kind>([inject('kind'), 'sqlite'])) {
    const target = await createEmpty(kind);
    const { last } = await restore(file, openEmpty(target), { at: clock.now });
    expect(last).toEqual({ order: kept.order.id + 1000, invoice: kept.invoice + 1000 });
    const restored = await openRestored(target);
    const visitor = apiClient(restored.siteUrl());
    const logIn = async (email: string, password: string) =>
      apiClient(restored.siteUrl(), (await visitor.send('POST /api/login', { body: { email, password } })).token);
    const { body: next } = await orderOnTerms(await logIn(sandbar.email, sandbar.password));
    expect([next.order.id, next.invoice]).toEqual([last.order + 1, last.invoice + 1]);

    const { number_jumps: jumps } = await rowsAt(target);
    const why = `Restored from the backup of ${clock.now.toISOString()}`;
    expect(jumps).toEqual([
      { kind: 'invoice', from_number: kept.invoice, to_number: last.invoice, at: clock.now.toISOString(), why },
      { kind: 'order', from_number: kept.order.id, to_number: last.order, at: clock.now.toISOString(), why },
    ]);
    const office = await logIn(people.wren.email, people.wren.password);
    expect((await office.send('GET /api/books/invoices')).left_out).toEqual([
      { from: kept.invoice + 1, to: last.invoice },
    ]);

    // Any other gap is a fault.
    const { db, transaction } = restored.database;
    expect(await findInvoiceGaps(db)).toEqual([]);
    await transaction([], (tx) =>
      tx
        .updateTable('number_jumps')
        .set({ to_number: last.invoice - 1 })
        .where('kind', '=', 'invoice')
        .execute(),
    );
    expect(await findInvoiceGaps(db)).toEqual([`invoice ${next.invoice} follows invoice ${kept.invoice}`]);
    await restored.close();
  }
});

test('a restore goes on after the last numbers of the old shop, if they are known, and never before those of its backup', async () => {
  const file = await backUpTo('known.backup');
  const [order = 0] = await orderIds();
  const invoice = Number(await findState(database.db, LAST_INVOICE));
  const untouched = await createEmpty(inject('kind'));
  const tryWith = (lastUsed: LastUsed, at = untouched) => restore(file, openEmpty(at), { lastUsed });

  await expect(tryWith({ order: order - 1 })).rejects.toThrow(
    `This backup has order ${order}, so the last order can't be ${order - 1}. Nothing was changed.`,
  );
  await expect(tryWith({ invoice: invoice - 1 })).rejects.toThrow(`the last invoice can't be ${invoice - 1}`);
  expect(await rowsAt(await createTables(untouched))).toEqual({});

  const same = await createEmpty(inject('kind'));
  await tryWith({ order, invoice }, same);
  expect((await rowsAt(same)).number_jumps).toBeUndefined();

  const ahead = await createEmpty(inject('kind'));
  const first = await tryWith({ order: order + 7 }, ahead);
  expect(first.last).toEqual({ order: order + 7, invoice: invoice + 1000 });

  // A backup of the restored shop, before it has an order.
  const opened = await openEmpty(ahead)(first);
  const second = join(ahead.dataDir, 'second.backup');
  await backUp(opened, { file: second, at: clock.now });
  await opened.database.close();
  const again = await restore(second, openEmpty(await createEmpty(inject('kind'))));
  expect(again.last).toEqual({ order: order + 1007, invoice: invoice + 2000 });

  const atTheSame = await createEmpty(inject('kind'));
  await restore(second, openEmpty(atTheSame), { lastUsed: first.last });
  const restored = await openRestored(atTheSame);
  expect(await placeOrder(restored.siteUrl())).toBe(order + 8);
  await restored.close();
});

const orderIds = async () =>
  (await database.db.selectFrom('orders').select('id').orderBy('id', 'desc').execute()).map(({ id }) => id);

test('restores a backup made before migration 10 renamed tables', async () => {
  const target = await createEmpty(inject('kind'));
  const file = join(tempShop.dataDir, 'old.backup');
  const at = '2026-10-01T17:00:00.000Z';
  await writeArchive(file, async (write) => {
    await write({ backup: 'heron-slough-ranch', format: 1, version: 9, at });
    await write({ table: 'shop_facts', rows: [{ name: 'filled', value: 'yes' }] });
    const account = { id: 7, name: 'Wren', email: 'wren@farm.example', password_hash: 'x', role: 'admin' };
    await write({ table: 'accounts', rows: [{ ...account, created_at: at, entered_at: at }] });
  });

  await restore(file, openEmpty(target));
  const { db, transaction, close } = await openDatabase({ url: target.databaseUrl, dataDir: target.dataDir }, ignore);

  expect(await db.selectFrom('shop_state').selectAll().orderBy('name').execute()).toEqual([
    { name: 'filled', value: 'yes' },
    { name: 'last invoice', value: '1000' },
    { name: 'sweep from', value: at },
  ]);
  expect(await db.selectFrom('accounts').select(['id', 'first_login_at']).execute()).toEqual([
    { id: 7, first_login_at: at },
  ]);
  const added = { name: 'Otis', email: 'otis@brewery.example', password_hash: 'x', role: 'customer' as const };
  const { id } = await transaction([], (tx) =>
    tx
      .insertInto('accounts')
      .values({ ...added, created_at: at, first_login_at: null })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  expect(id).toBe(8);
  await close();
});
