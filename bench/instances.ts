// Two instances on PostgreSQL compared with one: npm run bench -- instances
// If the machine allows it, each instance is limited to part of a core. Otherwise two instances, the database and the buyers
// need more cores than a small machine has, and we would measure the machine.
import { existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '#scripts/build.ts';
import { startPostgres } from '#scripts/postgres-server.ts';
import { startShop } from '#scripts/running-shop.ts';
import { createDatabase, fillStock } from './databases.ts';
import { runLoad } from './http-load.ts';
import { median } from './measure.ts';
import { placeOrders } from './order-load.ts';
import { circumstances, writeSection } from './results.ts';

const ROUNDS = Number(process.argv[2] || 5);
const ORDERS = 400;
const READS = 4000;
const BUYERS = 32;
const WARM_UPS = 4;
const CPU_SHARE = 0.4;

type Shop = Awaited<ReturnType<typeof startShop>>;

ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), 'bench-instances-'));
const postgres = await startPostgres();
// Each side has its own database: an idle second instance would send emails and do other work for the first.
const single = await startShops('single', 1);
const pair = await startShops('pair', 2);
const shops = [...single, ...pair];
const kinds = [
  { title: 'orders of two hops', measure: (shops: Shop[]) => measureOrders(shops, 2) },
  { title: 'orders of one hop', measure: (shops: Shop[]) => measureOrders(shops, 1) },
  { title: 'public endpoint that reads the database', measure: measureReads },
];
// Warm up at full speed until the code is compiled: with limited CPU that would take many rounds.
for (const { measure } of kinds)
  for (const shop of shops) for (let time = 0; time < WARM_UPS; time += 1) await measure([shop]);
const cpuLimits = shops.map(({ process: { pid = 0 } }, index) => limitCpu(pid, `farm-bench-${index}`));

const rows: string[] = [];
for (const { title, measure } of kinds) {
  const ones: number[] = [];
  const twos: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ones.push(await measure(single));
    twos.push(await measure(pair));
  }
  const [one, two] = [median(ones), median(twos)];
  rows.push(`| ${title} | ${one.toFixed(0)} | ${two.toFixed(0)} | ${(two / one).toFixed(2)} |`);
  console.log(rows.at(-1));
}
for (const shop of shops) await shop.stop();
for (const removeLimit of cpuLimits) removeLimit?.();
await postgres.stop();
rmSync(folder, { recursive: true });
writeSection(
  'Two instances',
  `${circumstances('npm run bench -- instances')} Medians of ${ROUNDS} rounds, alternating between one instance and two, ${BUYERS} buyers in total, PostgreSQL on the
  same machine, with separate databases. Orders of the same hop wait for each other: each locks its row until it is committed, and an instance that has used up its share is paused with the lock. ${cpuLimits.every(Boolean) ? `Each instance may use ${CPU_SHARE} of a core.` : 'The instances, the database and the buyers share the cores, so free CPU is the limit.'}

| per second | one | two | ratio |
|---|---|---|---|
${rows.join('\n')}`,
);

async function measureOrders(targets: Shop[], hops: 1 | 2): Promise<number> {
  return sum(
    await Promise.all(
      targets.map(({ url }) => placeOrders({ url, buyers: BUYERS / targets.length, orders: ORDERS, hops })),
    ),
  );
}

async function measureReads(targets: Shop[]): Promise<number> {
  const load = { requests: READS, connections: BUYERS / targets.length, distinctUrls: true };
  return sum(await Promise.all(targets.map(({ url }) => runLoad({ url: `${url}/api/products`, ...load }))));
}

function sum(values: number[]): number {
  return values.reduce((all, each) => all + each, 0);
}

async function startShops(name: string, count: number): Promise<Shop[]> {
  const DATABASE_URL = await createDatabase(postgres.url, name);
  const settings = { DATA_DIR: join(folder, name), DATABASE_URL, LIMITS: 'off' };
  const shops = [];
  while (shops.length < count) shops.push(await startShop(settings));
  await fillStock(DATABASE_URL);
  return shops;
}

/** Uses short periods of 5 ms: a process paused for longer would block others with its locks. */
function limitCpu(pid: number, name: string): (() => void) | undefined {
  const group = join('/sys/fs/cgroup/cpu', name);
  try {
    mkdirSync(group);
    if (!existsSync(join(group, 'cpu.cfs_quota_us'))) throw new Error('CPU quotas are not available.');
    writeFileSync(join(group, 'cpu.cfs_period_us'), '5000');
    writeFileSync(join(group, 'cpu.cfs_quota_us'), String(5000 * CPU_SHARE));
    writeFileSync(join(group, 'cgroup.procs'), String(pid));
    return () => rmdirSync(group);
  } catch {
    return undefined;
  }
}
