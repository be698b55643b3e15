import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Creates a separate database on a test server, empty or as a copy. */
export async function createPostgresDatabase(serverUrl: string, name: string, copyOf = 'template1') {
  await onServer(serverUrl, `create database ${name} template ${copyOf}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(serverUrl, `drop database if exists ${name} with (force)`) };
}

export const newDatabaseName = () => `farm_${randomBytes(6).toString('hex')}`;

export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
