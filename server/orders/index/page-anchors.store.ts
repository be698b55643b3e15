// The list of all orders by pages, as quick at its end as at its start. Marks say which order is the 100th, the 200th and
// so on, counted from the oldest; a page begins at the nearest one. Orders are never deleted, so a mark stays true.
import { sql } from 'kysely';
import { MAX_ID } from '#contracts/endpoint.ts';
import { ORDERS_PER_PAGE } from '#contracts/orders.ts';
import type { Kind } from '#server/database/migrate.ts';
import type { Db } from '#server/database/schema.ts';

const ORDERS_PER_ANCHOR = 100;
const ANCHORS_PER_BATCH = 100;

/** Newest first, and how many there are in all: both read at one moment, and right with any marks or none. */
export async function listPageIds(db: Db, page: number): Promise<{ ids: number[]; total: number }> {
  const offset = (page - 1) * ORDERS_PER_PAGE;
  // The inner `order by` makes PostgreSQL count the few newest along the index instead of reading the table.
  const { rows } = await sql<{ total: number; id: number | null }>`
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
      select id from orders where id <= coalesce((select order_id from nearest), ${MAX_ID})
      order by id desc limit ${ORDERS_PER_PAGE}
      offset coalesce((select rank from nearest) - (select total - ${offset} from counted), ${offset})
    )
    select total, id from counted left join page on true order by id desc
  `.execute(db);
  return { ids: rows.flatMap(({ id }) => id ?? []), total: rows[0]?.total ?? 0 };
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

/** Marks the next orders; true when it should be called again for more. */
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
 * PostgreSQL gives out ids before it commits: an order may appear below one that is there already. While the table is
 * locked there is no such order on its way. Whoever places one waits for us, so we do not wait long.
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

/** Marks that stand at another order than they should. */
export async function findWrongAnchors(db: Db): Promise<string[]> {
  const { rows } = await sql<{ rank: number }>`
    select order_page_anchors.rank as rank from order_page_anchors
    left join (select id, row_number() over (order by id) as place from orders) as numbered
      on numbered.id = order_page_anchors.order_id
    where numbered.place is null or numbered.place <> order_page_anchors.rank or order_page_anchors.rank % ${ORDERS_PER_ANCHOR} <> 0
    order by order_page_anchors.rank
  `.execute(db);
  return rows.map(({ rank }) => `mark ${rank}`);
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
