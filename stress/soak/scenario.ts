// Everything at once, for any length of time: readers, buyers, staff, bursts, slow clients, and kill -9 in the first third.
// Afterwards the invariants must hold, and the process must not have leaked anything.

import { loginAt, type RunningShop, staffSettings, startShop } from '#scripts/running-shop.ts';
import { openDatabase } from '#server/database/database.ts';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { fillStock } from '#stress/faults/kill-mid-payment.ts';
import { burst, buyer, clerk, reader, writer } from './actors.ts';
import { finalViolations } from './final-violations.ts';
import { METRICS_TOKEN, type Sample, sampleOf } from './process-samples.ts';
import { startSlowClients } from './slow-clients.ts';
import { createSoakState, type Instance, type SoakState } from './state.ts';

export type ShopLocation = { dataDir: string; databaseUrl: string | undefined };
type Options = { seconds: number; kills: number; bursts: number; log?(line: string): void };
export type SoakResult = { state: SoakState; samples: Sample[]; atRest: Sample; orders: number; findings: string[] };

const SLOW_CLIENTS = 40;
const BURST_SIZE = 600;
/** Open PostgreSQL connections, plus some slack. */
const HANDLES_LEFT = 16;

export async function soak(
  location: ShopLocation,
  { seconds, kills, bursts, log = () => {} }: Options,
): Promise<SoakResult> {
  const square = await startFakeSquare();
  const settings = {
    ...squareSettings,
    ...staffSettings,
    SQUARE_API_URL: square.url,
    METRICS_TOKEN,
    LIMITS: 'off',
    DATA_DIR: location.dataDir,
    DATABASE_URL: location.databaseUrl ?? '',
  };
  const openShopDatabase = () =>
    openDatabase({ url: location.databaseUrl, dataDir: location.dataDir, alongsideShop: true }, () => {});
  let shop = await startShop(settings);
  await fillStock(openShopDatabase);
  let instance: Promise<Instance> = Promise.resolve({ url: shop.url, killed: false });
  const state = createSoakState({ currentInstance: () => instance, allow503: true });
  const staff = await loginAt(shop.url);
  await state.send('/api/orders/search?q=x', [200], { headers: staff });
  const atStart = await sampleOf(shop);
  const people = [
    ...Array.from({ length: 6 }, () => reader(state)),
    ...Array.from({ length: 4 }, () => buyer(state)),
    ...Array.from({ length: 2 }, () => clerk(state, staff)),
    writer(state, staff),
  ];
  const slowClients = startSlowClients(SLOW_CLIENTS, () => instance);
  const end = performance.now() + seconds * 1000;
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep((seconds * 1000) / 3 / kills);
    await killAndRestart();
  }
  const samples = await sampleUntil(end);
  slowClients.close();
  await state.end(people);

  const findings = [...state.findings];
  const atRest = await waitForHandles(shop, atStart.handles);
  if (atRest.handles > atStart.handles + HANDLES_LEFT)
    findings.push(`${atRest.handles} open handles, ${atStart.handles} at the start`);
  findings.push(...(await finalViolations(openShopDatabase, square, state.responses)).slice(0, 10));
  const errors = shop.output.filter((line) => line.includes('"level":"error"'));
  findings.push(...errors.slice(0, 5));
  if ((await shop.stop()) !== 0) findings.push('the shop did not stop cleanly');
  const database = await openShopDatabase();
  const orders = (await database.db.selectFrom('orders').select('id').execute()).length;
  await database.close();
  await square.close();
  return { state, samples, atRest, orders, findings };

  async function killAndRestart(): Promise<void> {
    const old = await instance;
    const restarted = Promise.withResolvers<Instance>();
    old.killed = true;
    instance = restarted.promise;
    await shop.kill();
    shop = await startShop(settings);
    restarted.resolve({ url: shop.url, killed: false });
  }

  /** Samples the process once a second, with a burst of requests from time to time. */
  async function sampleUntil(end: number): Promise<Sample[]> {
    const taken: Sample[] = [];
    const start = performance.now();
    let burstsDone = 0;
    while (performance.now() < end || burstsDone < bursts) {
      taken.push(await sampleOf(shop));
      if (taken.length % 30 === 0) log(formatSample(taken.at(-1)));
      const due = Math.floor(((performance.now() - start) / (end - start)) * bursts);
      if (burstsDone < due || performance.now() >= end) {
        burstsDone += 1;
        await burst(state, BURST_SIZE);
      }
      await sleep(1000);
    }
    return taken;
  }
}

export const formatSample = (sample: Sample | undefined): string =>
  sample ? `RSS ${sample.rss.toFixed(0)} MB, heap ${sample.heap.toFixed(0)} MB, ${sample.handles} open handles` : '';

/** Waits for idle connections to close; what is left after that is a leak. */
async function waitForHandles(shop: RunningShop, atStart: number): Promise<Sample> {
  const started = performance.now();
  for (;;) {
    const sample = await sampleOf(shop);
    if (sample.handles <= atStart + HANDLES_LEFT || performance.now() - started > 90_000) return sample;
    await sleep(500);
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
