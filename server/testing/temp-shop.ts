// Storage for a test shop: a temporary folder and, on PostgreSQL, a database of its own.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Kind } from '#server/database/migrate.ts';
import { createPostgresDatabase } from './postgres-database.ts';

export type TempShop = { dataDir: string; databaseUrl: string | undefined; cleanUp(): Promise<void> };

export async function createTempShop(kind = inject('kind')): Promise<TempShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'farm-'));
  const database = kind === 'postgres' ? await newPostgresDatabase() : undefined;
  return {
    dataDir,
    databaseUrl: database?.url,
    async cleanUp() {
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function newPostgresDatabase() {
  const server = inject('postgresUrl');
  if (!server) throw new Error('TEST_POSTGRES_URL is missing: run the tests with npm test or npm run test:app.');
  return createPostgresDatabase(server, `farm_${randomBytes(6).toString('hex')}`);
}

declare module 'vitest' {
  interface ProvidedContext {
    kind: Kind;
    /** Server on which the tests may create databases. */
    postgresUrl: string | undefined;
  }
}
