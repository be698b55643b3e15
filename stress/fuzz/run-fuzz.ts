// Attacks a temporary shop on both databases and prints what was tried and found.
//   npm run attack                      everything
//   npm run attack -- calls 2000        this many malformed requests per endpoint
//   npm run attack -- wire 200          this many of each kind of raw garbage, plus slow senders
//   npm run attack -- sqlite seed=17    on one database, with the seed of an earlier run
//   npm run attack -- calls seed=17 'call=POST /api/login' number=3      repeats a single request
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '#scripts/build.ts';
import { startPostgres } from '#scripts/postgres-server.ts';
import { createPostgresDatabase } from '#server/testing/postgres-database.ts';
import { formatFinding } from './finding-report.ts';
import { runFuzz } from './fuzz-runner.ts';
import { type FuzzShop, openFuzzShop } from './fuzz-shop.ts';
import { newSeed } from './seeded-random.ts';
import { targets, webhookSettings } from './targets.ts';
import { fuzzSlowly, fuzzWire, type WireTally } from './wire.ts';

type Kind = 'sqlite' | 'postgres';

const args = process.argv.slice(2);
const kinds = (['sqlite', 'postgres'] as const).filter((kind) => args.includes(kind) || !args.some(isKind));
const part = args.find((arg) => arg === 'calls' || arg === 'wire');
const count = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 0);
const seed = Number(option('seed') ?? newSeed());
const onlyEndpoint = option('call');
const onlyNumber = option('number');
const MAX_SHOWN = 10;
let databases = 0;
let findings = 0;

ensureBuilt();
console.log(`seed=${seed}`);
const postgres = kinds.includes('postgres') ? await startPostgres() : undefined;
try {
  for (const kind of kinds) {
    if (part !== 'wire') await fuzzEndpoints(kind);
    if (part !== 'calls') await withTarget(kind, (target) => fuzzConnections(kind, target));
  }
} finally {
  await postgres?.stop();
}
console.log(findings === 0 ? 'No findings.' : `${findings} findings.`);
process.exit(findings === 0 ? 0 : 1);

async function fuzzEndpoints(kind: Kind): Promise<void> {
  const numbers = onlyNumber ? [Number(onlyNumber)] : Array.from({ length: count || 2000 }, (_, number) => number);
  let tried = 0;
  for (const endpoint of Object.keys(targets))
    if (!onlyEndpoint || endpoint === onlyEndpoint)
      // A fresh shop each time, so what one endpoint deletes is there for the next.
      await withTarget(kind, async (target) => {
        const tally = await runFuzz(target, { seed, endpoint, numbers });
        tried += tally.tried;
        const statuses = [...tally.statuses].toSorted(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`);
        report(`${kind} ${endpoint}: ${tally.tried} tried (${statuses.join(', ')})`, tally.findings.map(formatFinding));
      });
  console.log(`${kind}: ${tried} requests`);
}

async function fuzzConnections(kind: Kind, target: FuzzShop): Promise<void> {
  reportWire(`${kind} wire`, await fuzzWire(target.port, seed, count || 200));
  reportWire(`${kind} slow senders`, await fuzzSlowly(target.port, seed, 10));
  const errors = target.logLines.filter((line) => line.includes('"level":"error"'));
  report(`${kind} log: ${errors.length} errors`, errors);
}

function reportWire(title: string, { tried, findings: newFindings }: WireTally): void {
  const total = [...tried.values()].reduce((sum, each) => sum + each, 0);
  report(`${title}: ${total} tried of ${tried.size} kinds`, newFindings);
}

function report(line: string, newFindings: string[]): void {
  findings += newFindings.length;
  console.log(`${line}${newFindings.length > 0 ? `, ${newFindings.length} findings` : ''}`);
  for (const each of newFindings.slice(0, MAX_SHOWN)) console.log(each);
}

async function withTarget(kind: Kind, work: (target: FuzzShop) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'attack-'));
  databases += 1;
  const database =
    kind === 'postgres' && postgres ? await createPostgresDatabase(postgres.url, `attack_${databases}`) : undefined;
  const target = await openFuzzShop({ dataDir, databaseUrl: database?.url }, webhookSettings);
  try {
    await work(target);
  } finally {
    await target.close();
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function option(name: string): string | undefined {
  return args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1);
}

function isKind(arg: string): arg is Kind {
  return arg === 'sqlite' || arg === 'postgres';
}
