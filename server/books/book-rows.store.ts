// What happened on the days of a range, from each table that knows. Every function reads one batch, in the order of an index.
import { type Expression, type SqlBool, sql } from 'kysely';
import { lotNumbers } from '#contracts/lot-text.ts';
import { ENTRIES_IN_BOOKS, EVENTS_IN_BOOKS } from '#server/database/migrations/0029-books.ts';
import type { Db } from '#server/database/schema.ts';
import { lotsOf } from '#server/orders/order-lots.store.ts';
import type { Times } from './book-row.ts';

export type Batch = Times & { after: { at: string; id: number }; limit: number };
/** Days: both are inclusive. */
export type DayBatch = { from: string; to: string; after: { day: string; id: number }; limit: number };

const buyer = sql<string>`coalesce(nullif(customers.company, ''), orders.name)`.as('customer');

/** An invoice is a sale when it is issued, a card order when it was paid. */
export const wasSold = sql<boolean>`(orders.on_terms = 1 or orders.status in ('paid', 'ready', 'completed') or (
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
    .select(['event.id', 'event.at', 'event.order_id', buyer])
    .where(sql<boolean>`${sql.raw(EVENTS_IN_BOOKS.replace('status', 'event.status'))}`)
    .where('event.at', '>=', from)
    .where('event.at', '<', to)
    .where((event) => event(event.refTuple('event.at', 'event.id'), '>', event.tuple(after.at, after.id)))
    .orderBy('event.at')
    .orderBy('event.id')
    .limit(limit);

/** The first event that ended a sale: a canceled order that is refunded later is taken back once. */
export function nextEnds(db: Db, batch: Batch) {
  const earlier = (...statuses: string[]): Expression<SqlBool> =>
    sql<boolean>`exists (select 1 from order_events as earlier where earlier.order_id = event.order_id
      and earlier.id < event.id and earlier.status in (${sql.join(statuses.map((status) => sql.lit(status)))}))`;
  return nextEvents(db, batch)
    .select(['event.status', 'event.note', 'orders.amount_cents', 'orders.refunded_cents'])
    .where('event.status', 'in', ['cancelled', 'refunded'])
    .where(({ or, eb }) => or([eb('orders.on_terms', '=', 1), earlier('paid')]))
    .where(({ not }) => not(earlier('cancelled', 'refunded')))
    .execute();
}

/** Captured by the card provider. The order may be worth something else by now. */
export function nextCardPayments(db: Db, batch: Batch) {
  const captured = sql<number>`coalesce((select max(charge.amount_cents) from charges as charge
    where charge.order_id = event.order_id and charge.purpose = 'order' and charge.state = 'captured'), orders.amount_cents)`;
  return nextEvents(db, batch)
    .select(['orders.payment_id', captured.as('amount_cents')])
    .where('event.status', '=', 'paid')
    .where('orders.on_terms', '=', 0)
    .execute();
}

/** Money that went back to a card that paid an order. What paid an invoice is in the ledger. */
export function nextRefunds(db: Db, { from, to, after, limit }: Batch) {
  return (
    db
      .selectFrom('charge_refunds as refund')
      .innerJoin('charges', 'charges.id', 'refund.charge_id')
      .innerJoin('orders', 'orders.id', 'charges.order_id')
      .leftJoin('customers', 'customers.id', 'orders.customer_id')
      .select(['refund.id', sql<string>`refund.done_at`.as('at'), 'charges.order_id', 'refund.amount_cents', buyer])
      .select(['refund.refund_id', 'refund.reason'])
      // As the index has it, so that SQLite uses it.
      .where(sql<boolean>`refund.state = 'done'`)
      .where('charges.purpose', '=', 'order')
      .where('refund.done_at', '>=', from)
      .where('refund.done_at', '<', to)
      .where((row) => row(row.refTuple('refund.done_at', 'refund.id'), '>', row.tuple(after.at, after.id)))
      .orderBy('refund.done_at')
      .orderBy('refund.id')
      .limit(limit)
      .execute()
  );
}

/** What staff changed in an order after it was placed. */
export function nextAdjustments(db: Db, { from, to, after, limit }: DayBatch) {
  return db
    .selectFrom('order_adjustments as adjustment')
    .innerJoin('orders', 'orders.id', 'adjustment.order_id')
    .leftJoin('customers', 'customers.id', 'orders.customer_id')
    .leftJoin('products', 'products.id', 'adjustment.product_id')
    .leftJoin('order_lines as line', (join) =>
      join.onRef('line.order_id', '=', 'adjustment.order_id').onRef('line.product_id', '=', 'adjustment.product_id'),
    )
    .select(['adjustment.id', 'adjustment.day', 'adjustment.order_id', 'adjustment.kind', 'adjustment.text'])
    .select(['adjustment.pounds', 'adjustment.amount_cents', 'adjustment.product_id', buyer])
    .select(sql<string | null>`coalesce(line.name, products.name)`.as('product'))
    .where('adjustment.day', '>=', from)
    .where('adjustment.day', '<=', to)
    .where((row) => row(row.refTuple('adjustment.day', 'adjustment.id'), '>', row.tuple(after.day, after.id)))
    .orderBy('adjustment.day')
    .orderBy('adjustment.id')
    .limit(limit)
    .execute();
}

/** Credit notes that staff wrote by themselves. */
export function nextCreditNotes(db: Db, { from, to, after, limit }: DayBatch) {
  return db
    .selectFrom('invoices')
    .select(['number as id', 'issued_on as day', 'credits', 'order_id', 'bill_to', 'lines', 'amount_cents'])
    .where(lowersSales)
    .where('issued_on', '>=', from)
    .where('issued_on', '<=', to)
    .where((invoice) => invoice(invoice.refTuple('issued_on', 'number'), '>', invoice.tuple(after.day, after.id)))
    .orderBy('issued_on')
    .orderBy('number')
    .limit(limit)
    .execute();
}

const lowersSales = sql<boolean>`lowers_sales = 1`;

/** Money received on account, and payments that were taken back. */
export function nextEntries(db: Db, { from, to, after, limit }: DayBatch) {
  const customer = sql<string>`coalesce(nullif(customers.company, ''), customers.name)`.as('customer');
  return db
    .selectFrom('ledger_entries as entry')
    .innerJoin('customers', 'customers.id', 'entry.customer_id')
    .leftJoin('charges as charge', 'charge.id', 'entry.charge_id')
    .select(['entry.id', 'entry.day', 'entry.kind', 'entry.amount_cents', 'entry.method', 'entry.note'])
    .select(['charge.invoice_number', 'charge.payment_id', customer])
    .where(sql<boolean>`${sql.raw(ENTRIES_IN_BOOKS.replace('kind', 'entry.kind'))}`)
    .where('entry.day', '>=', from)
    .where('entry.day', '<=', to)
    .where((entry) => entry(entry.refTuple('entry.day', 'entry.id'), '>', entry.tuple(after.day, after.id)))
    .orderBy('entry.day')
    .orderBy('entry.id')
    .limit(limit)
    .execute();
}

/** What the card provider kept. */
export function nextFees(db: Db, { from, to, after, limit }: DayBatch) {
  return db
    .selectFrom('card_fees')
    .select(['id', 'day', 'order_id', 'amount_cents', 'payment_id'])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where((fee) => fee(fee.refTuple('day', 'id'), '>', fee.tuple(after.day, after.id)))
    .orderBy('day')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function listLines(db: Db, ids: number[]) {
  const [lines, lotsOfLine] = await Promise.all([selectLines(db, ids), lotsOf(db, ids)]);
  return lines.map((line) => ({ ...line, lot: lotNumbers(lotsOfLine(line), line.pounds) }));
}

function selectLines(db: Db, ids: number[]) {
  return db
    .selectFrom('order_lines')
    .select(['order_id', 'product_id', 'name', 'price_cents', 'pounds'])
    .where('order_id', 'in', ids)
    .orderBy('order_id')
    .orderBy('product_id')
    .execute();
}

/** What buyers paid ahead for a harvest. */
export function listDeposits(db: Db, ids: number[]) {
  return db.selectFrom('reservations').select(['order_id', 'deposit_cents']).where('order_id', 'in', ids).execute();
}

export function listAdjustments(db: Db, ids: number[], kind: 'pounds' | 'refund') {
  return db
    .selectFrom('order_adjustments')
    .leftJoin('products', 'products.id', 'order_adjustments.product_id')
    .select(['order_adjustments.order_id', 'order_adjustments.product_id', 'products.name', 'order_adjustments.pounds'])
    .select('order_adjustments.amount_cents')
    .where('order_adjustments.order_id', 'in', ids)
    .where('order_adjustments.kind', '=', kind)
    .orderBy('order_adjustments.id')
    .execute();
}

/** The first invoice of each order. */
export function listInvoices(db: Db, ids: number[]) {
  return db
    .selectFrom('invoices')
    .select(({ fn }) => ['order_id', fn.min<number>('number').as('number')])
    .where('order_id', 'in', ids)
    .where('kind', '=', 'invoice')
    .groupBy('order_id')
    .execute();
}

/** What staff took off the invoices of each order by credit notes of their own. */
export function listCredited(db: Db, ids: number[]) {
  return db
    .selectFrom('invoices')
    .select(({ fn }) => ['order_id', fn.sum<number>('amount_cents').as('amount_cents')])
    .where('order_id', 'in', ids)
    .where(lowersSales)
    .groupBy('order_id')
    .execute();
}
