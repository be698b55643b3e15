import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { find, insert } from '../blog/blog.store.ts';
import { openFarm } from '../testing/farm.ts';
import { openDatabase } from './database.ts';

const farm = await openFarm();
const { db, change } = farm.database;
const post = (title: string) => ({
  title,
  content: '',
  excerpt: '',
  image_url: null,
  created_at: '2026-10-01T17:00:00.000Z',
});

test('a change that fails leaves nothing behind and tells nobody', async () => {
  const heard: string[] = [];
  farm.database.onChange((changed) => heard.push(changed));
  let id = 0;

  const failing = change(['posts'], async (tx) => {
    id = (await insert(tx, post('Half done'))).id;
    throw new Error('the barn is on fire');
  });

  await expect(failing).rejects.toThrow('the barn is on fire');
  expect(await find(db, id)).toBeUndefined();
  expect(heard).toEqual([]);
});

test('using the outer handle inside a transaction throws instead of waiting for ever', async () => {
  await expect(change([], () => find(db, 1))).rejects.toThrow('Inside a transaction use its own handle');
});

test('changes at the same time all arrive', async () => {
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, index) => change([], (tx) => insert(tx, post(`Together ${index}`)))),
  );

  expect(new Set(made.map(({ id }) => id)).size).toBe(20);
  await change([], async (tx) => void (await tx.deleteFrom('posts').where('title', 'like', 'Together %').execute()));
});

test('times come back as they went in, and counts are numbers', async () => {
  const { id, created_at } = await change([], (tx) => insert(tx, post('When')));

  expect(created_at).toBe('2026-10-01T17:00:00.000Z');
  expect((await find(db, id))?.created_at).toBe(created_at);
  await change([], async (tx) => void (await tx.deleteFrom('posts').where('id', '=', id).execute()));
});

test('the database itself refuses a post without a title', async () => {
  await expect(change([], (tx) => insert(tx, post('')))).rejects.toThrow();
});

test('a second shop on the same DATA_DIR is refused at once, and the first goes on', async () => {
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

test('tables of a newer version stop the start', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'newer-'));
  const first = await openDatabase({ dataDir }, () => {});
  await first.change([], async (tx) => {
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
