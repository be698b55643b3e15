// The databases of shops that are measured.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

const POUNDS = 1_000_000;
/** More hops than a benchmark can sell. */
const FILL = `update products set stock = ${POUNDS}; update lots set stock = ${POUNDS};
  update stock_moves set pounds = ${POUNDS}, stock_after = ${POUNDS}`;

/** Returns its URL. */
export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  await run(serverUrl, `create database ${name}`);
  return Object.assign(new URL(serverUrl), { pathname: name }).href;
}

export const fillStock = (url: string): Promise<void> => run(url, FILL);

/** Of a shop that does not run. */
export function fillSqliteStock(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'farm.sqlite'), { timeout: 5000 });
  database.exec(FILL);
  database.close();
}

async function run(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}
