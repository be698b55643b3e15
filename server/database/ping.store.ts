import { sql } from 'kysely';
import type { Kind } from './migrate.ts';
import type { Db } from './schema.ts';

/** Resolves if the database responds, and PostgreSQL accepts writes. */
export async function ping({ db, kind }: { db: Db; kind: Kind }): Promise<void> {
  const state = kind === 'postgres' ? sql<string>`current_setting('transaction_read_only')` : sql<string>`'off'`;
  const { rows } = await sql<{ read_only: string }>`select ${state} as read_only`.execute(db);
  if (rows[0]?.read_only === 'on') throw new Error('The database is read-only.');
}
