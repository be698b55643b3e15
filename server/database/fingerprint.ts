// Tells a database from a copy of it.
import { statSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import type { Kind } from './migrate.ts';
import type { Tables } from './schema.ts';
import { databaseFile } from './sqlite.ts';

/** A moved file keeps its inode and a copied one gets another. On PostgreSQL, every server and every database has an id. */
export async function fingerprintOf(db: Kysely<Tables>, kind: Kind, dataDir: string): Promise<string> {
  if (kind === 'sqlite') return `inode ${statSync(databaseFile(dataDir), { bigint: true }).ino}`;
  const oid = sql<string>`select oid::text as id from pg_database where datname = current_database()`;
  const system = sql<string>`select system_identifier::text as id from pg_control_system()`;
  const idOf = async (query: typeof oid) => Object((await query.execute(db)).rows[0]).id as string;
  // Some hosts do not let an ordinary user read the server's id.
  return `database ${await idOf(oid)} on ${await idOf(system).catch(() => 'this server')}`;
}
