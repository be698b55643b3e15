import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { find, insert } from '#server/blog/blog.store.ts';
import { ledgerAddsUp, stockMovesOf } from '#server/testing/product-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { openDatabase } from './database.ts';
import type { Db } from './schema.ts';

const shop = await openTestShop();
const { db, transaction } = shop.database;
const post = (title: string) => ({
  title,
  content: '',
  excerpt: '',
  description: '',
  image_url: null,
  created_at: '2026-10-01T17:00:00.000Z',
  published_at: null,
});

test('a failed transaction leaves nothing behind and notifies nobody', async () => {
  const notified: string[] = [];
  shop.database.onChange((changed) => notified.push(changed));
  let id = 0;

  const failing = transaction(['posts'], async (tx) => {
    id = (await insert(tx, post('Half done'))).id;
    throw new Error('the barn is on fire');
  });

  await expect(failing).rejects.toThrow('the barn is on fire');
  expect(await find(db, id)).toBeUndefined();
  expect(notified).toEqual([]);
});

test('what is still running when a transaction fails writes nothing, alone or together with others', async () => {
  const late = async (tx: Db) => {
    for (let step = 0; step < 20; step += 1) await sql`select 1`.execute(tx);
    await insert(tx, post('Too late'));
  };
  const fail = async (others: number) => {
    const running: Promise<unknown>[] = [];
    const failing = transaction([], async (tx) => {
      running.push(late(tx).catch(() => {}));
      await sql`select 1`.execute(tx);
      throw new Error('the barn is on fire');
    });
    const alongside = Array.from({ length: others }, () => transaction([], (tx) => find(tx, 1)));
    await expect(failing).rejects.toThrow('the barn is on fire');
    await Promise.all([...alongside, ...running]);
  };

  await fail(0);
  await fail(5);

  expect(await db.selectFrom('posts').select('id').where('title', '=', 'Too late').execute()).toEqual([]);
});

test('using the outer handle inside a transaction throws instead of deadlocking', async () => {
  await expect(transaction([], () => find(db, 1))).rejects.toThrow('Inside a transaction, use its own handle');
});

test('concurrent transactions all commit', async () => {
  const inserted = await Promise.all(
    Array.from({ length: 20 }, (_, index) => transaction([], (tx) => insert(tx, post(`Together ${index}`)))),
  );

  expect(new Set(inserted.map(({ id }) => id)).size).toBe(20);
  await transaction(
    [],
    async (tx) => void (await tx.deleteFrom('posts').where('title', 'like', 'Together %').execute()),
  );
});

test('concurrent transactions succeed or fail independently', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, (_, index) =>
      transaction([], async (tx) => {
        const { id } = await insert(tx, post(`Apart ${index}`));
        if (index % 3 === 0) throw new Error(`not ${index}`);
        return id;
      }),
    ),
  );

  const saved = await db.selectFrom('posts').select('title').where('title', 'like', 'Apart %').execute();
  const expected = Array.from({ length: 40 }, (_, index) => index).filter((index) => index % 3 !== 0);
  expect(new Set(saved.map(({ title }) => title))).toEqual(new Set(expected.map((index) => `Apart ${index}`)));
  expect(results.map(({ status }) => status)).toEqual(
    Array.from({ length: 40 }, (_, index) => (index % 3 === 0 ? 'rejected' : 'fulfilled')),
  );
  await transaction([], async (tx) => void (await tx.deleteFrom('posts').where('title', 'like', 'Apart %').execute()));
});

test('timestamps round-trip unchanged', async () => {
  const { id, created_at } = await transaction([], (tx) => insert(tx, post('When')));

  expect(created_at).toBe('2026-10-01T17:00:00.000Z');
  expect((await find(db, id))?.created_at).toBe(created_at);
  await transaction([], async (tx) => void (await tx.deleteFrom('posts').where('id', '=', id).execute()));
});

test('the database rejects a post without a title', async () => {
  await expect(transaction([], (tx) => insert(tx, post('')))).rejects.toThrow();
});

test('rejects a second shop on the same DATA_DIR, and the first keeps running', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lock-'));
  const first = await openDatabase({ dataDir }, () => {});

  await expect(openDatabase({ dataDir }, () => {})).rejects.toThrow(
    `${dataDir} is in use by another shop (process ${process.pid}). Stop it first, or set another DATA_DIR.`,
  );
  expect(await find(first.db, 1)).toBeUndefined();

  await first.close();
  const next = await openDatabase({ dataDir }, () => {});
  await next.close();
  await rm(dataDir, { recursive: true });
});

test('a schema newer than the code stops startup', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'newer-'));
  const first = await openDatabase({ dataDir }, () => {});
  await first.transaction([], async (tx) => {
    await tx
      .withTables<{ migrations: { number: number; name: string } }>()
      .insertInto('migrations')
      .values({ number: 999, name: 'x' })
      .execute();
  });
  await first.close();

  await expect(openDatabase({ dataDir }, () => {})).rejects.toThrow('The database is at migration 999');
  await rm(dataDir, { recursive: true });
});

test('migrating gives products from before the ledger an opening entry', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'older-'));
  const older = await openDatabase({ dataDir }, () => {});
  await older.transaction([], async (tx) => {
    for (const statement of [
      'drop table stock_moves',
      'alter table products drop column version',
      'delete from migrations where number = 4',
      `insert into products (slug, name, type, alpha_acid, beta_acid, total_oil, aromas, description, price_cents, stock, created_at)
        values ('old', 'Old', 'x', 1, 1, 1, 'x', '', 100, 12, '2026-10-01T17:00:00.000Z')`,
    ])
      await sql.raw(statement).execute(tx);
  });
  await older.close();

  const newer = await openDatabase({ dataDir }, () => {});

  expect(await ledgerAddsUp(newer)).toBe(true);
  expect(await stockMovesOf(newer, 1)).toMatchObject([{ pounds: 12, stock_after: 12, reason: 'opening' }]);
  await newer.close();
  await rm(dataDir, { recursive: true });
});
