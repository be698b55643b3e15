// Attacks a shop of its own, on both databases, and prints what was tried and what was found.
//   npm run attack                      all of it
//   npm run attack -- calls 2000        so many requests for each call, bent in every way we know
//   npm run attack -- wire 200          so many of each kind of garbage on the wire; slow senders as well
//   npm run attack -- sqlite seed=17    on one database, with the chance of an earlier run
//   npm run attack -- calls seed=17 'call=POST /api/login' number=3      one request again
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '#scripts/build.ts';
import { startPostgres } from '#scripts/postgres-server.ts';
import { createPostgresDatabase } from '#server/testing/postgres-database.ts';
import { shown } from './finding-report.ts';
import { runFuzz } from './fuzz-runner.ts';
import { type FuzzShop, openFuzzShop } from './fuzz-shop.ts';
import { newSeed } from './seeded-random.ts';
import { targets, webhookSettings } from './targets.ts';
import { fuzzSlowly, fuzzWire, type WireTally } from './wire.ts';

type Kind = 'sqlite' | 'postgres';

const words = process.argv.slice(2);
const kinds = (['sqlite', 'postgres'] as const).filter((kind) => words.includes(kind) || !words.some(isKind));
const part = words.find((word) => word === 'calls' || word === 'wire');
const count = Number(words.find((word) => /^\d+$/.test(word)) ?? 0);
const seed = Number(given('seed') ?? newSeed());
const onlyCall = given('call');
const onlyNumber = given('number');
const MOST_SHOWN = 10;
let databases = 0;
let findings = 0;

ensureBuilt();
console.log(`seed=${seed}`);
const postgres = kinds.includes('postgres') ? await startPostgres() : undefined;
try {
  for (const kind of kinds) {
    if (part !== 'wire') await attackCalls(kind);
    if (part !== 'calls') await onTarget(kind, (target) => attackTheWire(kind, target));
  }
} finally {
  await postgres?.stop();
}
console.log(findings === 0 ? 'Nothing was found.' : `${findings} findings.`);
process.exit(findings === 0 ? 0 : 1);

async function attackCalls(kind: Kind): Promise<void> {
  const numbers = onlyNumber ? [Number(onlyNumber)] : Array.from({ length: count || 2000 }, (_, number) => number);
  let tried = 0;
  for (const call of Object.keys(targets))
    if (!onlyCall || call === onlyCall)
      // A shop for each, or what one call deletes would be missing for the next.
      await onTarget(kind, async (target) => {
        const tally = await runFuzz(target, { seed, call, numbers });
        tried += tally.tried;
        const statuses = [...tally.statuses].toSorted(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`);
        say(`${kind} ${call}: ${tally.tried} tried (${statuses.join(', ')})`, tally.findings.map(shown));
      });
  console.log(`${kind}: ${tried} requests`);
}

async function attackTheWire(kind: Kind, target: FuzzShop): Promise<void> {
  sayWire(`${kind} wire`, await fuzzWire(target.port, seed, count || 200));
  sayWire(`${kind} slow senders`, await fuzzSlowly(target.port, seed, 10));
  const errors = target.logged.filter((line) => line.includes('"level":"error"'));
  say(`${kind} log: ${errors.length} errors`, errors);
}

function sayWire(what: string, { tried, findings: found }: WireTally): void {
  const total = [...tried.values()].reduce((sum, each) => sum + each, 0);
  say(`${what}: ${total} tried of ${tried.size} kinds`, found);
}

function say(line: string, found: string[]): void {
  findings += found.length;
  console.log(`${line}${found.length > 0 ? `, ${found.length} findings` : ''}`);
  for (const each of found.slice(0, MOST_SHOWN)) console.log(each);
}

async function onTarget(kind: Kind, work: (target: FuzzShop) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'attack-'));
  databases += 1;
  const own =
    kind === 'postgres' && postgres ? await createPostgresDatabase(postgres.url, `attack_${databases}`) : undefined;
  const target = await openFuzzShop({ dataDir, databaseUrl: own?.url }, webhookSettings);
  try {
    await work(target);
  } finally {
    await target.close();
    await own?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function given(name: string): string | undefined {
  return words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
}

function isKind(word: string): word is Kind {
  return word === 'sqlite' || word === 'postgres';
}
