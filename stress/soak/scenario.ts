// Everything at once, for as long as one likes: readers, buyers, staff, bursts, slow people, and kill -9 in the first third.
// Afterwards the books must be right, and the process must hold no more than it did.

import { loginAt, type RunningShop, staffSettings, startShop } from '#scripts/running-shop.ts';
import { openDatabase } from '#server/database/database.ts';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { violatedInvariants } from '#server/testing/invariants.ts';
import { fillTheBarn } from '#stress/faults/kill-mid-payment.ts';
import { burst, buyer, clerk, reader, writer } from './actors.ts';
import { METRICS_TOKEN, type Sample, sampleOf } from './process-samples.ts';
import { startSlowClients } from './slow-clients.ts';
import { createSoakState, type Life, type SoakState } from './state.ts';

export type Place = { dataDir: string; databaseUrl: string | undefined };
type Options = { seconds: number; kills: number; bursts: number; say?(line: string): void };
export type Soaked = { day: SoakState; samples: Sample[]; atRest: Sample; orders: number; findings: string[] };

const SLOW = 40;
const AT_ONCE = 600;
/** Connections to PostgreSQL that are still open, and some more. */
const HANDLES_LEFT = 16;
/** The reconciler's longest wait, the sweep's, and some more. */
const SETTLE_MS = 330_000;

export async function soak(place: Place, { seconds, kills, bursts, say = () => {} }: Options): Promise<Soaked> {
  const square = await startFakeSquare();
  const settings = {
    ...{ ...squareSettings, ...staffSettings, SQUARE_API_URL: square.url, METRICS_TOKEN, LIMITS: 'off' },
    ...{ DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '' },
  };
  const look = () => openDatabase({ url: place.databaseUrl, dataDir: place.dataDir, alongsideShop: true }, () => {});
  let shop = await startShop(settings);
  await fillTheBarn(look);
  let life: Promise<Life> = Promise.resolve({ url: shop.url, killed: false });
  const day = createSoakState({ where: () => life, mayRefuse: true });
  const staff = await loginAt(shop.url);
  await day.ask('/api/orders/search?q=x', [200], { headers: staff });
  const atTheStart = await sampleOf(shop);
  const people = [
    ...Array.from({ length: 6 }, () => reader(day)),
    ...Array.from({ length: 4 }, () => buyer(day)),
    ...Array.from({ length: 2 }, () => clerk(day, staff)),
    writer(day, staff),
  ];
  const crowd = startSlowClients(SLOW, () => life);
  const ends = performance.now() + seconds * 1000;
  for (let kill = 0; kill < kills; kill += 1) {
    await passing((seconds * 1000) / 3 / kills);
    await killAndStart();
  }
  const samples = await watched(ends);
  crowd.close();
  await day.end(people);

  const findings = [...day.findings];
  const atRest = await handlesGone(shop, atTheStart.handles);
  if (atRest.handles > atTheStart.handles + HANDLES_LEFT)
    findings.push(`${atRest.handles} files and connections are open, ${atTheStart.handles} at the start`);
  findings.push(...(await rulesInTheEnd()));
  const errors = shop.output.filter((line) => line.includes('"level":"error"'));
  findings.push(...errors.slice(0, 5));
  if ((await shop.stop()) !== 0) findings.push('the shop did not stop in order');
  const database = await look();
  const orders = (await database.db.selectFrom('orders').select('id').execute()).length;
  await database.close();
  await square.close();
  return { day, samples, atRest, orders, findings };

  async function killAndStart(): Promise<void> {
    const old = await life;
    const opened = Promise.withResolvers<Life>();
    old.killed = true;
    life = opened.promise;
    await shop.kill();
    shop = await startShop(settings);
    opened.resolve({ url: shop.url, killed: false });
  }

  /** Looks at the process once a second; now and then far too many come at once. */
  async function watched(until: number): Promise<Sample[]> {
    const seen: Sample[] = [];
    const from = performance.now();
    let burstsDone = 0;
    while (performance.now() < until || burstsDone < bursts) {
      seen.push(await sampleOf(shop));
      if (seen.length % 30 === 0) say(lineOf(seen.at(-1)));
      const due = Math.floor(((performance.now() - from) / (until - from)) * bursts);
      if (burstsDone < due || performance.now() >= until) {
        burstsDone += 1;
        await burst(day, AT_ONCE);
      }
      await passing(1000);
    }
    return seen;
  }

  async function rulesInTheEnd(): Promise<string[]> {
    const asked = performance.now();
    for (;;) {
      const database = await look();
      const rules = await violatedInvariants(database, { payments: square.payments.values() }, day.told);
      await database.close();
      if (rules.length === 0 || performance.now() - asked > SETTLE_MS) return rules.slice(0, 10);
      await passing(2000);
    }
  }
}

export const lineOf = (sample: Sample | undefined): string =>
  sample
    ? `RSS ${sample.rss.toFixed(0)} MB, heap ${sample.heap.toFixed(0)} MB, ${sample.handles} files and connections`
    : '';

/** Idle connections go by themselves; what is left after that has been forgotten. */
async function handlesGone(shop: RunningShop, atTheStart: number): Promise<Sample> {
  const asked = performance.now();
  for (;;) {
    const sample = await sampleOf(shop);
    if (sample.handles <= atTheStart + HANDLES_LEFT || performance.now() - asked > 90_000) return sample;
    await passing(500);
  }
}

const passing = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
