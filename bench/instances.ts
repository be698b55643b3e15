// Two instances on PostgreSQL beside one: npm run bench -- instances
// Where the machine allows it each instance is held to a part of a core. Otherwise two of them, the database and the buyers want more
// cores than a small machine has, and what is measured is the machine.
import { existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ensureBuilt } from '#scripts/build.ts';
import { startPostgres } from '#scripts/postgres-server.ts';
import { startShop } from '#scripts/running-shop.ts';
import { runLoad } from './http-load.ts';
import { median } from './measure.ts';
import { placeOrders } from './order-load.ts';
import { circumstances, writeSection } from './results.ts';

const ROUNDS = Number(process.argv[2] || 5);
const ORDERS = 400;
const READINGS = 4000;
const BUYERS = 32;
const WARM_UPS = 4;
const BARN = 1_000_000;
const PART = 0.4;

type Shop = Awaited<ReturnType<typeof startShop>>;

ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), 'bench-instances-'));
const postgres = await startPostgres();
// Each has its own database: an idle second instance would send letters and fold sums for the first.
const alone = await shopsOn('alone', 1);
const pair = await shopsOn('pair', 2);
const shops = [...alone, ...pair];
const kinds = [
  { what: 'orders placed', measure: ordersPlaced },
  { what: 'public requests that read the database', measure: readings },
];
// At full speed, until the code is compiled: held to a part of a core that takes many rounds.
for (const { measure } of kinds)
  for (const shop of shops) for (let time = 0; time < WARM_UPS; time += 1) await measure([shop]);
const held = shops.map(({ process: { pid = 0 } }, index) => hold(pid, `farm-bench-${index}`));

const rows: string[] = [];
for (const { what, measure } of kinds) {
  const ones: number[] = [];
  const twos: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ones.push(await measure(alone));
    twos.push(await measure(pair));
  }
  const [one, two] = [median(ones), median(twos)];
  rows.push(`| ${what} | ${one.toFixed(0)} | ${two.toFixed(0)} | ${(two / one).toFixed(2)} |`);
  console.log(rows.at(-1));
}
for (const shop of shops) await shop.stop();
for (const letGo of held) letGo?.();
await postgres.stop();
rmSync(folder, { recursive: true });
writeSection(
  'Two instances',
  `${circumstances('npm run bench -- instances')} Medians of ${ROUNDS} rounds, alternating between one instance and two, ${BUYERS} buyers in total, PostgreSQL on the
same machine, with one database for the single instance and another for the two. ${held.every(Boolean) ? `Each instance is limited to ${PART} of a core.` : 'The instances, the database and the buyers share the cores, which limits the result.'}

| per second | one | two | ratio |
|---|---|---|---|
${rows.join('\n')}`,
);

async function ordersPlaced(at: Shop[]): Promise<number> {
  return sum(await Promise.all(at.map(({ url }) => placeOrders({ url, buyers: BUYERS / at.length, orders: ORDERS }))));
}

async function readings(at: Shop[]): Promise<number> {
  const asking = { requests: READINGS, connections: BUYERS / at.length, apart: true };
  return sum(await Promise.all(at.map(({ url }) => runLoad({ url: `${url}/api/products`, ...asking }))));
}

function sum(values: number[]): number {
  return values.reduce((all, each) => all + each, 0);
}

async function shopsOn(name: string, count: number): Promise<Shop[]> {
  await run(postgres.url, `create database ${name}`);
  const DATABASE_URL = Object.assign(new URL(postgres.url), { pathname: name }).href;
  const settings = { DATA_DIR: join(folder, name), DATABASE_URL, LIMITS: 'off' };
  const shops = [];
  while (shops.length < count) shops.push(await startShop(settings));
  await run(
    DATABASE_URL,
    `update products set stock = ${BARN}; update stock_moves set pounds = ${BARN}, stock_after = ${BARN}`,
  );
  return shops;
}

async function run(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

/** In periods of five milliseconds: one that sleeps longer would keep others waiting for what it has locked. */
function hold(pid: number, name: string): (() => void) | undefined {
  const group = join('/sys/fs/cgroup/cpu', name);
  try {
    mkdirSync(group);
    if (!existsSync(join(group, 'cpu.cfs_quota_us'))) throw new Error('There is no such control here.');
    writeFileSync(join(group, 'cpu.cfs_period_us'), '5000');
    writeFileSync(join(group, 'cpu.cfs_quota_us'), String(5000 * PART));
    writeFileSync(join(group, 'cgroup.procs'), String(pid));
    return () => rmdirSync(group);
  } catch {
    return undefined;
  }
}
