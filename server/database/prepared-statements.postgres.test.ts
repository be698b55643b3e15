// Statements that PostgreSQL keeps: read and planned once on each connection.
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createTempShop } from '#server/testing/temp-shop.ts';
import { openDatabase } from './database.ts';
import type { Db } from './schema.ts';

const place = await createTempShop();
const { transaction, close } = await openDatabase({ url: place.databaseUrl, dataDir: place.dataDir }, () => {});
afterAll(async () => {
  await close();
  await place.cleanUp();
});

const doubled = (db: Db, number: number) =>
  sql<{ twice: number }>`select ${number}::int * 2 as twice`.execute(db).then(({ rows }) => rows[0]?.twice);
const keptOn = async (db: Db, text: string) => {
  const { rows } = await sql<{ calls: number }>`
    select generic_plans + custom_plans as calls from pg_prepared_statements where statement = ${text}`.execute(db);
  return rows.map(({ calls }) => calls);
};

test('a statement with values is kept under a name, and runs with each set of them', async () => {
  await transaction([], async (tx) => {
    expect([await doubled(tx, 2), await doubled(tx, 3)]).toEqual([4, 6]);
    expect(await keptOn(tx, 'select $1::int * 2 as twice')).toEqual([2]);
  });
});

test('one that fails is told, and is there for the next', async () => {
  const divided = (by: number) =>
    transaction([], (tx) => sql<{ half: number }>`select 8 / ${by}::int as half`.execute(tx).then(({ rows }) => rows));
  const misspelt = () => transaction([], (tx) => sql`select ${1}::int from nowhere`.execute(tx));

  await expect(divided(0)).rejects.toThrow('division by zero');
  expect(await divided(4)).toEqual([{ half: 2 }]);
  await expect(misspelt()).rejects.toThrow('relation "nowhere" does not exist');
  await expect(misspelt()).rejects.toThrow('relation "nowhere" does not exist');
});

test('no more than five hundred are kept, the others run all the same', async () => {
  await transaction([], async (tx) => {
    for (let each = 0; each < 600; each += 1) {
      const { rows } = await sql<{ is: number }>`select ${each}::int as ${sql.ref(`n${each}`)}`.execute(tx);
      expect(rows).toEqual([{ [`n${each}`]: each }]);
    }
    const { rows } = await sql<{ kept: number }>`select count(*) as kept from pg_prepared_statements`.execute(tx);
    expect(rows[0]?.kept).toBeLessThanOrEqual(500);
    expect(rows[0]?.kept).toBeGreaterThan(400);
  });
});
