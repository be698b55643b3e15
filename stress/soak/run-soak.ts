// Runs the real shop process for a long time under all kinds of load. Exits with 1 if there are findings.
//   npm run soak                     ten minutes on SQLite, five on PostgreSQL
//   npm run soak -- 30 sqlite        this many minutes, on one database
//   npm run soak -- disk 5           a real disk that fills up this many times while people buy; needs root to mount it
//   npm run soak -- disk 5 postgres  the same with PostgreSQL on that disk
//   npm run soak -- rolling 10       two instances on PostgreSQL behind HAProxy, then behind Caddy: restarted in turn this many
//                                    times while people buy, then killed as often
//   npm run soak -- rolling 10 caddy the same behind one of them
//   npm run soak -- s3               uploads in a real object storage, OpenStack Swift, that crashes
//   npm run soak -- failover 20      a PostgreSQL primary that dies this many times, and a standby that takes its place
//   npm run soak -- outage           PostgreSQL connections that go silent, then a server that crashes and restarts
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { balancerKinds } from '#scripts/balancers.ts';
import { ensureBuilt } from '#scripts/build.ts';
import { startPostgresPair } from '#scripts/postgres-pair.ts';
import { startPostgres } from '#scripts/postgres-server.ts';
import { createPostgresDatabase } from '#server/testing/postgres-database.ts';
import { openBalancedShops } from './balanced-shops.ts';
import { failOver } from './failover.ts';
import { fullDisk } from './full-disk.ts';
import { checkObjectStorage } from './object-storage.ts';
import { outages } from './outage.ts';
import { slopeOf } from './process-samples.ts';
import { killInTurn, restartInTurn } from './rolling-restart.ts';
import { formatSample, type ShopLocation, soak } from './scenario.ts';
import { mountSmallDisk } from './small-disk.ts';

type Kind = 'sqlite' | 'postgres';

const args = process.argv.slice(2);
const count = Number(args.find((arg) => /^[\d.]+$/.test(arg)) ?? 0);
const only = args.find((arg): arg is Kind => arg === 'sqlite' || arg === 'postgres');
const defaultMinutes: Record<Kind, number> = { sqlite: 10, postgres: 5 };
let findingCount = 0;

ensureBuilt();
if (args.includes('rolling')) await rolling();
else if (args.includes('failover')) await failover();
else if (args.includes('outage')) await outage();
else if (args.includes('disk')) await disk();
else if (args.includes('s3')) report(await withLocation('postgres', (where) => checkObjectStorage(where, console.log)));
else for (const kind of only ? [only] : (['sqlite', 'postgres'] as const)) await mixed(kind);
console.log(findingCount === 0 ? 'No findings.' : `${findingCount} findings.`);
process.exit(findingCount === 0 ? 0 : 1);

async function mixed(kind: Kind): Promise<void> {
  const minutes = count || defaultMinutes[kind];
  const kills = Math.ceil(minutes);
  const options = { seconds: minutes * 60, kills, bursts: Math.ceil(minutes * 3), log: console.log };
  const { state, samples, atRest, orders, findings } = await withLocation(kind, (location) => soak(location, options));
  const later = samples.slice(Math.floor(samples.length / 3));
  const slope = (name: 'rss' | 'heap' | 'handles') => slopeOf(later, (sample) => sample[name]).toFixed(1);
  console.log(`${kind}: ${minutes} minutes, ${kills} kills, ${options.bursts} bursts`);
  console.log(
    `  ${state.answered} responses, ${state.rejected} rejected as busy, ${state.cutOff} cut off by kills, ${orders} orders`,
  );
  console.log(
    `  first: ${formatSample(samples[0])}; last: ${formatSample(samples.at(-1))}; at rest: ${formatSample(atRest)}`,
  );
  console.log(
    `  per hour, without the first third: RSS ${slope('rss')} MB, heap ${slope('heap')} MB, handles ${slope('handles')}`,
  );
  report(findings);
}

async function rolling(): Promise<void> {
  const rounds = count || 5;
  const chosen = balancerKinds.filter((kind) => args.includes(kind));
  for (const kind of chosen.length > 0 ? chosen : balancerKinds)
    await withLocation('postgres', async (location) => {
      const balanced = await openBalancedShops(location, { balancers: [kind] });
      const restarted = await restartInTurn(balanced, rounds);
      console.log(
        `${kind}: ${2 * rounds} restarts in turn, ${restarted.answered} requests, ${restarted.responses.length} orders`,
      );
      report(restarted.findings);
      const killed = await killInTurn(balanced, rounds);
      console.log(
        `${kind}: ${rounds} kills, ${killed.answered} requests, ${killed.responses.length} orders, ${killed.cutOff} cut off`,
      );
      report(killed.findings);
      await balanced.close();
    });
}

async function failover(): Promise<void> {
  const rounds = count || 20;
  const dataDir = mkdtempSync(join(tmpdir(), 'soak-'));
  const pair = await startPostgresPair();
  try {
    const { state, posts, recoveries, findings } = await failOver({ dataDir, pair, rounds, log: console.log });
    const orders = state.responses.length;
    const paid = state.responses.filter(({ status }) => status === 200).length;
    const sorted = recoveries.map((ms) => Math.round(ms)).sort((a, b) => a - b);
    console.log(
      `${rounds} failovers, ${state.answered} responses, ${state.rejected} told to try again, ${orders} orders tried, ${paid} paid, ${posts} posts published`,
    );
    console.log(`  from promotion to sale: median ${sorted[rounds]} ms, longest ${sorted.at(-1)} ms`);
    report(findings);
  } finally {
    await pair.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function outage(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'soak-'));
  const server = await startPostgres();
  try {
    const { state, silent, crashed, findings } = await outages(server, dataDir);
    const seconds = (ms: number) => (ms / 1000).toFixed(1);
    console.log(`${state.responses.length} orders tried, ${state.rejected} told to try again`);
    console.log(`  selling again ${seconds(silent)} s after silence, ${seconds(crashed)} s after a crash`);
    report(findings);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function disk(): Promise<void> {
  const rounds = count || 5;
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const small = mountSmallDisk(folder, only === 'postgres' ? 120 : 24);
  const server = only === 'postgres' ? await startPostgres(folder) : undefined;
  try {
    const location = { dataDir: join(folder, 'shop'), databaseUrl: server?.url };
    const { rejected, orders, findings } = await fullDisk({ ...location, disk: small, rounds, buyers: 6 });
    console.log(`the disk was full ${rounds} times, ${orders} orders tried, ${rejected} rejected`);
    report(findings);
  } finally {
    await server?.stop();
    small.unmount();
    rmSync(folder, { recursive: true });
  }
}

function report(findings: string[]): void {
  findingCount += findings.length;
  for (const each of findings.slice(0, 20)) console.log(each);
}

async function withLocation<T>(kind: Kind, work: (location: ShopLocation) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'soak-'));
  const server = kind === 'postgres' ? await startPostgres() : undefined;
  try {
    const database = server && (await createPostgresDatabase(server.url, 'soak'));
    return await work({ dataDir, databaseUrl: database?.url });
  } finally {
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
