// A shop on PostgreSQL behind a proxy. While people buy, every connection goes silent; then the database server crashes and
// restarts. Each time the shop must take orders again within 10 seconds, and at the end nothing acknowledged may be lost and
// nobody charged twice.
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresServer } from '#scripts/postgres-server.ts';
import { startShop } from '#scripts/running-shop.ts';
import { openDatabase } from '#server/database/database.ts';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { startStallingProxy, throughPort } from '#server/testing/stalling-proxy.ts';
import { fillStock } from '#stress/faults/kill-mid-payment.ts';
import { buyer } from './actors.ts';
import { finalViolations } from './final-violations.ts';
import { createSoakState } from './state.ts';
import { timeUntilSale } from './time-until-sale.ts';

const BUYERS = 8;
const MAX_OUTAGE_MS = 10_000;

export async function outages(postgres: PostgresServer, dataDir: string) {
  const { hostname, port } = new URL(postgres.url);
  const proxy = await startStallingProxy({ host: hostname, port: Number(port) });
  const square = await startFakeSquare();
  const shop = await startShop({
    ...squareSettings,
    SQUARE_API_URL: square.url,
    DATA_DIR: dataDir,
    DATABASE_URL: throughPort(postgres.url, proxy.port),
    LIMITS: 'off',
  });
  const openDirectly = () => openDatabase({ url: postgres.url, dataDir, alongsideShop: true }, () => {});
  await fillStock(openDirectly);
  const instance = { url: shop.url, killed: false };
  const state = createSoakState({ currentInstance: async () => instance, allow503: true });
  const buyers = Array.from({ length: BUYERS }, () => buyer(state));

  const silent = await timeOutage(async () => void proxy.stallConnections());
  const crashed = await timeOutage(() => postgres.restart());
  await state.end(buyers);
  const findings = [...state.findings, ...(await finalViolations(openDirectly, square, state.responses))];
  for (const ms of [silent, crashed])
    if (ms > MAX_OUTAGE_MS) findings.push(`no sale for ${Math.round(ms)} ms after an outage`);
  if ((await shop.stop()) !== 0) findings.push('the shop did not stop cleanly');
  await proxy.close();
  await square.close();
  return { state, silent, crashed, findings };

  async function timeOutage(breakIt: () => Promise<void>): Promise<number> {
    await sleep(2000);
    const started = performance.now();
    await breakIt();
    const time = await timeUntilSale(shop.url, state, started);
    await sleep(3000);
    return time;
  }
}
