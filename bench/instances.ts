// Two instances on PostgreSQL beside one: npm run bench -- instances
// Where the machine allows it each instance is held to a part of a core. Otherwise two of them, the database and the buyers want more
// cores than a small machine has, and what is measured is the machine.
import { existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ensureBuilt } from '../tools/build.ts';
import { startPostgres } from '../tools/postgres-server.ts';
import { startShop } from '../tools/running-shop.ts';
import { buy } from './buyers.ts';
import { load } from './load.ts';
import { median } from './measure.ts';
import { circumstances, writeSection } from './results.ts';

const ROUNDS = Number(process.argv[2] || 5);
const ORDERS = 400;
const READINGS = 4000;
const BUYERS = 32;
const PART = 0.4;

ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), 'bench-instances-'));
const postgres = await startPostgres();
const settings = { DATA_DIR: join(folder, 'data'), DATABASE_URL: postgres.url, LIMITS: 'off' };
const shops = [await startShop(settings), await startShop(settings)];
const urls = shops.map(({ url }) => url);
await fillTheBarn();
const held = shops.map(({ process: { pid = 0 } }, index) => hold(pid, `farm-bench-${index}`));

const rows: string[] = [];
for (const { what, measure } of [
  { what: 'orders placed', measure: ordersPlaced },
  { what: 'public calls that read the database', measure: readings },
]) {
  const one: number[] = [];
  const two: number[] = [];
  await measure(urls);
  for (let round = 0; round < ROUNDS; round += 1) {
    one.push(await measure(urls.slice(0, 1)));
    two.push(await measure(urls));
  }
  const [alone, together] = [median(one), median(two)];
  rows.push(`| ${what} | ${alone.toFixed(0)} | ${together.toFixed(0)} | ${(together / alone).toFixed(2)} |`);
  console.log(rows.at(-1));
}
for (const shop of shops) await shop.stop();
for (const letGo of held) letGo?.();
await postgres.stop();
rmSync(folder, { recursive: true });
writeSection(
  'Two instances',
  `${circumstances('npm run bench -- instances')} Medians of ${ROUNDS} rounds, one instance and two in turns, ${BUYERS} buyers in all, PostgreSQL on the
same machine. ${held.every(Boolean) ? `Each instance may use ${PART} of a core.` : 'The instances, the database and the buyers share the cores: what is free is the limit.'}

| what, per second | one | two | ratio |
|---|---|---|---|
${rows.join('\n')}`,
);

async function ordersPlaced(at: string[]): Promise<number> {
  return sum(await Promise.all(at.map((url) => buy({ url, buyers: BUYERS / at.length, orders: ORDERS }))));
}

async function readings(at: string[]): Promise<number> {
  const asking = { requests: READINGS, connections: BUYERS / at.length };
  return sum(await Promise.all(at.map((url) => load({ url: `${url}/api/products?search=comet`, ...asking }))));
}

function sum(values: number[]): number {
  return values.reduce((all, each) => all + each, 0);
}

async function fillTheBarn(): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query('update products set stock = 1000000');
  await client.query('update stock_moves set pounds = 1000000, stock_after = 1000000');
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
