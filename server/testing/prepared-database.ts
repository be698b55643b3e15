// Runs once before the tests of a database: makes one with every migration and two accounts, and test shops copy it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { insertAccount } from '#server/accounts/accounts.store.ts';
import { openDatabase } from '#server/database/database.ts';
import { databaseFile } from '#server/database/sqlite.ts';
import { people } from './people.ts';
import { createPostgresDatabase, newDatabaseName } from './postgres-database.ts';
import { quickHash } from './quick-hash.ts';

/** When every test shop opens. */
export const OPENING = '2026-10-01T17:00:00.000Z';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { kind, postgresUrl } = project.getProvidedContext();
  const dataDir = await mkdtemp(join(tmpdir(), 'prepared-'));
  const name = newDatabaseName();
  const postgres = kind === 'postgres' && postgresUrl ? await createPostgresDatabase(postgresUrl, name) : undefined;
  await prepare({ url: postgres?.url, dataDir });
  project.provide('prepared', postgres ? name : databaseFile(dataDir));
  return async () => {
    await postgres?.drop();
    await rm(dataDir, { recursive: true });
  };
}

async function prepare(location: Parameters<typeof openDatabase>[0]): Promise<void> {
  const database = await openDatabase(location, () => {});
  const { wren, otis } = people;
  await database.transaction([], async (tx) => {
    const created_at = OPENING;
    const staff = { name: 'Farm office', role: 'admin', staff_role: 'owner', created_at } as const;
    await insertAccount(tx, { ...staff, email: wren.email, password_hash: quickHash(wren.password) });
    const customer = { name: otis.name, role: 'customer', created_at } as const;
    await insertAccount(tx, { ...customer, email: otis.email, password_hash: quickHash(otis.password) });
  });
  await database.close();
}

declare module 'vitest' {
  interface ProvidedContext {
    /** A file or, on PostgreSQL, the name of a database. */
    prepared: string;
  }
}
