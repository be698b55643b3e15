// A primary and its standby, which take each other's place.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type PostgresPair, startPostgresPair } from '#scripts/postgres-pair.ts';
import { ALL_TAGS } from './cache-tags.ts';
import { type ChangeFeed, listenForChanges } from './change-feed.ts';
import { type Database, openDatabase } from './database.ts';
import { PrimaryClient } from './primary-client.ts';

let pair: PostgresPair;
let database: Database;
let feed: ChangeFeed;
const changes: string[] = [];
beforeAll(async () => {
  pair = await startPostgresPair(['fsync=off']);
  await pair.onPrimary('create table marks (id serial)');
  const { url } = pair;
  // Without the tables of a shop, which would take longer than all of this.
  database = await openDatabase({ url, dataDir: '', alongsideShop: true }, () => {});
  feed = await listenForChanges({ url, onChange: (tag) => changes.push(tag), report: () => {} });
});
afterAll(async () => {
  await feed.close();
  await database.close();
  await pair.stop();
});

const portOf = async (url: string): Promise<number> => {
  const client = new PrimaryClient({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select inet_server_port() as port');
  await client.end();
  return rows[0].port;
};
const write = () => database.transaction([], (tx) => sql`insert into marks default values`.execute(tx));

test('every connection goes to the primary, wherever it is in the list', async () => {
  const [first = '', second = ''] = pair.url.match(/127[^,/]+/g) ?? [];
  const reversed = pair.url.replace(`${first},${second}`, `${second},${first}`);

  expect(await portOf(pair.url)).toBe(pair.primaryPort());
  expect(await portOf(reversed)).toBe(pair.primaryPort());
});

test('without a primary, the error names each server and what is wrong with it', async () => {
  await pair.killPrimary();

  await expect(write()).rejects.toThrow();
  await expect(portOf(pair.url)).rejects.toThrow(
    /^No server accepts writes: .*\(connect ECONNREFUSED .*127\.0\.0\.1:\d+ \(read-only\)/,
  );
});

test('after the promotion, the pool and the change feed are on the new primary', async () => {
  await pair.promoteStandby();

  await vi.waitFor(write, { timeout: 60_000, interval: 50 });
  await expect.poll(() => changes).toContain(ALL_TAGS);
});

test('an old primary that comes back gets no connection, although it accepts writes', async () => {
  await pair.startOldPrimary();

  expect(await portOf(pair.url)).toBe(pair.primaryPort());
  expect(await portOf(pair.otherUrl())).not.toBe(pair.primaryPort());
});

test('connections to a server that has become read-only are dropped, the idle ones too', async () => {
  await pair.replaceOldPrimary();
  await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.2)`.execute(database.db)));
  await pair.onPrimary('alter system set default_transaction_read_only = on');
  await pair.onPrimary('select pg_reload_conf()');

  await vi.waitFor(() => expect(write()).rejects.toThrow(), { timeout: 60_000 });
  const connections = `select from pg_stat_activity where backend_type = 'client backend'`;
  // The change feed's, and the one that counts.
  await expect.poll(async () => (await pair.onPrimary(connections)).rowCount).toBe(2);

  await pair.promoteStandby();
  await vi.waitFor(write, { timeout: 60_000, interval: 50 });
});
