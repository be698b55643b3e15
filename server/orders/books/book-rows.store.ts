// What happened on the days of a range, from each table that knows. Every function reads one batch, in the order of an index.
import { type Expression, type SqlBool, sql } from 'kysely';
import { ENTRIES_IN_BOOKS, EVENTS_IN_BOOKS } from '#server/database/migrations/0029-books.ts';
import type { Db } from '#server/database/schema.ts';

/** Times: `from` is inclusive, `to` is exclusive. */
export type Batch = { from: string; to: string; after: { at: string; id: number }; limit: number };
/** Days: both are inclusive. */
export type DayBatch = { from: string; to: string; after: { day: string; id: number }; limit: number };

const buyer = sql<string>`coalesce(nullif(customers.company, ''), orders.name)`.as('customer');

/** An order that was paid by card at some time. What is on terms is in the invoices. */
const wasSold = sql<boolean>`(orders.status in ('paid', 'ready', 'completed') or (
  orders.status in ('cancelled', 'refunded')
  and exists (select 1 from order_events as paid where paid.order_id = orders.id and paid.status = 'paid')
))`;

/** Orders by the time they were placed. */
export function nextSales(db: Db, { from, to, after, limit }: Batch) {
  return db
    .selectFrom('orders')
    .leftJoin('customers', 'customers.id', 'orders.customer_id')
    .select(['orders.id', 'orders.created_at as at', buyer])
    .where('orders.created_at', '>=', from)
    .where('orders.created_at', '<', to)
    .where((order) => order(order.refTuple('orders.created_at', 'orders.id'), '>', order.tuple(after.at, after.id)))
    .where('orders.on_terms', '=', 0)
    .where(wasSold)
    .orderBy('orders.created_at')
    .orderBy('orders.id')
    .limit(limit)
    .execute();
}

const nextEvents = (db: Db, { from, to, after, limit }: Batch) =>
  db
    .selectFrom('order_events as event')
    .innerJoin('orders', 'orders.id', 'event.order_id')
    .leftJoin('customers', 'customers.id', 'orders.customer_id')
    .select(['event.id', 'event.at', 'event.status', 'event.order_id', 'orders.payment_id', buyer])
    .where(inBooks)
    .where('event.at', '>=', from)
    .where('event.at', '<', to)
    .where((event) => event(event.refTuple('event.at', 'event.id'), '>', event.tuple(after.at, after.id)))
    .where('orders.on_terms', '=', 0)
    .orderBy('event.at')
    .orderBy('event.id')
    .limit(limit);

const inBooks = sql<boolean>`${sql.raw(EVENTS_IN_BOOKS.replace('status', 'event.status'))}`;

/** Captured by the card provider. */
export function nextCardPayments(db: Db, batch: Batch) {
  return nextEvents(db, batch).select('orders.amount_cents').where('event.status', '=', 'paid').execute();
}

/** The first event that ended a sale: a canceled order that is refunded later is taken back once. */
export function nextSalesTakenBack(db: Db, batch: Batch) {
  const earlier = (...statuses: string[]): Expression<SqlBool> =>
    sql<boolean>`exists (select 1 from order_events as earlier where earlier.order_id = event.order_id
      and earlier.id < event.id and earlier.status in (${sql.join(statuses.map((status) => sql.lit(status)))}))`;
  return nextEvents(db, batch)
    .select('event.note')
    .where('event.status', 'in', ['cancelled', 'refunded'])
    .where(earlier('paid'))
    .where(({ not }) => not(earlier('cancelled', 'refunded')))
    .execute();
}

/** Money that went back to a card. */
export function nextRefunds(db: Db, batch: Batch) {
  return nextEvents(db, batch)
    .innerJoin('refunds', 'refunds.order_id', 'event.order_id')
    .select(['refunds.amount_cents', 'refunds.refund_id', 'refunds.reason'])
    .where('event.status', '=', 'refunded')
    .where('refunds.state', '=', 'done')
    .execute();
}

/** Invoices and credit notes. */
export function nextDocuments(db: Db, { from, to, after, limit }: DayBatch) {
  return db
    .selectFrom('invoices')
    .select(['number as id', 'issued_on as day', 'kind', 'credits', 'order_id', 'bill_to', 'lines'])
    .where('issued_on', '>=', from)
    .where('issued_on', '<=', to)
    .where((invoice) => invoice(invoice.refTuple('issued_on', 'number'), '>', invoice.tuple(after.day, after.id)))
    .orderBy('issued_on')
    .orderBy('number')
    .limit(limit)
    .execute();
}

/** Money received on account, and payments that were taken back. */
export function nextEntries(db: Db, { from, to, after, limit }: DayBatch) {
  return db
    .selectFrom('ledger_entries as entry')
    .innerJoin('customers', 'customers.id', 'entry.customer_id')
    .select(['entry.id', 'entry.day', 'entry.kind', 'entry.amount_cents', 'entry.method', 'entry.note'])
    .select([
      'entry.invoice_number',
      sql<string>`coalesce(nullif(customers.company, ''), customers.name)`.as('customer'),
    ])
    .where(sql<boolean>`${sql.raw(ENTRIES_IN_BOOKS.replace('kind', 'entry.kind'))}`)
    .where('entry.day', '>=', from)
    .where('entry.day', '<=', to)
    .where((entry) => entry(entry.refTuple('entry.day', 'entry.id'), '>', entry.tuple(after.day, after.id)))
    .orderBy('entry.day')
    .orderBy('entry.id')
    .limit(limit)
    .execute();
}

export function listLines(db: Db, ids: number[]) {
  return db
    .selectFrom('order_lines')
    .leftJoin('lots', 'lots.id', 'order_lines.lot_id')
    .select(['order_lines.order_id', 'order_lines.name', 'order_lines.price_cents', 'order_lines.pounds'])
    .select('lots.number as lot')
    .where('order_lines.order_id', 'in', ids)
    .orderBy('order_lines.order_id')
    .orderBy('order_lines.product_id')
    .execute();
}
