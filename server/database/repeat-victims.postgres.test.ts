import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTempShop } from '#server/testing/temp-shop.ts';
import { openDatabase } from './database.ts';
import type { Db } from './schema.ts';

const tempShop = await createTempShop({ prepared: true });

const stateOf = (tx: Db, name: string) => tx.selectFrom('shop_state').select('value').where('name', '=', name);

test('of two transactions that wait for each other both succeed, and each is counted and logged when it runs again', async () => {
  const warnings: string[] = [];
  const database = await openDatabase(
    { url: tempShop.databaseUrl, dataDir: tempShop.dataDir },
    () => {},
    (error, what) => void warnings.push(`${what} ${error.message}`),
  );
  await database.transaction([], async (tx) => {
    for (const name of ['one', 'two']) await tx.insertInto('shop_state').values({ name, value: '' }).execute();
  });
  const bothHaveOne = barrier(2);
  const write = (letter: string, names: string[]) =>
    database.transaction([], async (tx) => {
      for (const name of names) {
        await tx
          .updateTable('shop_state')
          .set({ value: sql`value || cast(${letter} as text)` })
          .where('name', '=', name)
          .execute();
        await bothHaveOne();
      }
    });

  await Promise.all([write('a', ['one', 'two']), write('b', ['two', 'one'])]);

  // On a busy machine they may meet again.
  expect(new Set(warnings)).toEqual(
    new Set(['PostgreSQL ended a transaction that waited for another. It runs again. deadlock detected']),
  );
  expect(database.repeats()).toBe(warnings.length);
  for (const name of ['one', 'two'])
    expect(['ab', 'ba']).toContain((await stateOf(database.db, name).executeTakeFirstOrThrow()).value);
  await database.close();
  await tempShop.cleanUp();
});

/** Resolves once it was called so many times, and from then on at once. */
function barrier(calls: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = calls;
  return () => {
    left -= 1;
    if (left === 0) resolve();
    return promise;
  };
}
