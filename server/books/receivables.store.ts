import { sql } from 'kysely';
import type { DayRange } from '#contracts/sales-range.ts';
import type { Db } from '#server/database/schema.ts';
import { timesOf } from '#server/farm-days.ts';

/** As the indexes have it, so that SQLite uses them. */
const isOpen = sql<boolean>`open_cents > 0`;
const isOwing = sql<boolean>`balance_cents > 0`;

type Page = { after: number | undefined; limit: number };

/** The largest balances first. */
export const listOwing = (db: Db, page: Page) => selectOwing(db, page).select(['id', 'name', 'company']).execute();

function selectOwing(db: Db, { after, limit }: Page) {
  const place = sql`(select balance_cents, id from customers where id = ${after ?? 0})`;
  return db
    .selectFrom('customers')
    .where(isOwing)
    .$if(after !== undefined, (customers) => customers.where(sql<boolean>`(balance_cents, id) < ${place}`))
    .orderBy('balance_cents', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
}

/** The open invoices of the same customers. */
export function listOpen(db: Db, page: Page) {
  return db
    .selectFrom('invoices')
    .select(['customer_id', 'due_on', 'open_cents'])
    .where(isOpen)
    .where('customer_id', 'in', selectOwing(db, page).select('id'))
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

/** Numbers that a restore in these days left out. */
export function listJumps(db: Db, days: DayRange) {
  const { from, to } = timesOf(days);
  return db
    .selectFrom('number_jumps')
    .select(['from_number', 'to_number'])
    .where('kind', '=', 'invoice')
    .where('at', '>=', from)
    .where('at', '<', to)
    .orderBy('from_number')
    .execute();
}
