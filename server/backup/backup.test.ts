import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { configFrom } from '#server/config.ts';
import { openDatabase } from '#server/database/database.ts';
import type { Kind } from '#server/database/migrate.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { createLog } from '#server/log.ts';
import { diskStorage, folders } from '#server/media/storage.ts';
import { readWebBuild } from '#server/pages/build-manifest.ts';
import { openShop } from '#server/shop.ts';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { violatedInvariants } from '#server/testing/invariants.ts';
import { createTempShop, type TempShop } from '#server/testing/temp-shop.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { writeArchive } from './archive.ts';
import { backedUpTables, excludedTables } from './backed-up-tables.ts';
import { backUp, restore } from './backup.ts';
import { readInBatches, tableNames } from './rows.store.ts';

const square = await startFakeSquare({ now: () => shop.clock.now });
const settings = { ...squareSettings, SQUARE_API_URL: square.url, LIMITS: 'off' };
const shop = await openTestShop({ settings });
const { database, clock, tempShop } = shop;
const tempShops: TempShop[] = [];
afterAll(async () => {
  await square.close();
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

async function order(url: string): Promise<number> {
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

  expect(new Set(await tableNames(database.db, database.kind))).toEqual(new Set(names));
});

test('restores every row and file, on either database', async () => {
  await order(shop.url);
  const tier = { product_id: 1, from_pounds: 44, price_cents: 1450 };
  await database.transaction(['products'], (tx) => tx.insertInto('price_tiers').values(tier).execute());
  const file = await backUpTo('whole.backup');
  const original = await rowsAt(tempShop);
  const kinds: Kind[] = inject('kind') === 'postgres' ? ['sqlite', 'postgres'] : ['sqlite'];

  for (const kind of kinds) {
    const target = await createEmpty(kind);
    await restore(file, openEmpty(target));
    const { shop_state: facts, ...rows } = await rowsAt(target);
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

  await expect(tryRestore(join(tempShop.dataDir, 'none.backup'))).rejects.toThrow('Cannot read');
  await expect(tryRestore(await write('cut.backup', bytes.subarray(0, bytes.length / 2)))).rejects.toThrow(
    'Cannot read',
  );
  await expect(tryRestore(await write('text.backup', 'hops'))).rejects.toThrow('Cannot read');
  await expect(restore(file, openEmpty(tempShop))).rejects.toThrow();
  expect(await rowsAt(await createTables(target))).toEqual({});
});

/** Creates the tables, so the test can read them. */
async function createTables(at: TempShop): Promise<TempShop> {
  await (await openDatabase({ url: at.databaseUrl, dataDir: at.dataDir }, ignore)).close();
  return at;
}

test('a restored shop refunds and flags payments made after the backup', async () => {
  const before = await order(shop.url);
  const file = await backUpTo('drill.backup');
  const lost = await order(shop.url);
  const { payment_id } = await database.db
    .selectFrom('orders')
    .select('payment_id')
    .where('id', '=', lost)
    .executeTakeFirstOrThrow();
  const target = await createEmpty(inject('kind'));
  await restore(file, openEmpty(target));
  // Ten days later: further back than the sweep normally goes.
  clock.now = new Date(clock.now.getTime() + 10 * 86_400_000);

  const restored = await openShop({
    config: configFrom({
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: target.dataDir,
      DATABASE_URL: target.databaseUrl,
      ...settings,
    }),
    web: await readWebBuild('dist', securityHeaders('data', false)),
    log: createLog({ write: ignore }),
    now: () => clock.now,
  });
  const again = await order(restored.siteUrl());
  await restored.jobs.runNow('payments');
  await restored.jobs.runNow('sweep');

  expect(again).toBe(lost);
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
