// Orders as shown to people.
import { sql } from 'kysely';
import type { ListedOrder } from '#contracts/orders.ts';
import { ORDERS_PER_PAGE } from '#contracts/orders.ts';
import type { Db, StoredStatus } from '#server/database/schema.ts';

const listedColumns = [
  'id',
  'name',
  'email',
  'address',
  'phone',
  'pounds as quantity',
  'location_option',
  'payment_id',
  'status',
  'on_terms',
  'created_at',
] as const;

/** `authorised` is internal, between us and the card provider. */
export const publicStatus = (status: StoredStatus): ListedOrder['status'] =>
  status === 'authorised' ? 'pending' : status;

/**
 * A page of all orders, newest first, and how many there are, from one snapshot. It counts the page's ids from the nearer end, and
 * reads only its orders whole.
 */
export async function listPage(db: Db, page: number): Promise<{ orders: ListedOrder[]; total: number }> {
  const offset = sql`cast(${(page - 1) * ORDERS_PER_PAGE} as bigint)`;
  const { rows } = await sql<{ total: number } & (ListedRow | { id: null })>`
    with counted as (select count(*) as total from orders),
    place as (select total - ${offset} as last, ${offset} * 2 > total as is_near_oldest from counted),
    newest as (
      select id from orders order by id desc
      limit (select case when is_near_oldest then 0 else ${ORDERS_PER_PAGE} end from place) offset ${offset}
    ),
    oldest as (
      select id from orders order by id
      limit (
        select case when not is_near_oldest or last <= 0 then 0
          when last < ${ORDERS_PER_PAGE} then last else ${ORDERS_PER_PAGE} end from place
      )
      offset (select case when last > ${ORDERS_PER_PAGE} then last - ${ORDERS_PER_PAGE} else 0 end from place)
    ),
    page as (
      select ${sql.raw(listedColumns.join())} from orders
      where id in (select id from newest union all select id from oldest)
    )
    select total, page.* from counted left join page on true order by id desc
  `.execute(db);
  const orders = rows.flatMap(({ total: _, ...row }) => (row.id === null ? [] : toListed(row)));
  return { orders, total: Number(rows[0]?.total ?? 0) };
}

/** Returns these orders in the given sequence. */
export async function listByIds(db: Db, ids: number[]): Promise<ListedOrder[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('orders').select(listedColumns).where('id', 'in', ids).execute();
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).map(toListed);
}

type ListedRow = Omit<ListedOrder, 'status' | 'on_terms'> & { status: StoredStatus; on_terms: number };

const toListed = ({ on_terms, ...row }: ListedRow): ListedOrder => ({
  ...row,
  ...(on_terms === 1 && { on_terms: true }),
  status: publicStatus(row.status),
});

export async function countForAccount(db: Db, account_id: number): Promise<number> {
  const { total } = await db
    .selectFrom('orders')
    .select((orders) => orders.fn.countAll<number>().as('total'))
    .where('account_id', '=', account_id)
    .executeTakeFirstOrThrow();
  return total;
}

export function listForAccount(db: Db, account_id: number, page: number) {
  return db
    .selectFrom('orders')
    .select(['id', 'created_at', 'pounds as quantity', 'amount_cents', 'status'])
    .where('account_id', '=', account_id)
    .orderBy('id', 'desc')
    .limit(ORDERS_PER_PAGE)
    .offset((page - 1) * ORDERS_PER_PAGE)
    .execute();
}

export function listStored(db: Db, ids: number[]) {
  return db
    .selectFrom('orders')
    .select([...listedColumns, 'view_key', 'account_id', 'customer_id', 'pay_first', 'po_number', 'card'])
    .select(['amount_cents', 'refunded_cents', 'version'])
    .where('id', 'in', ids)
    .execute();
}

/** Paid orders that nobody has bagged yet, oldest first. What is reserved waits for its harvest. */
export async function listPaidToPack(db: Db, limit: number): Promise<number[]> {
  const orders = await db
    .selectFrom('orders')
    .select('id')
    // As the index has it, so that SQLite uses it.
    .where(sql<boolean>`status = 'paid'`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reservations')
            .select('reservations.id')
            .whereRef('order_id', '=', 'orders.id')
            .where('state', '=', 'held'),
        ),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
  return orders.map(({ id }) => id);
}

/** Orders on terms that nobody has bagged or paid yet, and that need not be paid first; oldest first. */
export async function listOnTermsToPack(db: Db, limit: number): Promise<number[]> {
  const orders = await db
    .selectFrom('orders')
    .select('id')
    // As the index has it, so that SQLite uses it.
    .where(sql<boolean>`on_terms = 1 and status = 'pending'`)
    .where('pay_first', '=', 0)
    .orderBy('id')
    .limit(limit)
    .execute();
  return orders.map(({ id }) => id);
}

export function listEvents(db: Db, order_ids: number[]) {
  return db
    .selectFrom('order_events')
    .leftJoin('accounts', 'accounts.id', 'order_events.account_id')
    .select(['order_id', 'order_events.status', 'order_events.at', 'order_events.note', 'accounts.name as who'])
    .where('order_events.order_id', 'in', order_ids)
    .orderBy('order_events.id')
    .execute();
}
