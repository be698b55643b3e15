// Words of orders, on shelves of neighbouring orders. A search goes from shelf to shelf, newest first, and opens those
// that hold something of everything it wants: so a rare word costs one look per shelf, a common one a single shelf.
import { sql } from 'kysely';
import { preparedQuery } from '#server/database/prepared-queries.ts';
import type { Db, StoredStatus, Tables } from '#server/database/schema.ts';
import { shownStatus } from '#server/orders/order-list.store.ts';
import { paymentWords, statusWord, WORDING, type Worded, type WordRange, wordsOf } from './search-terms.ts';

export const ORDERS_PER_SHELF = 2048;
export const shelfOf = (id: number): number => Math.floor(id / ORDERS_PER_SHELF);
/** The last order of a shelf, there or not, for whoever walks along. */
export const edgeOf = (shelf: number, towards: Towards): number =>
  towards === 'older' ? shelf * ORDERS_PER_SHELF : (shelf + 1) * ORDERS_PER_SHELF - 1;

const BATCH = 500;

export async function file(tx: Db, order: Worded): Promise<void> {
  await insert(tx, { rows: rowsOf(order) });
}

async function fileMany(tx: Db, orders: Worded[]): Promise<void> {
  await insertNew(tx, { rows: orders.flatMap(rowsOf) }).execute();
}

type Move = { id: number; from: Worded['status']; to: Worded['status']; payment_id: string | null };

const changeWord = preparedQuery(
  (db, { shelf, order_id, from, to }: { shelf: number; order_id: number; from: string; to: string }) =>
    db
      .updateTable('order_words')
      .set({ word: to })
      .where('shelf', '=', shelf)
      .where('word', '=', from)
      .where('order_id', '=', order_id),
);

/** An order moved on, or its payment got a number. */
export async function refile(tx: Db, { id, from, to, payment_id }: Move): Promise<void> {
  if (from !== to)
    await changeWord(tx, { shelf: shelfOf(id), order_id: id, from: statusWord(from), to: statusWord(to) });
  const rows = paymentWords(payment_id).map((word) => rowOf(id, word));
  if (rows.length > 0) await insert(tx, { rows });
}

/** The order is not found any more by what it says. */
export async function forget(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('order_words').where('shelf', '=', shelfOf(id)).where('order_id', '=', id).execute();
}

/** After what they say has changed. */
export async function fileAnew(tx: Db, ids: number[]): Promise<void> {
  for (const id of ids) await forget(tx, id);
  if (ids.length > 0) await fileMany(tx, (await worded(tx).where('id', 'in', ids).execute()).map(asShown));
}

/** Files all orders, unless they are filed already in today's wording. Of instances that start together, one does it. */
export async function fileAllOnce(tx: Db): Promise<void> {
  await tx
    .insertInto('shop_facts')
    .values({ name: 'order words', value: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const mine = await tx
    .updateTable('shop_facts')
    .set({ value: WORDING })
    .where('name', '=', 'order words')
    .where('value', '<>', WORDING)
    .returning('name')
    .executeTakeFirst();
  if (mine) await fileAll(tx);
}

export async function fileAll(tx: Db): Promise<void> {
  await tx.deleteFrom('order_words').execute();
  for await (const orders of allWorded(tx)) await fileMany(tx, orders);
}

/** Orders that are not filed as they should be. */
export async function wronglyFiled(db: Db): Promise<string[]> {
  const wrong: string[] = [];
  for await (const orders of allWorded(db)) {
    const ids = orders.map(({ id }) => id);
    const rows = await db
      .selectFrom('order_words')
      .select(['word', 'order_id'])
      .where('shelf', 'in', [...new Set(ids.map(shelfOf))])
      .where('order_id', 'in', ids)
      .execute();
    const filed = Map.groupBy(rows, ({ order_id }) => order_id);
    for (const order of orders) {
      const words = new Set((filed.get(order.id) ?? []).map(({ word }) => word));
      if (words.symmetricDifference(new Set(wordsOf(order))).size > 0) wrong.push(`words of order ${order.id}`);
    }
  }
  return wrong;
}

async function* allWorded(db: Db): AsyncGenerator<Worded[]> {
  for (let after = 0; ; ) {
    const rows = await worded(db).where('id', '>', after).orderBy('id').limit(BATCH).execute();
    if (rows.length === 0) return;
    yield rows.map(asShown);
    after = rows.at(-1)?.id ?? after;
  }
}

const worded = (db: Db) =>
  db.selectFrom('orders').select(['id', 'name', 'email', 'phone', 'payment_id', 'status', 'created_at']);

const asShown = <T extends { status: StoredStatus }>(row: T) => ({ ...row, status: shownStatus(row.status) });

export type Towards = 'older' | 'newer';

type Walk = { ranges: WordRange[]; towards: Towards; start: number; most: number };

/** The next shelves, from `start` on, on which each range has a word; they come in the order they are walked along. */
export async function shelvesWith(db: Db, { ranges, towards, start, most }: Walk): Promise<number[]> {
  const older = towards === 'older';
  const first = older
    ? sql`select max(shelf) from order_words where shelf <= ${start}`
    : sql`select min(shelf) from order_words where shelf >= ${start}`;
  const next = older
    ? sql`select shelf - 1 from shelves where shelf > 0`
    : sql`select shelf + 1 from shelves where shelf < (select max(shelf) from order_words)`;
  // A look at one word each, and no join: a planner might read the whole table for that.
  const looks = ranges.map(
    ({ from, below }) => sql`(
      select order_id from order_words
      where order_words.shelf = shelves.shelf and word >= ${from} and word < ${below} limit 1
    ) is not null`,
  );
  const { rows } = await sql<{ shelf: number }>`
    with recursive shelves (shelf) as (${first} union all ${next})
    select shelf from shelves where ${sql.join(looks, sql` and `)} limit ${most}
  `.execute(db);
  return rows.map(({ shelf }) => shelf);
}

type Wanted = {
  ranges: WordRange[];
  shelves: number[];
  towards: Towards;
  /** Strictly between these two. */
  above: number;
  below: number;
  except: number;
  most: number;
};

/** Orders on these shelves with a word in every range, the nearest first. */
export async function ordersOn(db: Db, wanted: Wanted): Promise<number[]> {
  const { ranges, shelves, towards, above, below, except, most } = wanted;
  const lists = ranges.map((range) =>
    db
      .selectFrom('order_words')
      .select('order_id')
      // Two words of one order may fit; a list that is cut with others says each order once anyway.
      .$if(ranges.length === 1, (list) => list.distinct())
      .where('shelf', 'in', shelves)
      .where('word', '>=', range.from)
      .where('word', '<', range.below)
      .where('order_id', '>', above)
      .where('order_id', '<', below)
      .where('order_id', '<>', except),
  );
  const rows = await lists
    .reduce((all, each) => all.intersect(each))
    .orderBy('order_id', towards === 'older' ? 'desc' : 'asc')
    .limit(most)
    .execute();
  return rows.map(({ order_id }) => order_id);
}

const rowOf = (order_id: number, word: string) => ({ shelf: shelfOf(order_id), word, order_id });
const rowsOf = (order: Worded) => wordsOf(order).map((word) => rowOf(order.id, word));

const insertNew = (db: Db, { rows }: { rows: Tables['order_words'][] }) =>
  db
    .insertInto('order_words')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing());
const insert = preparedQuery(insertNew);
