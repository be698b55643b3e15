// The search index: terms of orders, grouped in buckets of consecutive ids. A search walks the buckets, newest first, and
// opens those that contain every term: a rare term costs one lookup per bucket, a common one opens a single bucket.
import { sql } from 'kysely';
import { batchesOf } from '#server/database/batches.ts';
import { preparedWrite } from '#server/database/prepared-queries.ts';
import type { Db, StoredStatus, Tables } from '#server/database/schema.ts';
import { claimVersion } from '#server/database/shop-state.store.ts';
import { publicStatus } from '#server/orders/order-list.store.ts';
import { INDEX_VERSION, type IndexedOrder, paymentTerms, statusTerm, type TermRange, termsOf } from './search-terms.ts';

export const ORDERS_PER_BUCKET = 2048;
export const bucketOf = (id: number): number => Math.floor(id / ORDERS_PER_BUCKET);
/** The id at the far end of a bucket in the direction of the walk. */
export const bucketEdge = (bucket: number, direction: Direction): number =>
  direction === 'older' ? bucket * ORDERS_PER_BUCKET : (bucket + 1) * ORDERS_PER_BUCKET - 1;

const BATCH = 500;
/** An order has about ten terms, but one made to hurt has forty. */
const ROWS_PER_INSERT = 1000;

export async function indexOrder(tx: Db, order: IndexedOrder): Promise<void> {
  await insert(tx, { rows: rowsOf(order) });
}

async function indexOrders(tx: Db, orders: IndexedOrder[]): Promise<void> {
  for (const rows of batchesOf(orders.flatMap(rowsOf), ROWS_PER_INSERT)) await insertNew(tx, { rows }).execute();
}

type Transition = { id: number; from: IndexedOrder['status']; to: IndexedOrder['status']; payment_id: string | null };

const replaceTerm = preparedWrite(
  (db, { bucket, order_id, from, to }: { bucket: number; order_id: number; from: string; to: string }) =>
    db
      .updateTable('order_search_terms')
      .set({ term: to })
      .where('bucket', '=', bucket)
      .where('term', '=', from)
      .where('order_id', '=', order_id),
);

/** Updates the index after a status change or a new payment id. */
export async function reindexTransition(tx: Db, { id, from, to, payment_id }: Transition): Promise<void> {
  if (from !== to)
    await replaceTerm(tx, { bucket: bucketOf(id), order_id: id, from: statusTerm(from), to: statusTerm(to) });
  const rows = paymentTerms(payment_id).map((word) => rowOf(id, word));
  if (rows.length > 0) await insert(tx, { rows });
}

/** Removes an order from the index. */
export async function removeTerms(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('order_search_terms').where('bucket', '=', bucketOf(id)).where('order_id', '=', id).execute();
}

/** Reindexes orders whose fields have changed. */
export async function reindexOrders(tx: Db, ids: number[]): Promise<void> {
  for (const id of ids) await removeTerms(tx, id);
  for (const batch of batchesOf(ids, BATCH))
    await indexOrders(tx, (await selectIndexed(tx).where('id', 'in', batch).execute()).map(withPublicStatus));
}

/** Indexes all orders unless the index is at the current version. If several instances start together, only one does it. */
export async function reindexAllOnce(tx: Db): Promise<void> {
  if (await claimVersion(tx, 'order words', INDEX_VERSION)) await reindexAll(tx);
}

export async function reindexAll(tx: Db): Promise<void> {
  await tx.deleteFrom('order_search_terms').execute();
  for await (const orders of batchesOfOrders(tx)) await indexOrders(tx, orders);
}

/** Orders whose index entries are wrong. */
export async function findWrongTerms(db: Db): Promise<string[]> {
  const wrong: string[] = [];
  for await (const orders of batchesOfOrders(db)) {
    const ids = orders.map(({ id }) => id);
    const rows = await db
      .selectFrom('order_search_terms')
      .select(['term', 'order_id'])
      .where('bucket', 'in', [...new Set(ids.map(bucketOf))])
      .where('order_id', 'in', ids)
      .execute();
    const indexed = Map.groupBy(rows, ({ order_id }) => order_id);
    for (const order of orders) {
      const terms = new Set((indexed.get(order.id) ?? []).map(({ term }) => term));
      if (terms.symmetricDifference(new Set(termsOf(order))).size > 0) wrong.push(`search terms of order ${order.id}`);
    }
  }
  return wrong;
}

async function* batchesOfOrders(db: Db): AsyncGenerator<IndexedOrder[]> {
  for (let after = 0; ; ) {
    const rows = await selectIndexed(db).where('id', '>', after).orderBy('id').limit(BATCH).execute();
    if (rows.length === 0) return;
    yield rows.map(withPublicStatus);
    after = rows.at(-1)?.id ?? after;
  }
}

const selectIndexed = (db: Db) =>
  db.selectFrom('orders').select(['id', 'name', 'email', 'phone', 'payment_id', 'status', 'created_at']);

const withPublicStatus = <T extends { status: StoredStatus }>(row: T) => ({ ...row, status: publicStatus(row.status) });

export type Direction = 'older' | 'newer';

type Walk = { ranges: TermRange[]; towards: Direction; start: number; max: number };

/** The next buckets, from `start` on in walking order, that contain a term in every range. */
export async function findBuckets(db: Db, { ranges, towards, start, max }: Walk): Promise<number[]> {
  const older = towards === 'older';
  const first = older
    ? sql`select max(bucket) from order_search_terms where bucket <= ${start}`
    : sql`select min(bucket) from order_search_terms where bucket >= ${start}`;
  const next = older
    ? sql`select bucket - 1 from buckets where bucket > 0`
    : sql`select bucket + 1 from buckets where bucket < (select max(bucket) from order_search_terms)`;
  // One lookup per range instead of a join, for which a planner might scan the whole table.
  const lookups = ranges.map(
    ({ from, below }) => sql`(
      select order_id from order_search_terms
      where order_search_terms.bucket = buckets.bucket and term >= ${from} and term < ${below} limit 1
    ) is not null`,
  );
  const { rows } = await sql<{ bucket: number }>`
    with recursive buckets (bucket) as (${first} union all ${next})
    select bucket from buckets where ${sql.join(lookups, sql` and `)} limit ${max}
  `.execute(db);
  return rows.map(({ bucket }) => bucket);
}

type Criteria = {
  ranges: TermRange[];
  buckets: number[];
  towards: Direction;
  /** Ids strictly between these two. */
  above: number;
  below: number;
  except: number;
  max: number;
};

/** Orders in these buckets with a term in every range, nearest first. */
export async function findOrdersIn(db: Db, criteria: Criteria): Promise<number[]> {
  const { ranges, buckets, towards, above, below, except, max } = criteria;
  const lists = ranges.map((range) =>
    db
      .selectFrom('order_search_terms')
      .select('order_id')
      // Two terms of one order may match. With several ranges, the intersection removes duplicates anyway.
      .$if(ranges.length === 1, (list) => list.distinct())
      .where('bucket', 'in', buckets)
      .where('term', '>=', range.from)
      .where('term', '<', range.below)
      .where('order_id', '>', above)
      .where('order_id', '<', below)
      .where('order_id', '<>', except),
  );
  const rows = await lists
    .reduce((all, each) => all.intersect(each))
    .orderBy('order_id', towards === 'older' ? 'desc' : 'asc')
    .limit(max)
    .execute();
  return rows.map(({ order_id }) => order_id);
}

const rowOf = (order_id: number, term: string) => ({ bucket: bucketOf(order_id), term, order_id });
const rowsOf = (order: IndexedOrder) => termsOf(order).map((word) => rowOf(order.id, word));

const insertNew = (db: Db, { rows }: { rows: Tables['order_search_terms'][] }) =>
  db
    .insertInto('order_search_terms')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing());
const insert = preparedWrite(insertNew);
