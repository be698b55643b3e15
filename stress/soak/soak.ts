// The shop for a long time, under everything at once, as a real process. Ends with 1 when something was not in order.
//   npm run soak                     ten minutes on SQLite, five on PostgreSQL
//   npm run soak -- 30 sqlite        so many minutes, on one database
//   npm run soak -- disk 5           a real disk that fills up while people buy, so many times; mounts one, so it wants root
//   npm run soak -- disk 5 postgres  the same with PostgreSQL on that disk
//   npm run soak -- rolling 10       two instances on PostgreSQL, restarted in turn so many times, while people buy
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '#scripts/build.ts';
import { startPostgres } from '#scripts/postgres-server.ts';
import { createPostgresDatabase } from '#server/testing/postgres-database.ts';
import { fullDisk } from './full-disk.ts';
import { slopeOf } from './process-samples.ts';
import { restartInTurn } from './rolling-restart.ts';
import { lineOf, type Place, soak } from './scenario.ts';
import { mountSmallDisk } from './small-disk.ts';

type Kind = 'sqlite' | 'postgres';

const words = process.argv.slice(2);
const count = Number(words.find((word) => /^[\d.]+$/.test(word)) ?? 0);
const only = words.find((word): word is Kind => word === 'sqlite' || word === 'postgres');
const usualMinutes: Record<Kind, number> = { sqlite: 10, postgres: 5 };
let found = 0;

ensureBuilt();
if (words.includes('rolling')) await rolling();
else if (words.includes('disk')) await disk();
else for (const kind of only ? [only] : (['sqlite', 'postgres'] as const)) await mixed(kind);
console.log(found === 0 ? 'All in order.' : `${found} findings.`);
process.exit(found === 0 ? 0 : 1);

async function mixed(kind: Kind): Promise<void> {
  const minutes = count || usualMinutes[kind];
  const kills = Math.ceil(minutes);
  const options = { seconds: minutes * 60, kills, bursts: Math.ceil(minutes * 3), say: console.log };
  const { day, samples, atRest, orders, findings } = await withPlace(kind, (place) => soak(place, options));
  const later = samples.slice(Math.floor(samples.length / 3));
  const slope = (name: 'rss' | 'heap' | 'handles') => slopeOf(later, (sample) => sample[name]).toFixed(1);
  console.log(`${kind}: ${minutes} minutes, ${kills} kills, ${options.bursts} bursts`);
  console.log(
    `  ${day.answered} answered, ${day.refused} asked to come again, ${day.cut} cut off by kills, ${orders} orders`,
  );
  console.log(`  first: ${lineOf(samples[0])}; last: ${lineOf(samples.at(-1))}; when all have left: ${lineOf(atRest)}`);
  console.log(
    `  per hour, without the first third: RSS ${slope('rss')} MB, heap ${slope('heap')} MB, handles ${slope('handles')}`,
  );
  report(findings);
}

async function rolling(): Promise<void> {
  const { restarts, day, orders, findings } = await withPlace('postgres', (place) => restartInTurn(place, count || 5));
  console.log(`${restarts} restarts in turn, ${day.answered} requests, ${orders} orders, ${findings.length} findings`);
  report(findings);
}

async function disk(): Promise<void> {
  const rounds = count || 5;
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const small = mountSmallDisk(folder, only === 'postgres' ? 120 : 24);
  const server = only === 'postgres' ? await startPostgres(folder) : undefined;
  try {
    const place = { dataDir: join(folder, 'shop'), databaseUrl: server?.url };
    const { refused, orders, findings } = await fullDisk({ ...place, disk: small, rounds, buyers: 6 });
    console.log(`the disk was full ${rounds} times, ${orders} orders tried, ${refused} refused`);
    report(findings);
  } finally {
    await server?.stop();
    small.unmount();
    rmSync(folder, { recursive: true });
  }
}

function report(findings: string[]): void {
  found += findings.length;
  for (const each of findings.slice(0, 20)) console.log(each);
}

async function withPlace<T>(kind: Kind, work: (place: Place) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'soak-'));
  const server = kind === 'postgres' ? await startPostgres() : undefined;
  try {
    const own = server && (await createPostgresDatabase(server.url, 'soak'));
    return await work({ dataDir, databaseUrl: own?.url });
  } finally {
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
