// Invoices and credit notes. Their numbers have no gaps but for number_jumps: the last number is a row that is
// locked until the commit.
import { sql } from 'kysely';
import { preparedQuery, preparedWrite } from '#server/database/prepared-queries.ts';
import type { Db, Tables } from '#server/database/schema.ts';
import { LAST_INVOICE } from '#server/database/shop-state.store.ts';

type Row = Omit<Tables['invoices'], 'reminders' | 'lowers_sales'> & { lowers_sales?: number };
export type InvoiceRow = Row & { po_number: string | null; terms_account_id: number | null };

const nextNumber = preparedQuery((db, { first }: { first: string }) =>
  db
    .insertInto('shop_state')
    .values({ name: LAST_INVOICE, value: first })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: sql`cast(cast(shop_state.value as integer) + 1 as text)` }),
    )
    .returning('value'),
);

/** As the indexes have it, so that SQLite uses them. */
const isOpen = sql<boolean>`open_cents > 0`;

const insertRow = preparedWrite((db, invoice: Row) => db.insertInto('invoices').values(invoice));

/** Returns its number. Call it late: until the commit no other invoice gets a number. */
export async function insert(tx: Db, invoice: Omit<Row, 'number'>): Promise<number> {
  const [last] = await nextNumber(tx, { first: '1' });
  const number = Number(last?.value);
  await insertRow(tx, { ...invoice, number });
  return number;
}

const selectInvoices = (db: Db) =>
  db
    .selectFrom('invoices')
    .innerJoin('orders', 'orders.id', 'invoices.order_id')
    .innerJoin('customers', 'customers.id', 'invoices.customer_id')
    .selectAll('invoices')
    .select(['orders.po_number', 'customers.terms_account_id']);

export function find(db: Db, number: number): Promise<InvoiceRow | undefined> {
  return selectInvoices(db).where('invoices.number', '=', number).executeTakeFirst();
}

/** The first invoice of an order. */
export function findByOrder(db: Db, order_id: number): Promise<InvoiceRow | undefined> {
  return selectInvoices(db)
    .where('invoices.order_id', '=', order_id)
    .where('invoices.kind', '=', 'invoice')
    .orderBy('invoices.number')
    .executeTakeFirst();
}

/** Without credit notes, oldest first. */
export function listByOrder(db: Db, order_id: number): Promise<InvoiceRow[]> {
  return listByOrders(db, [order_id]);
}

export function listByOrders(db: Db, order_ids: number[]): Promise<InvoiceRow[]> {
  return selectInvoices(db)
    .where('invoices.order_id', 'in', order_ids)
    .where('invoices.kind', '=', 'invoice')
    .orderBy('invoices.number')
    .execute();
}

/** Oldest first. */
export function listOpen(db: Db, customer_id: number) {
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where(isOpen)
    .orderBy('number')
    .execute();
}

export function listLatest(db: Db, customer_id: number, limit: number) {
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
}

/** The newest below this number that are paid in part or in full. */
export function listPaid(db: Db, customer_id: number, { below, limit }: { below: number; limit: number }) {
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('number', '<', below)
    .where('kind', '=', 'invoice')
    .whereRef('open_cents', '<', 'amount_cents')
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
}

export async function setOpen(tx: Db, number: number, open_cents: number): Promise<void> {
  await tx.updateTable('invoices').set({ open_cents }).where('number', '=', number).execute();
}

/** Open ones whose next reminder is due. `dueBy` has the last due date of each reminder. */
export function listToRemind(db: Db, dueBy: string[], limit: number) {
  return db
    .selectFrom('invoices')
    .select(['number', 'reminders', 'due_on'])
    .where(isOpen)
    .where(({ eb, or, and }) =>
      or(dueBy.map((day, index) => and([eb('due_on', '<=', day), eb('reminders', '<=', index)]))),
    )
    .orderBy('due_on')
    .limit(limit)
    .execute();
}

/** False if another instance counted them, or it is paid by now. */
export async function countReminders(tx: Db, number: number, { from, to }: { from: number; to: number }) {
  const counted = await tx
    .updateTable('invoices')
    .set({ reminders: to })
    .where('number', '=', number)
    .where('reminders', '=', from)
    .where(isOpen)
    .returning('number')
    .executeTakeFirst();
  return counted !== undefined;
}

/** What was taken back of an invoice. */
export async function creditedCents(db: Db, number: number): Promise<number> {
  const { cents } = await db
    .selectFrom('invoices')
    .select((invoices) => invoices.fn.coalesce(invoices.fn.sum<number>('amount_cents'), sql<number>`0`).as('cents'))
    .where('credits', '=', number)
    .executeTakeFirstOrThrow();
  return Number(cents);
}

/** What a customer owes past its due date. */
export async function overdueCents(db: Db, customer_id: number, today: string): Promise<number> {
  const { cents } = await db
    .selectFrom('invoices')
    .select((invoices) => invoices.fn.coalesce(invoices.fn.sum<number>('open_cents'), sql<number>`0`).as('cents'))
    .where('customer_id', '=', customer_id)
    .where(isOpen)
    .where('due_on', '<', today)
    .executeTakeFirstOrThrow();
  return Number(cents);
}
