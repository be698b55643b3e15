// The failover drill: a shop on PostgreSQL behind a proxy. While people buy, every connection goes silent; then the
// database server crashes and restarts. Each time the shop must take orders again within 10 seconds, and at the end
// nothing acknowledged may be lost and nobody charged twice.
//   npm run failover
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureBuilt } from '#scripts/build.ts';
import { startPostgres } from '#scripts/postgres-server.ts';
import { startShop } from '#scripts/running-shop.ts';
import { openDatabase } from '#server/database/database.ts';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { type Acknowledged, violatedInvariants } from '#server/testing/invariants.ts';
import { startStallingProxy, throughPort } from '#server/testing/stalling-proxy.ts';
import { fillStock } from '#stress/faults/kill-mid-payment.ts';
import { orderRequest } from '#stress/soak/actors.ts';

const BUYERS = 8;
const MAX_OUTAGE_MS = 10_000;
/** Longer than the longest waits of the reconciler and the sweep. */
const SETTLE_MS = 330_000;

ensureBuilt();
const dataDir = mkdtempSync(join(tmpdir(), 'failover-'));
const postgres = await startPostgres();
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
const responses: Acknowledged[] = [];
const statuses = new Map<string, number>();
let buying = true;
let lastPaid = performance.now();
const findings: string[] = [];

try {
  await fillStock(openDirectly);
  const buyers = Array.from({ length: BUYERS }, buy);
  await sleep(2000);
  await drill('every connection silent', async () => void proxy.stallConnections());
  await drill('database server crashed and restarted', () => postgres.restart());
  await sleep(2000);
  buying = false;
  await Promise.all(buyers);
  findings.push(...(await settle()));
  console.log(
    `${responses.length} orders tried: ${[...statuses].map(([name, count]) => `${count} x ${name}`).join(', ')}`,
  );
} finally {
  await shop.stop();
  await proxy.close();
  await square.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
console.log(findings.length === 0 ? 'No findings.' : findings.join('\n'));
process.exit(findings.length === 0 ? 0 : 1);

/** Breaks something and measures how long it takes until the shop sells again. */
async function drill(name: string, breakIt: () => Promise<void>): Promise<void> {
  const started = performance.now();
  await breakIt();
  const broken = performance.now();
  while (lastPaid <= broken && performance.now() - started < 60_000) await sleep(10);
  const outage = performance.now() - started;
  console.log(`${name}: the next order was paid after ${(outage / 1000).toFixed(1)} s`);
  if (outage > MAX_OUTAGE_MS) findings.push(`${name}: ${Math.round(outage)} ms without a sale`);
  await sleep(3000);
}

async function buy(): Promise<void> {
  while (buying) {
    const request = orderRequest();
    const started = performance.now();
    const status = await fetch(`${shop.url}/api/process-payment`, request).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => undefined,
    );
    // A purchase that began earlier proves nothing about the connections of now.
    if (status === 200) lastPaid = Math.max(lastPaid, started);
    statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1);
    responses.push({ key: request.headers['idempotency-key'], status });
    await sleep(50);
  }
}

async function settle(): Promise<string[]> {
  const deadline = performance.now() + SETTLE_MS;
  for (;;) {
    const database = await openDirectly();
    const violations = await violatedInvariants(database, { payments: square.payments.values() }, responses);
    await database.close();
    if (violations.length === 0 || performance.now() > deadline) return violations;
    await sleep(5000);
  }
}
