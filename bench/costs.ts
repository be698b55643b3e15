// What a page, an order and a staff action cost in CPU, memory and bytes, with PostgreSQL: npm run bench -- costs
// npm run bench -- capacity computes from these figures how far a machine goes.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ensureBuilt } from '#scripts/build.ts';
import { startPostgres } from '#scripts/postgres-server.ts';
import { loginAt, type RunningShop, staffSettings, startShop } from '#scripts/running-shop.ts';
import { createDatabase, fillSqliteStock, fillStock } from './databases.ts';
import { runLoad } from './http-load.ts';
import { cpuMicros } from './measure.ts';
import { placeOrders } from './order-load.ts';
import { circumstances, writeSection } from './results.ts';

const ORDERS = Number(process.argv[2] || 3000);
const BUYERS = 8;

ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), 'bench-costs-'));
const postgres = await startPostgres();
const url = await createDatabase(postgres.url, 'costs');
const shop = await startShop({
  ...staffSettings,
  ...{ DATA_DIR: join(folder, 'shop'), DATABASE_URL: url, LIMITS: 'off' },
});
await fillStock(url);
const database = new pg.Client({ connectionString: url });
await database.connect();
const postmaster = await postmasterPid();
const headers = await loginAt(shop.url);

// Until the code is compiled and the connections are open.
await placeOrders({ url: shop.url, buyers: BUYERS, orders: 500 });
await database.query('vacuum analyze');
const before = await bytes();
const order = await cost(ORDERS, () => placeOrders({ url: shop.url, buyers: BUYERS, orders: ORDERS }));
const after = await bytes();
const rows = [
  row('a cached page', await cost(20_000, () => load('/products', 20_000))),
  row('what a page shows, read from the database', await cost(3000, () => load('/api/products', 3000, true))),
  row('an order', order),
  row('staff: a page of Order Management', await cost(500, () => repeat(500, () => read('/api/orders/admin')))),
  row('staff: an order and its history', await cost(500, () => repeat(500, (each) => read(`/api/orders/${each + 1}`)))),
  row('staff: marking an order ready', await cost(500, () => repeat(500, markReady))),
];
const sizes = [
  `| memory of an instance after this load, MB | ${megabytes(shop).toFixed(0)} |`,
  `| an order in PostgreSQL, with indexes, bytes | ${perOrder(after.data - before.data)} |`,
  `| an order in PostgreSQL's write-ahead log, bytes | ${perOrder(after.log - before.log)} |`,
  `| an order in SQLite, with indexes, bytes | ${perOrder(await sqliteBytes())} |`,
];
for (const each of [...rows, ...sizes]) console.log(each);
await database.end();
await shop.stop();
await postgres.stop();
rmSync(folder, { recursive: true });
writeSection(
  'Costs',
  `${circumstances('npm run bench -- costs')} One instance and PostgreSQL on one machine, ${ORDERS} orders by ${BUYERS} buyers with LIMITS=off, then each of the others
by itself. CPU is user and system time, that of the database summed over its processes.

| request | shop, CPU us | database, CPU us |
|---|---|---|
${rows.join('\n')}

| size | |
|---|---|
${sizes.join('\n')}`,
);

type Cost = { shop: number; database: number };

/** CPU per time that `work` is done. */
async function cost(times: number, work: () => Promise<unknown>): Promise<Cost> {
  const start = { shop: cpuMicros(shop.process.pid ?? 0), database: databaseMicros() };
  await work();
  return {
    shop: (cpuMicros(shop.process.pid ?? 0) - start.shop) / times,
    database: (databaseMicros() - start.database) / times,
  };
}

function row(title: string, each: Cost): string {
  return `| ${title} | ${each.shop.toFixed(0)} | ${each.database.toFixed(0)} |`;
}

function load(path: string, requests: number, distinctUrls = false): Promise<number> {
  return runLoad({ url: shop.url + path, requests, connections: BUYERS, distinctUrls });
}

async function repeat(times: number, work: (each: number) => Promise<unknown>): Promise<void> {
  for (let each = 0; each < times; each += 1) await work(each);
}

async function read(path: string): Promise<void> {
  await (await fetch(shop.url + path, { headers })).arrayBuffer();
}

async function markReady(each: number): Promise<void> {
  const response = await fetch(`${shop.url}/api/orders/${each + 1}/status-changes`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ to: 'ready' }),
  });
  if (!response.ok) throw new Error(`Marking an order ready returned ${response.status}.`);
  await response.arrayBuffer();
}

async function postmasterPid(): Promise<number> {
  const { rows: found } = await database.query('select pg_backend_pid() as pid');
  return parentOf(found[0].pid);
}

function parentOf(pid: number | string): number {
  return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
}

function databaseMicros(): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isChild(name));
  return children.reduce((sum, pid) => sum + cpuMicros(Number(pid)), 0);
}

function isChild(pid: string): boolean {
  try {
    return parentOf(pid) === postmaster;
  } catch {
    // It ended in the meantime.
    return false;
  }
}

async function bytes(): Promise<{ data: number; log: number }> {
  const { rows: found } = await database.query(
    `select pg_database_size('costs')::float8 as data, (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 as log`,
  );
  return found[0];
}

function perOrder(size: number): number {
  return Math.round(size / ORDERS);
}

function megabytes({ process: { pid } }: RunningShop): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

async function sqliteBytes(): Promise<number> {
  const settings = { DATA_DIR: join(folder, 'sqlite'), LIMITS: 'off' };
  const file = join(settings.DATA_DIR, 'farm.sqlite');
  await (await startShop(settings)).stop();
  const empty = statSync(file).size;
  fillSqliteStock(settings.DATA_DIR);
  const small = await startShop(settings);
  await placeOrders({ url: small.url, buyers: BUYERS, orders: ORDERS });
  await small.stop();
  return statSync(file).size - empty;
}
