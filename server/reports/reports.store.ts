// The SQL of the reports. Sales figures come from the totals that orders maintain, never from the orders themselves.
import { type ExpressionBuilder, sql } from 'kysely';
import type { DayRange } from '#contracts/sales-range.ts';
import { ALL_DAYS, type Db, type Tables } from '#server/database/schema.ts';

type Days = DayRange | typeof ALL_DAYS;

export async function countProducts(db: Db, lowStock: number): Promise<{ total: number; low_stock: number }> {
  const products = await db.selectFrom('products').select('stock').where('deleted_at', 'is', null).execute();
  return { total: products.length, low_stock: products.filter(({ stock }) => stock < lowStock).length };
}

export async function countOpenAlerts(db: Db): Promise<number> {
  const { open } = await db
    .selectFrom('payment_alerts')
    .select((alerts) => alerts.fn.countAll<number>().as('open'))
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow();
  return open;
}

export async function countGivenUpEmails(db: Db, since: string): Promise<number> {
  const { emails } = await db
    .selectFrom('emails')
    .select(({ fn }) => fn.countAll<number>().as('emails'))
    .where('sent_at', 'is', null)
    .where('next_try_at', 'is', null)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(emails);
}

/** Paid orders whose hops are still to be harvested. */
export async function countReserved(db: Db): Promise<number> {
  const { reserved } = await db
    .selectFrom('reservations')
    .innerJoin('orders', 'orders.id', 'reservations.order_id')
    .select((reservations) => reservations.fn.countAll<number>().as('reserved'))
    // As the index has it, so that SQLite uses it.
    .where(sql<boolean>`reservations.state = 'held'`)
    .where('orders.status', '=', 'paid')
    .executeTakeFirstOrThrow();
  return Number(reserved);
}

export const MAX_TO_REFUND = 20;
const MAX_TO_CONFIRM = 20;

/** Canceled, and their own card is not paid back. A partial index keeps this independent of the number of orders. */
export async function listCanceledCaptures(db: Db): Promise<number[]> {
  const orders = await db
    .selectFrom('orders')
    .select('id')
    .where('status', '=', sql.lit('cancelled'))
    .where('payment_id', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refunds')
            .innerJoin('payment_attempts', 'payment_attempts.order_id', 'refunds.order_id')
            .whereRef('refunds.order_id', '=', 'orders.id')
            .where('refunds.state', '=', 'done')
            .where('payment_attempts.state', '=', 'captured')
            .select('payment_attempts.amount_cents')
            .groupBy('payment_attempts.amount_cents')
            .having(
              ({ fn, ref }) =>
                sql<boolean>`${fn.sum('refunds.amount_cents')} >= ${ref('payment_attempts.amount_cents')}`,
            ),
        ),
      ),
    )
    .orderBy('id')
    .limit(MAX_TO_REFUND)
    .execute();
  return orders.map(({ id }) => id);
}

export async function countOrdersSince(db: Db, day: string): Promise<number> {
  const { orders } = await db
    .selectFrom('order_totals')
    .select((total) => total.fn.sum<number | null>('orders').as('orders'))
    .where('day', '>=', day)
    .where('day', '<>', ALL_DAYS)
    .executeTakeFirstOrThrow();
  return orders ?? 0;
}

export function orderTotalsByStatus(db: Db, days: Days) {
  return db
    .selectFrom('order_totals')
    .select((total) => ['status', ...sums(total)])
    .where((total) => isWithin(total, days))
    .groupBy('status')
    .execute();
}

/** Sales by the day of the order, less refunds and cancellations by their own day. */
export function revenueByDay(db: Db, { from, to }: DayRange) {
  return db
    .selectFrom('revenue_totals')
    .select(({ fn }) => [
      'day',
      fn.sum<number>('orders').as('orders'),
      fn.sum<number>('pounds').as('pounds'),
      fn.sum<number>('amount_cents').as('amount_cents'),
    ])
    .where((total) => total.between('day', from, to))
    .groupBy('day')
    .execute();
}

/** Best sellers first. */
export function salesByProduct(db: Db, days: Days) {
  return db
    .selectFrom('sales_totals')
    .innerJoin('products', 'products.id', 'sales_totals.product_id')
    .select((total) => [
      'products.id',
      'products.name',
      total.fn.sum<number>('sales_totals.pounds').as('pounds'),
      total.fn.sum<number>('sales_totals.amount_cents').as('amount_cents'),
    ])
    .where((total) =>
      days === ALL_DAYS
        ? total('sales_totals.day', '=', ALL_DAYS)
        : total.between('sales_totals.day', days.from, days.to),
    )
    .groupBy(['products.id', 'products.name'])
    .orderBy('amount_cents', 'desc')
    .orderBy('products.id')
    .execute();
}

export async function firstDay(db: Db): Promise<string | undefined> {
  const { day } = await db
    .selectFrom('order_totals')
    .select((total) => total.fn.min<string | null>('day').as('day'))
    .where('day', '<>', ALL_DAYS)
    .executeTakeFirstOrThrow();
  return day ?? undefined;
}

type OrderTotals = ExpressionBuilder<Tables, 'order_totals'>;

const sums = (total: OrderTotals) =>
  [
    total.fn.sum<number>('orders').as('orders'),
    total.fn.sum<number>('pounds').as('pounds'),
    total.fn.sum<number>('amount_cents').as('amount_cents'),
  ] as const;

const isWithin = (total: OrderTotals, days: Days) =>
  days === ALL_DAYS ? total('day', '=', ALL_DAYS) : total.between('day', days.from, days.to);

/** As the index has it, so that SQLite uses it. */
const isOpen = sql<boolean>`open_cents > 0`;

/** Invoices that are open past their due date. */
export async function overdueInvoices(db: Db, today: string): Promise<{ invoices: number; open_cents: number }> {
  const { invoices, open_cents } = await db
    .selectFrom('invoices')
    .select(({ fn }) => [fn.countAll<number>().as('invoices'), fn.sum<number | null>('open_cents').as('open_cents')])
    .where(isOpen)
    .where('due_on', '<', today)
    .executeTakeFirstOrThrow();
  return { invoices: Number(invoices), open_cents: Number(open_cents ?? 0) };
}

/** What is not paid yet of the invoices of these days. Read from an index of open invoices alone. */
export async function openCents(db: Db, { from, to }: DayRange): Promise<number> {
  const { open_cents } = await db
    .selectFrom('invoices')
    .select(({ fn }) => fn.sum<number | null>('open_cents').as('open_cents'))
    .where(isOpen)
    .where((invoice) => invoice.between('issued_on', from, to))
    .executeTakeFirstOrThrow();
  return Number(open_cents ?? 0);
}

/** Orders on terms that wait to be bagged. */
export async function onTermsToPack(db: Db): Promise<{ orders: number; amount_cents: number }> {
  const { orders, amount_cents } = await db
    .selectFrom('orders')
    .select((order) => [
      order.fn.countAll<number>().as('orders'),
      sql<number | null>`sum(amount_cents - refunded_cents)`.as('amount_cents'),
    ])
    // As the index has it, so that SQLite uses it.
    .where(sql<boolean>`on_terms = 1 and status = 'pending'`)
    .where('pay_first', '=', 0)
    .executeTakeFirstOrThrow();
  return { orders: Number(orders), amount_cents: Number(amount_cents ?? 0) };
}

/** On terms, and asked to confirm their account. */
export function listAccountsToConfirm(db: Db) {
  return db
    .selectFrom('customers')
    .select('id')
    .select(sql<string>`case when company = '' then name else company end`.as('name'))
    .where('account_asked_at', 'is not', null)
    .where('account_confirmed_at', 'is', null)
    .where('terms_days', 'is not', null)
    .orderBy('id')
    .limit(MAX_TO_CONFIRM)
    .execute();
}

/** Resale certificates that are valid no longer than this day. */
export async function countExpiringCertificates(db: Db, day: string): Promise<number> {
  const { certificates } = await db
    .selectFrom('resale_certificates')
    .select(({ fn }) => fn.countAll<number>().as('certificates'))
    .where('expires_on', '<=', day)
    .executeTakeFirstOrThrow();
  return Number(certificates);
}
