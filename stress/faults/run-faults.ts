// Tries to break ordering in every way we know, then checks the invariants.
//   npm run faults               everything, on both databases
//   npm run faults -- matrix     every fault x every provider call x a crash at every step
//   npm run faults -- refunds    the same for refunds in part and changes of an order, while staff click twice
//   npm run faults -- sales      many buyers for little stock, and for a small harvest
//   npm run faults -- storm      10,000 checkouts, payments of invoices and reservations while 30% of provider calls fail
//   npm run faults -- kill       kill -9 of the real process while buyers pay
//   npm run faults -- random     everything that staff and buyers do, at random, eight at once, for two minutes
//   npm run faults -- versions   the commit before beside this one on PostgreSQL, as in a rolling upgrade; or `versions 6b1b32a`,
//                                or `versions 6b1b32a 150000` with so many orders
//   npm run faults -- mutants    breaks the protocol on purpose: the checks above must notice
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '#scripts/build.ts';
import { startPostgres } from '#scripts/postgres-server.ts';
import { insert } from '#server/catalog/catalog.store.ts';
import { openLedger } from '#server/catalog/stock.store.ts';
import { type Database, openDatabase } from '#server/database/database.ts';
import { faults as allFaults, type Fault } from '#server/testing/fake-square.ts';
import { createPostgresDatabase } from '#server/testing/postgres-database.ts';
import { runRealShop } from '#stress/random/real-shop.ts';
import { buildCommit } from '#stress/versions/old-build.ts';
import { runSideBySide } from '#stress/versions/side-by-side.ts';
import { type FaultHarness, openFaultHarness } from './fault-harness.ts';
import { allRuns } from './fault-matrix.ts';
import { killRounds } from './kill-mid-payment.ts';
import { mutants } from './mutants.ts';
import { refundRuns, runRefund } from './refund-matrix.ts';

type Kind = 'sqlite' | 'postgres';
const [part = 'all', ...rest] = process.argv.slice(2);
const only = rest.find((arg) => arg === 'sqlite' || arg === 'postgres');
const count = Number(rest.find((arg) => /^\d+$/.test(arg)) ?? 0);
const [commit = 'HEAD~1', orders = '0'] = part === 'versions' ? rest : [];
const kinds: Kind[] = only ? [only] : ['sqlite', 'postgres'];
const postgres = kinds.includes('postgres') && part !== 'mutants' ? await startPostgres() : undefined;
/** Hundreds of checkouts in one process are slow; that must not count as a provider timeout. */
const CROWDED_TRY_MS = 60_000;
const KILLED_STARTS = 20;
const A_PRIME = 7919;
let databases = 0;
let failures = 0;

try {
  for (const kind of kinds) {
    const max = count || Number.POSITIVE_INFINITY;
    if (part === 'all' || part === 'matrix')
      await matrix(kind, spread(allRuns(), max), 'runs', (harness, run) => harness.run(run));
    if (part === 'all' || part === 'refunds')
      await matrix(kind, spread(refundRuns(), max), 'refunds and changes', runRefund);
    if (part === 'all' || part === 'sales') await sales(kind, count || 50);
    if (part === 'all' || part === 'storm') await storm(kind, count || 10_000);
    if (part === 'all' || part === 'kill') await kill(kind, count || 40);
    if (part === 'all' || part === 'random') await random(kind, count || 120);
  }
  if (postgres && (part === 'all' || part === 'versions')) await versions();
  if (part === 'all' || part === 'mutants') failures += await mutants();
} finally {
  await postgres?.stop();
}
console.log(failures === 0 ? 'No failures.' : `${failures} failures.`);
process.exit(failures === 0 ? 0 : 1);

async function matrix<Run>(
  kind: Kind,
  runs: Run[],
  what: string,
  runOne: (harness: FaultHarness, run: Run) => Promise<string[]>,
): Promise<void> {
  const chunks = Array.from({ length: Math.ceil(runs.length / 200) }, (_, n) => runs.slice(n * 200, (n + 1) * 200));
  const started = performance.now();
  let broken = 0;
  // Two workers, each with its own database and provider.
  const work = async () => {
    for (let chunk = chunks.shift(); chunk; chunk = chunks.shift())
      await onDatabase(kind, 1_000_000, async (database) => {
        const harness = await openFaultHarness(database);
        for (const run of chunk ?? []) {
          const violations = await runOne(harness, run);
          if (violations.length === 0) continue;
          broken += 1;
          console.log(JSON.stringify(run), violations.slice(0, 3));
          break;
        }
        await harness.close();
      });
  };
  await Promise.all([work(), work()]);
  report(kind, `${runs.length} ${what} with faults and crashes, ${broken} broken`, started, broken);
}

async function sales(kind: Kind, rounds: number): Promise<void> {
  const started = performance.now();
  let broken = 0;
  for (let round = 0; round < rounds; round += 1)
    await onDatabase(kind, 50, async (database) => {
      const harness = await openFaultHarness(database, CROWDED_TRY_MS, 50);
      const all = async (buy: FaultHarness['placeOrder']) => {
        const buyers = Array.from({ length: 200 }, () => buy({ token: 'cnon:card-nonce-ok' }));
        return (await Promise.all(buyers)).filter(({ status }) => status === 200).length;
      };
      const [sold, reserved] = [await all(harness.placeOrder), await all(harness.reserve)];
      const violations = await harness.violations();
      if (sold !== 50 || reserved !== 50 || violations.length > 0) {
        broken += 1;
        console.log(`sold ${sold} and reserved ${reserved} of 50`, violations.slice(0, 3));
      }
      await harness.close();
    });
  report(
    kind,
    `${rounds} rounds of 200 buyers for 50 lbs, and 200 for a harvest of 50, ${broken} broken`,
    started,
    broken,
  );
}

async function storm(kind: Kind, checkouts: number): Promise<void> {
  const started = performance.now();
  let broken = 0;
  const perHarness = 500;
  for (let done = 0; done < checkouts; done += perHarness)
    await onDatabase(kind, 1_000_000, async (database) => {
      const harness = await openFaultHarness(database);
      harness.square.faultOf = () => (Math.random() < 0.3 ? anyFault() : undefined);
      const left = { count: Math.min(perHarness, checkouts - done) };
      const buyer = async () => {
        while (left.count > 0) {
          left.count -= 1;
          const kinds = [harness.payInvoice, harness.reserve, harness.placeOrder, harness.placeOrder];
          const pay = kinds[left.count % kinds.length] ?? harness.placeOrder;
          await pay({ token: 'cnon:card-nonce-ok' });
        }
      };
      await Promise.all(Array.from({ length: 16 }, buyer));
      harness.square.faultOf = () => undefined;
      await harness.square.allArrived();
      await harness.settle();
      const violations = await harness.violations();
      if (violations.length > 0) console.log(violations.slice(0, 3));
      broken += violations.length;
      await harness.close();
    });
  report(kind, `${checkouts} checkouts with 30% faulty calls, ${broken} violated invariants`, started, broken);
}

async function kill(kind: Kind, kills: number): Promise<void> {
  const started = performance.now();
  const { orders, violations } = await withLocation(kind, (location) => killRounds(location, kills));
  for (const violation of violations.slice(0, 10)) console.log(violation);
  report(
    kind,
    `${kills} kills while buyers paid, ${orders} orders, ${violations.length} violated invariants`,
    started,
    violations.length,
  );
}

async function random(kind: Kind, seconds: number): Promise<void> {
  const started = performance.now();
  const { done, counts, failures: found } = await withLocation(kind, (location) => runRealShop(location, seconds));
  console.log(Object.fromEntries([...counts].toSorted(([one], [other]) => one.localeCompare(other))));
  for (const failure of found.slice(0, 10)) console.log(failure);
  report(
    kind,
    `${done} operations of staff and buyers at random, eight at once, ${found.length} failures`,
    started,
    found.length,
  );
}

async function versions(): Promise<void> {
  const started = performance.now();
  ensureBuilt();
  const old = buildCommit(commit);
  try {
    const versions = { oldFolder: old.folder, seconds: 30, orders: Number(orders), kills: KILLED_STARTS };
    const {
      done,
      slowestMs,
      failures: found,
    } = await withLocation('postgres', ({ dataDir, databaseUrl = '' }) =>
      runSideBySide({ ...versions, dataDir, databaseUrl }),
    );
    for (const failure of found.slice(0, 10)) console.log(failure);
    const summary = `${done.join(' and ')} operations on ${commit} (${orders} orders before) and on this version, which was killed ${KILLED_STARTS} times while it started; the slowest took ${slowestMs.join(' and ')} ms; ${found.length} failures`;
    report('postgres', summary, started, found.length);
  } finally {
    old.remove();
  }
}

function report(kind: Kind, summary: string, started: number, broken: number): void {
  failures += broken;
  console.log(`${kind}: ${summary} (${Math.round((performance.now() - started) / 1000)} s)`);
}

function anyFault(): Fault | undefined {
  return allFaults[Math.floor(Math.random() * allFaults.length)];
}

/** Picks `max` items from the whole list, always the same. Every nth would be of few kinds: the list repeats itself. */
function spread<T>(all: T[], max: number): T[] {
  return all.filter((_, index) => (index * A_PRIME) % all.length < max);
}

type ShopLocation = { dataDir: string; databaseUrl: string | undefined };

async function withLocation<T>(kind: Kind, work: (location: ShopLocation) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'faults-'));
  databases += 1;
  const database =
    kind === 'postgres' && postgres ? await createPostgresDatabase(postgres.url, `faults_${databases}`) : undefined;
  try {
    return await work({ dataDir, databaseUrl: database?.url });
  } finally {
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function onDatabase(kind: Kind, stock: number, work: (database: Database) => Promise<void>): Promise<void> {
  return withLocation(kind, async ({ dataDir, databaseUrl }) => {
    const database = await openDatabase({ url: databaseUrl, dataDir }, (error, what) =>
      console.error(what, error.message),
    );
    await database.transaction([], async (tx) => {
      const created_at = '2026-10-01T00:00:00.000Z';
      const product_id = await insert(tx, {
        slug: 'triple-pearl',
        name: 'Triple Pearl',
        type: 'Aroma',
        flavor: null,
        aromas: 'fruity',
        description: '',
        alpha_acid: 1,
        beta_acid: 1,
        total_oil: 1,
        image_url: null,
        price_cents: 1600,
        stock,
        created_at,
      });
      await openLedger(tx, { product_id: product_id ?? 0, stock, at: created_at });
    });
    await work(database);
    await database.close();
  });
}
