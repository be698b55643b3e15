// Connections that die silently: they stay open, and no answer ever comes.
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { startStallingProxy, throughPort } from '#server/testing/stalling-proxy.ts';
import { createTempShop } from '#server/testing/temp-shop.ts';
import { ALL_TAGS } from './cache-tags.ts';
import { openDatabase } from './database.ts';

const tempShop = await createTempShop();
const directUrl = new URL(tempShop.databaseUrl ?? '');
const proxy = await startStallingProxy({ host: directUrl.hostname, port: Number(directUrl.port) });
const errors: string[] = [];
const changes: string[] = [];
const database = await openDatabase(
  { url: throughPort(directUrl.href, proxy.port), dataDir: tempShop.dataDir },
  (error) => errors.push(error.message),
);
database.onChange((tag) => changes.push(tag));
afterAll(async () => {
  await database.close();
  await proxy.close();
  await tempShop.cleanUp();
});

const ping = () => sql`select 1`.execute(database.db);
const sleep = (seconds: number) => sql`select pg_sleep(${seconds})`.execute(database.db);

test('the pool gets rid of dead connections, the idle ones too, and so does the change feed', async () => {
  await Promise.all(Array.from({ length: 10 }, () => sleep(0.2)));
  expect(proxy.stallConnections()).toBeGreaterThanOrEqual(11);

  await expect(ping()).rejects.toThrow('timeout');
  // The nine others are checked in a second, all at once. Without that, each would cost a caller its timeout.
  await Promise.all(Array.from({ length: 10 }, ping));
  await expect.poll(() => changes).toContain(ALL_TAGS);
});

test('a transaction on a dead connection fails, and the next one works', async () => {
  const failing = database.transaction([], async (tx) => {
    await sql`select 1`.execute(tx);
    proxy.stallConnections();
    await sql`select 2`.execute(tx);
  });

  await expect(failing).rejects.toThrow();
  await database.transaction([], async (tx) => void (await sql`select 3`.execute(tx)));
});

test('a query that is merely slow is canceled by the server', async () => {
  await expect(sleep(5.5)).rejects.toThrow('statement timeout');
});
