// The SQL of the reports. Sales figures come from the days of the books.
import { sql } from 'kysely';
import type { OrderStatus as Status } from '#contracts/ordering-rules.ts';
import type { DayRange } from '#contracts/sales-range.ts';
import type { Db, StoredStatus } from '#server/database/schema.ts';

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
          selectFrom('charge_refunds as refund')
            .innerJoin('charges', 'charges.id', 'refund.charge_id')
            .whereRef('charges.order_id', '=', 'orders.id')
            .where('charges.purpose', '=', 'order')
            .where('charges.state', '=', 'captured')
            .where('refund.state', '=', 'done')
            .select('charges.amount_cents')
            .groupBy('charges.amount_cents')
            .having(({ fn, ref }) => sql<boolean>`${fn.sum('refund.amount_cents')} >= ${ref('charges.amount_cents')}`),
        ),
      ),
    )
    .orderBy('id')
    .limit(MAX_TO_REFUND)
    .execute();
  return orders.map(({ id }) => id);
}

export async function countOrdersSince(db: Db, at: string): Promise<number> {
  const { orders } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('orders'))
    .where('created_at', '>=', at)
    .executeTakeFirstOrThrow();
  return Number(orders);
}

/**
 * Of the orders placed at these times, or of all. Almost all are completed, so the others are counted, from an index of their own
 * whose condition is repeated here word for word.
 */
export async function countByStatus(db: Db, times?: { from: string; to: string }): Promise<(status: Status) => number> {
  const within = times ? sql`created_at >= ${times.from} and created_at < ${times.to}` : sql`true`;
  // One statement, so that both counts are of the same moment.
  const { rows } = await sql<{ status: StoredStatus | null; orders: number }>`
    select null as status, count(*) as orders from orders where ${within}
    union all
    select status, count(*) from orders
    where status <> 'completed' and status in (${sql.join(notCompleted.map((status) => sql.lit(status)))}) and ${within}
    group by status
  `.execute(db);
  const counts = new Map(rows.map(({ status, orders }) => [status, Number(orders)]));
  const of = (status: StoredStatus | null) => counts.get(status) ?? 0;
  return (status) => {
    if (status === 'completed') return of(null) - notCompleted.reduce((sum, each) => sum + of(each), 0);
    return status === 'pending' ? of('pending') + of('authorised') : of(status);
  };
}

const notCompleted: StoredStatus[] = ['pending', 'authorised', 'paid', 'ready', 'failed', 'cancelled', 'refunded'];

export async function listProductNames(db: Db): Promise<Map<number, string>> {
  const products = await db.selectFrom('products').select(['id', 'name']).execute();
  return new Map(products.map(({ id, name }) => [id, name]));
}

export async function firstOrderAt(db: Db): Promise<string | undefined> {
  const order = await db.selectFrom('orders').select('created_at').orderBy('created_at').limit(1).executeTakeFirst();
  return order?.created_at;
}

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
export async function countOnTermsToPack(db: Db): Promise<number> {
  const { orders } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('orders'))
    // As the index has it, so that SQLite uses it.
    .where(sql<boolean>`on_terms = 1 and status = 'pending'`)
    .where('pay_first', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(orders);
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
