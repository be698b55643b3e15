// Closed months, and the totals of past days.
import { sql } from 'kysely';
import { farmDay } from '#contracts/dates.ts';
import type { DayRange } from '#contracts/sales-range.ts';
import { ENTRIES_IN_BOOKS } from '#server/database/migrations/0029-books.ts';
import type { Db, Tables } from '#server/database/schema.ts';
import type { Times } from './book-row.ts';
import { type DayTotals, parseTotals } from './book-totals.ts';

/**
 * Locks the books until the commit. Dating something into the past and closing a month both begin with it, so each sees what
 * the other did. Returns how often that happened so far.
 */
export const lock = (tx: Db): Promise<number> => lockAfter(tx, 1);

/** Locks the books without a change that others have to see. */
export const lockUnchanged = (tx: Db): Promise<number> => lockAfter(tx, 0);

async function lockAfter(tx: Db, changes: 0 | 1): Promise<number> {
  const { value } = await tx
    .insertInto('shop_state')
    .values({ name: 'books', value: String(changes) })
    .onConflict((conflict) =>
      conflict
        .column('name')
        // SQLite takes a value of ours for a decimal number.
        .doUpdateSet({ value: sql`cast(cast(shop_state.value as integer) + ${sql.lit(changes)} as text)` }),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return Number(value);
}

export async function countChanges(db: Db): Promise<number> {
  const row = await db.selectFrom('shop_state').select('value').where('name', '=', 'books').executeTakeFirst();
  return Number(row?.value ?? 0);
}

export function findClosed(db: Db, month: string) {
  return db
    .selectFrom('closed_months')
    .leftJoin('accounts', 'accounts.id', 'closed_months.account_id')
    .select(['closed_at as at', 'accounts.name as who'])
    .where('month', '=', month)
    .executeTakeFirst();
}

/** Newest first. */
export async function listClosed(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('closed_months').select('month').orderBy('month', 'desc').execute();
  return rows.map(({ month }) => month);
}

/** False if it is closed already. */
export async function close(tx: Db, closed: Tables['closed_months']): Promise<boolean> {
  const inserted = await tx
    .insertInto('closed_months')
    .values(closed)
    .onConflict((conflict) => conflict.column('month').doNothing())
    .returning('month')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Closed, but the process ended before their files were stored. */
export async function listWithoutFiles(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('closed_months')
    .select('month')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('closed_month_files')
            .select('layout')
            .whereRef('closed_month_files.month', '=', 'closed_months.month'),
        ),
      ),
    )
    .execute();
  return rows.map(({ month }) => month);
}

/** Does nothing if another instance was faster. */
export async function storeFiles(tx: Db, files: Tables['closed_month_files'][]): Promise<void> {
  await tx
    .insertInto('closed_month_files')
    .values(files)
    .onConflict((conflict) => conflict.columns(['month', 'layout']).doNothing())
    .execute();
}

export function listFiles(db: Db, month: string) {
  return db
    .selectFrom('closed_month_files')
    .select(['layout', 'bytes', 'sha256', 'totals'])
    .where('month', '=', month)
    .orderBy('layout')
    .execute();
}

export async function readFile(db: Db, month: string, layout: string): Promise<string | undefined> {
  const file = await db
    .selectFrom('closed_month_files')
    .select('content')
    .where('month', '=', month)
    .where('layout', '=', layout)
    .executeTakeFirst();
  return file?.content;
}

/** The first order that may still become a sale on the day it was placed. */
export async function findUndecided(db: Db, times: Times) {
  return (await selectUndecided(db, times).limit(1).execute())[0];
}

export const listUndecided = (db: Db, times: Times) => selectUndecided(db, times).execute();

function selectUndecided(db: Db, { from, to }: Times) {
  return db
    .selectFrom('orders')
    .select(['id', 'created_at'])
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where('on_terms', '=', 0)
    .where('status', 'in', ['pending', 'authorised'])
    .orderBy('created_at');
}

/** The stored days, in order. */
export async function listDays(db: Db, { from, to }: DayRange): Promise<Map<string, DayTotals>> {
  const rows = await db
    .selectFrom('book_days')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute();
  return new Map(
    rows.flatMap(({ day, totals }) => {
      const parsed = parseTotals(totals);
      return parsed ? [[day, parsed]] : [];
    }),
  );
}

export async function storeDays(tx: Db, days: Tables['book_days'][]): Promise<void> {
  await tx
    .insertInto('book_days')
    .values(days)
    .onConflict((conflict) => conflict.column('day').doUpdateSet((day) => ({ totals: day.ref('excluded.totals') })))
    .execute();
}

export async function forgetDay(tx: Db, day: string): Promise<void> {
  await tx.deleteFrom('book_days').where('day', '=', day).execute();
}

export async function forgetDays(tx: Db): Promise<void> {
  await tx.deleteFrom('book_days').execute();
}

/** The first day of the books: of the first order, or of money that staff dated before it. */
export async function firstDay(db: Db): Promise<string | undefined> {
  const [orderedAt, entry] = await Promise.all([
    firstOrderAt(db),
    db
      .selectFrom('ledger_entries')
      .select('day')
      .where(sql<boolean>`${sql.raw(ENTRIES_IN_BOOKS)}`)
      .orderBy('day')
      .limit(1)
      .executeTakeFirst(),
  ]);
  const ordered = orderedAt && farmDay(orderedAt);
  return entry && (!ordered || entry.day < ordered) ? entry.day : ordered;
}

export async function firstOrderAt(db: Db): Promise<string | undefined> {
  const order = await db.selectFrom('orders').select('created_at').orderBy('created_at').limit(1).executeTakeFirst();
  return order?.created_at;
}
