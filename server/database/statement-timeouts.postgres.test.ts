// The shop's statements have a time limit. Migrations and commands have none, and neither has the wait for the lock of
// another instance's migration.
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTempShop } from '#server/testing/temp-shop.ts';
import { openDatabase } from './database.ts';
import { MIGRATION_LOCK } from './migrate.ts';
import { postgresPool } from './postgres.ts';

const tempShop = await createTempShop();
const url = tempShop.databaseUrl ?? '';
afterAll(tempShop.cleanUp);

test.each([
  [false, '5s'],
  [true, '0'],
])('with unlimited time %s, the statement timeout is %s', async (unlimitedTime, expected) => {
  const pool = postgresPool(url, { unlimitedTime, onError: () => {} });
  const { rows } = await pool.query('show statement_timeout');
  await pool.end();

  expect(rows[0].statement_timeout).toBe(expected);
});

test('an instance waits for a migration that takes longer than a statement may', async () => {
  const migrating = new pg.Client({ connectionString: url });
  await migrating.connect();
  await migrating.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);

  const opening = openDatabase({ url, dataDir: tempShop.dataDir }, () => {});
  await migrating.query('select pg_sleep(7)');
  await migrating.query(`select pg_advisory_unlock(${MIGRATION_LOCK})`);

  await (await opening).close();
  await migrating.end();
});
