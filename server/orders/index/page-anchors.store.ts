// Pages of the order list, as fast at the end as at the start. Anchors record which order is the 100th, the 200th and so on,
// counted from the oldest; a page starts from the nearest anchor. Orders are never deleted, so anchors stay valid.
import { sql } from 'kysely';
import { MAX_ID } from '#contracts/endpoint.ts';
import { type ListedOrder, ORDERS_PER_PAGE } from '#contracts/orders.ts';
import type { Kind } from '#server/database/migrate.ts';
import type { Db } from '#server/database/schema.ts';
import { type ListedRow, listedColumns, toListed } from '#server/orders/order-list.store.ts';

const ORDERS_PER_ANCHOR = 100;
const ANCHORS_PER_BATCH = 100;

/** Orders newest first, and the total, from one snapshot. Correct with any number of anchors. */
export async function listPage(db: Db, page: number): Promise<{ orders: ListedOrder[]; total: number }> {
  const offset = (page - 1) * ORDERS_PER_PAGE;
  // The inner `order by` makes PostgreSQL count the few newest orders from the index instead of scanning the table.
  const { rows } = await sql<{ total: number } & (ListedRow | { id: null })>`
    with newest as (select rank, order_id from order_page_anchors order by rank desc limit 1),
    counted as (
      select coalesce((select rank from newest), 0) + (
        select count(*) from (
          select id from orders where id > coalesce((select order_id from newest), 0) order by id
        ) as unmarked
      ) as total
    ),
    nearest as (
      select rank, order_id from order_page_anchors
      where rank >= (select total - ${offset} from counted) order by rank limit 1
    ),
    page as (
      select ${sql.raw(listedColumns.join())} from orders
      where id <= coalesce((select order_id from nearest), ${MAX_ID})
      order by id desc limit ${ORDERS_PER_PAGE}
      offset coalesce((select rank from nearest) - (select total - ${offset} from counted), ${offset})
    )
    select total, page.* from counted left join page on true order by id desc
  `.execute(db);
  const orders = rows.flatMap(({ total: _, ...row }) => (row.id === null ? [] : toListed(row)));
  return { orders, total: rows[0]?.total ?? 0 };
}

export async function isAnchorDue(db: Db): Promise<boolean> {
  const { order_id } = await newestAnchor(db);
  const due = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '>', order_id)
    .orderBy('id')
    .limit(1)
    .offset(ORDERS_PER_ANCHOR - 1)
    .executeTakeFirst();
  return due !== undefined;
}

/** Adds a batch of anchors. Returns true when there may be more to add. */
export async function addAnchors(tx: Db, kind: Kind): Promise<boolean> {
  if (kind === 'postgres') await waitForOpenTransactions(tx);
  const { rank, order_id } = await newestAnchor(tx);
  const { rows } = await sql`
    insert into order_page_anchors (rank, order_id)
    select ${rank} + place, id from (
      select id, row_number() over (order by id) as place from (
        select id from orders where id > ${order_id} order by id limit ${ORDERS_PER_ANCHOR * ANCHORS_PER_BATCH}
      ) as unmarked
    ) as numbered
    where place % ${ORDERS_PER_ANCHOR} = 0
    returning rank
  `.execute(tx);
  return rows.length === ANCHORS_PER_BATCH;
}

/**
 * PostgreSQL assigns ids before commit, so an order can appear below an existing one. Locking the table rules that out.
 * Checkouts wait for this lock, so the timeout is short.
 */
async function waitForOpenTransactions(tx: Db): Promise<void> {
  await sql`set local lock_timeout = '200ms'`.execute(tx);
  await sql`lock table orders in share mode`.execute(tx);
}

const LOCK_NOT_AVAILABLE = '55P03';
export const isLockTimeout = (error: unknown): boolean => Object(error).code === LOCK_NOT_AVAILABLE;

export async function deleteAnchors(tx: Db): Promise<void> {
  await tx.deleteFrom('order_page_anchors').execute();
}

/** Anchors that point at the wrong order. */
export async function findWrongAnchors(db: Db): Promise<string[]> {
  const { rows } = await sql<{ rank: number }>`
    select order_page_anchors.rank as rank from order_page_anchors
    left join (select id, row_number() over (order by id) as place from orders) as numbered
      on numbered.id = order_page_anchors.order_id
    where numbered.place is null or numbered.place <> order_page_anchors.rank or order_page_anchors.rank % ${ORDERS_PER_ANCHOR} <> 0
    order by order_page_anchors.rank
  `.execute(db);
  return rows.map(({ rank }) => `page anchor ${rank}`);
}

async function newestAnchor(db: Db): Promise<{ rank: number; order_id: number }> {
  const newest = await db
    .selectFrom('order_page_anchors')
    .select(['rank', 'order_id'])
    .orderBy('rank', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest ?? { rank: 0, order_id: 0 };
}
