import { sql } from 'kysely';
import type { DayRange } from '#contracts/sales-range.ts';
import type { Db } from '#server/database/schema.ts';

/** As the indexes have it, so that SQLite uses them. */
const isOpen = sql<boolean>`open_cents > 0`;
const isOwing = sql<boolean>`balance_cents > 0`;

/** The largest balances first, one more than a page. */
export function listOwing(db: Db, after: number | undefined, limit: number) {
  const place = sql`(select balance_cents, id from customers where id = ${after ?? 0})`;
  return db
    .selectFrom('customers')
    .select(['id', 'name', 'company'])
    .where(isOwing)
    .$if(after !== undefined, (customers) => customers.where(sql<boolean>`(balance_cents, id) < ${place}`))
    .orderBy('balance_cents', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export function listOpen(db: Db, customers: number[]) {
  return db
    .selectFrom('invoices')
    .select(['customer_id', 'due_on', 'open_cents'])
    .where(isOpen)
    .where('customer_id', 'in', customers)
    .execute();
}

/** Read from the index alone. */
export function sumOpenByDueDay(db: Db) {
  return db
    .selectFrom('invoices')
    .select(({ fn }) => ['due_on', fn.sum<number>('open_cents').as('open_cents')])
    .where(isOpen)
    .groupBy('due_on')
    .execute();
}

export function listInvoices(db: Db, { from, to }: DayRange, { after, limit }: { after: number; limit: number }) {
  return (
    db
      .selectFrom('invoices')
      .selectAll()
      .where('issued_on', '>=', from)
      .where('issued_on', '<=', to)
      .where('number', '>', after)
      // Numbers rise with the days, so this follows the index.
      .orderBy('issued_on')
      .orderBy('number')
      .limit(limit)
      .execute()
  );
}
