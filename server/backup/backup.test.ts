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
import { backedUpTables, excludedTables } from './backed-up-tables.ts';
import { backUp, restore } from './backup.ts';
import { readInBatches, tableNames } from './rows.store.ts';

const square = await startFakeSquare({ now: () => farm.clock.now });
const settings = { ...squareSettings, SQUARE_API_URL: square.url, LIMITS: 'off' };
const farm = await openTestShop({ settings });
const { database, clock, place } = farm;
const places: TempShop[] = [];
afterAll(async () => {
  await square.close();
  for (const each of places) await each.cleanUp();
});

const ignore = () => {};

async function empty(kind: Kind): Promise<TempShop> {
  const made = await createTempShop(kind);
  places.push(made);
  return made;
}

const openEmpty = (at: TempShop) => async (head: { version: number }) => ({
  database: await openDatabase({ url: at.databaseUrl, dataDir: at.dataDir, version: head.version }, ignore),
  storage: diskStorage(at.dataDir),
  folders,
});

const storage = diskStorage(place.dataDir);
const backUpTo = async (name: string) => {
  const file = join(place.dataDir, name);
  await backUp({ database, storage, folders }, file, clock.now);
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
    for await (const piece of readInBatches(opened.db, name, key)) rows[name] = [...(rows[name] ?? []), ...piece];
  await opened.close();
  return rows;
}

async function filesAt(at: TempShop) {
  const stored = diskStorage(at.dataDir);
  return Promise.all(folders.map(async (folder) => (await stored.list(folder)).toSorted((a, b) => (a < b ? -1 : 1))));
}

test('every table is in the backup, or left out on purpose', async () => {
  const named = [...backedUpTables.map(({ name }) => name), ...excludedTables, 'migrations'];

  expect(new Set(await tableNames(database.db, database.kind))).toEqual(new Set(named));
});

test('a shop is brought back on either database, row by row and file by file', async () => {
  await order(farm.url);
  const file = await backUpTo('whole.backup');
  const was = await rowsAt(place);
  const kinds: Kind[] = inject('kind') === 'postgres' ? ['sqlite', 'postgres'] : ['sqlite'];

  for (const kind of kinds) {
    const there = await empty(kind);
    await restore(file, openEmpty(there));
    const { shop_state: facts, ...rows } = await rowsAt(there);
    const { shop_state: _, ...before } = was;
    expect(rows).toEqual(before);
    expect(facts).toContainEqual({ name: 'filled', value: 'yes' });
    expect(await filesAt(there)).toEqual(await filesAt(place));
  }
});

test('a damaged file, one that is none, and a shop that is not empty are refused, and nothing is written', async () => {
  const file = await backUpTo('good.backup');
  const bytes = await readFile(file);
  const there = await empty('sqlite');
  const bring = (each: string) => restore(each, openEmpty(there));
  const write = async (name: string, content: Buffer | string) => {
    await writeFile(join(place.dataDir, name), content);
    return join(place.dataDir, name);
  };

  await expect(bring(join(place.dataDir, 'none.backup'))).rejects.toThrow('cannot be read');
  await expect(bring(await write('cut.backup', bytes.subarray(0, bytes.length / 2)))).rejects.toThrow('cannot be read');
  await expect(bring(await write('text.backup', 'hops'))).rejects.toThrow('cannot be read');
  await expect(restore(file, openEmpty(place))).rejects.toThrow();
  expect(await rowsAt(await emptied(there))).toEqual({});
});

/** With its tables, so that one can look. */
async function emptied(at: TempShop): Promise<TempShop> {
  await (await openDatabase({ url: at.databaseUrl, dataDir: at.dataDir }, ignore)).close();
  return at;
}

test('payments made after the backup are refunded and flagged by the shop that is brought back', async () => {
  const before = await order(farm.url);
  const file = await backUpTo('drill.backup');
  const lost = await order(farm.url);
  const { payment_id } = await database.db
    .selectFrom('orders')
    .select('payment_id')
    .where('id', '=', lost)
    .executeTakeFirstOrThrow();
  const there = await empty(inject('kind'));
  await restore(file, openEmpty(there));
  // Ten days later: further back than the sweep looks by itself.
  clock.now = new Date(clock.now.getTime() + 10 * 86_400_000);

  const shop = await openShop({
    config: configFrom({
      ...{ PORT: '0', HOST: '127.0.0.1', DATA_DIR: there.dataDir, DATABASE_URL: there.databaseUrl },
      ...settings,
    }),
    web: await readWebBuild('dist', securityHeaders('data', false)),
    log: createLog({ write: ignore }),
    now: () => clock.now,
  });
  const again = await order(shop.siteUrl());
  await shop.jobs.runNow('payments');
  await shop.jobs.runNow('sweep');

  expect(again).toBe(lost);
  expect(square.payments.get(payment_id ?? '')).toMatchObject({ status: 'COMPLETED', refunded: 1600 });
  const { db } = shop.database;
  const statuses = await db.selectFrom('orders').select(['id', 'status']).where('id', '>=', before).execute();
  expect(statuses.map(({ status }) => status)).toEqual(['paid', 'paid']);
  expect(await db.selectFrom('payment_alerts').select(['payment_id', 'order_id']).execute()).toEqual([
    { payment_id, order_id: null },
  ]);
  expect(await violatedInvariants(shop.database, { payments: square.payments.values() })).toEqual([]);
  await shop.close();
});
