// Storage for a test shop: a temporary folder and, on PostgreSQL, a database of its own.
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Kind } from '#server/database/migrate.ts';
import { databaseFile } from '#server/database/sqlite.ts';
import { createPostgresDatabase, newDatabaseName } from './postgres-database.ts';

export type TempShop = { dataDir: string; databaseUrl: string | undefined; cleanUp(): Promise<void> };

type Options = {
  kind?: Kind;
  /** With its tables and accounts; otherwise the database is empty. */
  prepared?: boolean;
};

export async function createTempShop({ kind = inject('kind'), prepared = false }: Options = {}): Promise<TempShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'farm-'));
  const copyOf = prepared ? inject('prepared') : undefined;
  const database = kind === 'postgres' ? await newPostgresDatabase(copyOf) : undefined;
  if (kind === 'sqlite' && copyOf) await copyFile(copyOf, databaseFile(dataDir));
  return {
    dataDir,
    databaseUrl: database?.url,
    async cleanUp() {
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function newPostgresDatabase(copyOf: string | undefined) {
  const server = inject('postgresUrl');
  if (!server) throw new Error('TEST_POSTGRES_URL is missing: run the tests with npm test or npm run test:app.');
  return createPostgresDatabase(server, newDatabaseName(), copyOf);
}

declare module 'vitest' {
  interface ProvidedContext {
    kind: Kind;
    /** Server on which the tests may create databases. */
    postgresUrl: string | undefined;
  }
}
