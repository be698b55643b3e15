// Tries to break ordering in every way we know, and reads the books afterwards.
//   npm run faults               all of it, on both databases
//   npm run faults -- matrix     each fault x each call of the provider x a death at each step
//   npm run faults -- sales      many buyers for few pounds
//   npm run faults -- storm      10,000 checkouts while three in ten calls of the provider go wrong
//   npm run faults -- kill       kill -9 of the real process while buyers pay
//   npm run faults -- mutants    breaks the protocol on purpose: the checks above must find out
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '#scripts/postgres-server.ts';
import { insert } from '#server/catalog/catalog.store.ts';
import { openLedger } from '#server/catalog/stock.store.ts';
import { type Database, openDatabase } from '#server/database/database.ts';
import { faults as allFaults, type Fault } from '#server/testing/fake-square.ts';
import { createPostgresDatabase } from '#server/testing/postgres-database.ts';
import { openFaultHarness } from './fault-harness.ts';
import { allRuns } from './fault-matrix.ts';
import { killRounds } from './kill-mid-payment.ts';
import { mutants } from './mutants.ts';

type Kind = 'sqlite' | 'postgres';
const [part = 'all', ...rest] = process.argv.slice(2);
const only = rest.find((word) => word === 'sqlite' || word === 'postgres');
const count = Number(rest.find((word) => /^\d+$/.test(word)) ?? 0);
const kinds: Kind[] = only ? [only] : ['sqlite', 'postgres'];
const postgres = kinds.includes('postgres') && part !== 'mutants' ? await startPostgres() : undefined;
/** So many at once in one process take their time; that is no fault of the provider. */
const IN_A_CROWD_MS = 8000;
let databases = 0;
let failures = 0;

try {
  for (const kind of kinds) {
    if (part === 'all' || part === 'matrix') await matrix(kind, count || Number.POSITIVE_INFINITY);
    if (part === 'all' || part === 'sales') await sales(kind, count || 50);
    if (part === 'all' || part === 'storm') await storm(kind, count || 10_000);
    if (part === 'all' || part === 'kill') await kill(kind, count || 40);
  }
  if (part === 'all' || part === 'mutants') failures += await mutants();
} finally {
  await postgres?.stop();
}
console.log(failures === 0 ? 'Nothing broke.' : `${failures} broke.`);
process.exit(failures === 0 ? 0 : 1);

async function matrix(kind: Kind, most: number): Promise<void> {
  const runs = spread(allRuns(), most);
  const chunks = Array.from({ length: Math.ceil(runs.length / 200) }, (_, n) => runs.slice(n * 200, (n + 1) * 200));
  const started = performance.now();
  let broken = 0;
  // Two worlds at a time: each has a database and a provider of its own.
  const work = async () => {
    for (let chunk = chunks.shift(); chunk; chunk = chunks.shift())
      await onDatabase(kind, 1_000_000, async (database) => {
        const world = await openFaultHarness(database);
        for (const run of chunk ?? []) {
          const rules = await world.run(run);
          if (rules.length === 0) continue;
          broken += 1;
          console.log(JSON.stringify(run), rules.slice(0, 3));
          break;
        }
        await world.close();
      });
  };
  await Promise.all([work(), work()]);
  say(kind, `${runs.length} runs of faults and deaths, ${broken} broken`, started, broken);
}

async function sales(kind: Kind, rounds: number): Promise<void> {
  const started = performance.now();
  let broken = 0;
  for (let round = 0; round < rounds; round += 1)
    await onDatabase(kind, 50, async (database) => {
      const world = await openFaultHarness(database, IN_A_CROWD_MS);
      const buyers = Array.from({ length: 200 }, () => world.place({ token: 'cnon:card-nonce-ok' }));
      const sold = (await Promise.all(buyers)).filter(({ status }) => status === 200).length;
      const rules = await world.broken();
      if (sold !== 50 || rules.length > 0) {
        broken += 1;
        console.log(`sold ${sold} of 50`, rules.slice(0, 3));
      }
      await world.close();
    });
  say(kind, `${rounds} rounds of 200 buyers for 50 lbs, ${broken} broken`, started, broken);
}

async function storm(kind: Kind, checkouts: number): Promise<void> {
  const started = performance.now();
  let broken = 0;
  const perWorld = 500;
  for (let done = 0; done < checkouts; done += perWorld)
    await onDatabase(kind, 1_000_000, async (database) => {
      const world = await openFaultHarness(database);
      world.square.faultOf = () => (Math.random() < 0.3 ? anyFault() : undefined);
      const left = { count: Math.min(perWorld, checkouts - done) };
      const buyer = async () => {
        while (left.count > 0) {
          left.count -= 1;
          await world.place({ token: 'cnon:card-nonce-ok' });
        }
      };
      await Promise.all(Array.from({ length: 16 }, buyer));
      world.square.faultOf = () => undefined;
      await world.square.allArrived();
      await world.settle();
      const rules = await world.broken();
      if (rules.length > 0) console.log(rules.slice(0, 3));
      broken += rules.length;
      await world.close();
    });
  say(kind, `${checkouts} checkouts with 30 % faulty calls, ${broken} broken rules`, started, broken);
}

async function kill(kind: Kind, kills: number): Promise<void> {
  const started = performance.now();
  const { orders, rules } = await withPlace(kind, (place) => killRounds(place, kills));
  for (const rule of rules.slice(0, 10)) console.log(rule);
  say(kind, `${kills} kills while buyers paid, ${orders} orders, ${rules.length} broken rules`, started, rules.length);
}

function say(kind: Kind, what: string, started: number, broken: number): void {
  failures += broken;
  console.log(`${kind}: ${what} (${Math.round((performance.now() - started) / 1000)} s)`);
}

function anyFault(): Fault | undefined {
  return allFaults[Math.floor(Math.random() * allFaults.length)];
}

/** So many of them, evenly from the whole list. */
function spread<T>(all: T[], most: number): T[] {
  return most >= all.length
    ? all
    : all.filter(
        (_, index) => Math.floor((index * most) / all.length) !== Math.floor(((index - 1) * most) / all.length),
      );
}

type Place = { dataDir: string; databaseUrl: string | undefined };

async function withPlace<T>(kind: Kind, work: (place: Place) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'faults-'));
  databases += 1;
  const own =
    kind === 'postgres' && postgres ? await createPostgresDatabase(postgres.url, `faults_${databases}`) : undefined;
  try {
    return await work({ dataDir, databaseUrl: own?.url });
  } finally {
    await own?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function onDatabase(kind: Kind, stock: number, work: (database: Database) => Promise<void>): Promise<void> {
  return withPlace(kind, async ({ dataDir, databaseUrl }) => {
    const database = await openDatabase({ url: databaseUrl, dataDir }, (error, what) =>
      console.error(what, error.message),
    );
    await database.transaction([], async (tx) => {
      const created_at = '2026-10-01T00:00:00.000Z';
      const product = await insert(tx, {
        ...{
          slug: 'triple-pearl',
          name: 'Triple Pearl',
          type: 'Aroma',
          flavor: null,
          aromas: 'fruity',
          description: '',
        },
        ...{ alpha_acid: 1, beta_acid: 1, total_oil: 1, image_url: null, price_cents: 1600, stock, created_at },
      });
      await openLedger(tx, { product_id: product?.id ?? 0, stock, at: created_at });
    });
    await work(database);
    await database.close();
  });
}
