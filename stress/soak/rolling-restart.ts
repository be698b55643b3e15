// Two instances on one PostgreSQL database behind a load balancer, restarted in turn while people buy: no request may fail.

import { loginAt, type RunningShop, staffSettings, startShop } from '#scripts/running-shop.ts';
import { openDatabase } from '#server/database/database.ts';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { violatedInvariants } from '#server/testing/invariants.ts';
import { fillStock } from '#stress/faults/kill-mid-payment.ts';
import { buyer, clerk, reader, writer } from './actors.ts';
import { startRoundRobin } from './round-robin.ts';
import type { ShopLocation } from './scenario.ts';
import { createSoakState } from './state.ts';

export async function restartInTurn({ dataDir, databaseUrl = '' }: ShopLocation, rounds: number) {
  const square = await startFakeSquare();
  const settings = {
    ...squareSettings,
    ...staffSettings,
    SQUARE_API_URL: square.url,
    LIMITS: 'off',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    // Long enough for several health checks of the load balancer.
    DRAIN_SECONDS: '1',
  };
  const shops: RunningShop[] = await Promise.all([startShop(settings), startShop(settings)]);
  await fillStock(() => openDatabase({ url: databaseUrl, dataDir, alongsideShop: true }, () => {}));
  const ports = shops.map(({ url }) => Number(new URL(url).port));
  const balancer = await startRoundRobin(ports);
  const instance = { url: balancer.url, killed: false };
  const state = createSoakState({ currentInstance: async () => instance, allow503: false });
  const staff = await loginAt(balancer.url);
  const people = [
    ...Array.from({ length: 6 }, () => reader(state)),
    ...Array.from({ length: 6 }, () => buyer(state)),
    clerk(state, staff),
    writer(state, staff),
  ];

  let restarts = 0;
  for (let round = 0; round < rounds; round += 1)
    for (const [index, port] of ports.entries()) {
      const code = await shops[index]?.stop();
      if (code !== 0) state.findings.push(`an instance exited with ${code}`);
      shops[index] = await startShop({ ...settings, PORT: String(port) });
      restarts += 1;
      await waitUntilHealthy(port);
    }

  await state.end(people);
  await Promise.all(shops.map((shop) => shop.stop()));
  await balancer.close();
  const database = await openDatabase({ url: databaseUrl, dataDir, alongsideShop: true }, () => {});
  const violations = await violatedInvariants(database, { payments: square.payments.values() }, state.responses);
  await database.close();
  await square.close();
  return { restarts, state, orders: state.responses.length, findings: [...state.findings, ...violations] };

  async function waitUntilHealthy(port: number): Promise<void> {
    while (!balancer.isHealthy(port)) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
