// Two instances on one PostgreSQL behind a balancer, restarted in turn while people buy: nobody notices.

import { loginAt, type RunningShop, staffSettings, startShop } from '#scripts/running-shop.ts';
import { openDatabase } from '#server/database/database.ts';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { violatedInvariants } from '#server/testing/invariants.ts';
import { fillTheBarn } from '#stress/faults/kill-mid-payment.ts';
import { buyer, clerk, reader, writer } from './actors.ts';
import { startRoundRobin } from './round-robin.ts';
import type { Place } from './scenario.ts';
import { createSoakState } from './state.ts';

export async function restartInTurn({ dataDir, databaseUrl = '' }: Place, rounds: number) {
  const square = await startFakeSquare();
  const settings = {
    ...{ ...squareSettings, ...staffSettings, SQUARE_API_URL: square.url, LIMITS: 'off' },
    // Several looks of the balancer.
    ...{ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DRAIN_SECONDS: '1' },
  };
  const shops: RunningShop[] = await Promise.all([startShop(settings), startShop(settings)]);
  await fillTheBarn(() => openDatabase({ url: databaseUrl, dataDir, alongsideShop: true }, () => {}));
  const ports = shops.map(({ url }) => Number(new URL(url).port));
  const balancer = await startRoundRobin(ports);
  const life = { url: balancer.url, killed: false };
  const day = createSoakState({ where: async () => life, mayRefuse: false });
  const staff = await loginAt(balancer.url);
  const people = [
    ...Array.from({ length: 6 }, () => reader(day)),
    ...Array.from({ length: 6 }, () => buyer(day)),
    clerk(day, staff),
    writer(day, staff),
  ];

  let restarts = 0;
  for (let round = 0; round < rounds; round += 1)
    for (const [index, port] of ports.entries()) {
      const code = await shops[index]?.stop();
      if (code !== 0) day.findings.push(`an instance ended with ${code}`);
      shops[index] = await startShop({ ...settings, PORT: String(port) });
      restarts += 1;
      await untilWell(port);
    }

  await day.end(people);
  await Promise.all(shops.map((shop) => shop.stop()));
  await balancer.close();
  const database = await openDatabase({ url: databaseUrl, dataDir, alongsideShop: true }, () => {});
  const rules = await violatedInvariants(database, { payments: square.payments.values() }, day.told);
  await database.close();
  await square.close();
  return { restarts, day, orders: day.told.length, findings: [...day.findings, ...rules] };

  async function untilWell(port: number): Promise<void> {
    while (!balancer.isWell(port)) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
