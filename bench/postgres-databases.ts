// Databases for shops that are measured on PostgreSQL.
import pg from 'pg';

const POUNDS = 1_000_000;

/** Returns its URL. */
export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  await run(serverUrl, `create database ${name}`);
  return Object.assign(new URL(serverUrl), { pathname: name }).href;
}

/** More hops than a benchmark can sell. */
export async function fillStock(url: string): Promise<void> {
  await run(
    url,
    `update products set stock = ${POUNDS}; update lots set stock = ${POUNDS};
      update stock_moves set pounds = ${POUNDS}, stock_after = ${POUNDS}`,
  );
}

async function run(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}
