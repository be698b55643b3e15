// Named statements on PostgreSQL, parsed and planned once per connection.
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createTempShop } from '#server/testing/temp-shop.ts';
import { openDatabase } from './database.ts';
import type { Db } from './schema.ts';

const tempShop = await createTempShop();
const { transaction, close } = await openDatabase({ url: tempShop.databaseUrl, dataDir: tempShop.dataDir }, () => {});
afterAll(async () => {
  await close();
  await tempShop.cleanUp();
});

const double = (db: Db, number: number) =>
  sql<{ twice: number }>`select ${number}::int * 2 as twice`.execute(db).then(({ rows }) => rows[0]?.twice);
const callsOf = async (db: Db, text: string) => {
  const { rows } = await sql<{ calls: number }>`
    select generic_plans + custom_plans as calls from pg_prepared_statements where statement = ${text}`.execute(db);
  return rows.map(({ calls }) => calls);
};

test('a statement with parameters is prepared once and runs with each set of values', async () => {
  await transaction([], async (tx) => {
    expect([await double(tx, 2), await double(tx, 3)]).toEqual([4, 6]);
    expect(await callsOf(tx, 'select $1::int * 2 as twice')).toEqual([2]);
  });
});

test('a failing statement reports its error and stays usable', async () => {
  const divide = (by: number) =>
    transaction([], (tx) => sql<{ half: number }>`select 8 / ${by}::int as half`.execute(tx).then(({ rows }) => rows));
  const invalidQuery = () => transaction([], (tx) => sql`select ${1}::int from nowhere`.execute(tx));

  await expect(divide(0)).rejects.toThrow('division by zero');
  expect(await divide(4)).toEqual([{ half: 2 }]);
  await expect(invalidQuery()).rejects.toThrow('relation "nowhere" does not exist');
  await expect(invalidQuery()).rejects.toThrow('relation "nowhere" does not exist');
});

test('prepares at most 500 statements; the rest still run', async () => {
  await transaction([], async (tx) => {
    for (let each = 0; each < 600; each += 1) {
      const { rows } = await sql<{ is: number }>`select ${each}::int as ${sql.ref(`n${each}`)}`.execute(tx);
      expect(rows).toEqual([{ [`n${each}`]: each }]);
    }
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_prepared_statements`.execute(tx);
    expect(rows[0]?.count).toBeLessThanOrEqual(500);
    expect(rows[0]?.count).toBeGreaterThan(400);
  });
});
