// Closed months, and the totals of past days.
import { sql } from 'kysely';
import type { DayRange } from '#contracts/sales-range.ts';
import type { Db, Tables } from '#server/database/schema.ts';

/**
 * Locks the books until the commit. Dating something into the past and closing a month both begin with it, so each sees what
 * the other did. Returns how often the books were locked so far.
 */
export async function lock(tx: Db): Promise<number> {
  const { value } = await tx
    .insertInto('shop_state')
    .values({ name: 'books', value: '1' })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: sql`cast(cast(shop_state.value as integer) + 1 as text)` }),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return Number(value);
}

export async function countLocks(db: Db): Promise<number> {
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
export function findUndecided(db: Db, { from, to }: { from: string; to: string }) {
  return db
    .selectFrom('orders')
    .select(['id', 'created_at'])
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where('on_terms', '=', 0)
    .where('status', 'in', ['pending', 'authorised'])
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
}

export function listDays(db: Db, { from, to }: DayRange) {
  return db.selectFrom('book_days').selectAll().where('day', '>=', from).where('day', '<=', to).execute();
}

export async function storeDays(tx: Db, days: Tables['book_days'][]): Promise<void> {
  await tx
    .insertInto('book_days')
    .values(days)
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute();
}

export async function forgetDay(tx: Db, day: string): Promise<void> {
  await tx.deleteFrom('book_days').where('day', '=', day).execute();
}

export async function forgetDays(tx: Db): Promise<void> {
  await tx.deleteFrom('book_days').execute();
}

export async function firstOrderAt(db: Db): Promise<string | undefined> {
  const order = await db.selectFrom('orders').select('created_at').orderBy('created_at').limit(1).executeTakeFirst();
  return order?.created_at;
}
