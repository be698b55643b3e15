// Two instances of the shop on one PostgreSQL database, behind the load balancers of deploy/.
import { randomUUID } from 'node:crypto';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Balancer, type BalancerKind, startBalancer } from '#scripts/balancers.ts';
import { loginAt, type RunningShop, staffSettings, startShop } from '#scripts/running-shop.ts';
import { openDatabase } from '#server/database/database.ts';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import type { Acknowledged } from '#server/testing/invariants.ts';
import { fillStock } from '#stress/faults/kill-mid-payment.ts';
import { buyer, clerk, reader, writer } from './actors.ts';
import { finalViolations } from './final-violations.ts';
import type { ShopLocation } from './scenario.ts';
import { createSoakState, type SoakState } from './state.ts';

export type BalancedShops = Awaited<ReturnType<typeof openBalancedShops>>;
export type Crowd = {
  state: SoakState;
  leave(): Promise<void>;
  /** Requests sent between these two may be cut off. */
  beginKill(): void;
  endKill(): void;
};

type Options = {
  balancers: BalancerKind[];
  /** More health checks than deploy/ asks for. */
  quick?: boolean;
};

export async function openBalancedShops(location: ShopLocation, { balancers: kinds, quick = false }: Options) {
  const { dataDir, databaseUrl = '' } = location;
  const openShopDatabase = () => openDatabase({ url: databaseUrl, dataDir, alongsideShop: true }, () => {});
  const square = await startFakeSquare();
  const settings = {
    ...squareSettings,
    ...staffSettings,
    SQUARE_API_URL: square.url,
    LIMITS: 'off',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    TRUST_PROXY: '1',
    DRAIN_SECONDS: '5',
  };
  const shops: RunningShop[] = await Promise.all([startShop(settings), startShop(settings)]);
  await fillStock(openShopDatabase);
  const ports = shops.map(({ url }) => new URL(url).port);
  const options = {
    instances: ports.map((port) => `127.0.0.1:${port}`),
    checkInterval: quick ? '200ms' : undefined,
    dataDir,
  };
  const balancers = await Promise.all(kinds.map((kind) => startBalancer(kind, options)));
  // Used on both instances: no balancer keeps a visitor on one of them.
  const staff = await loginAt(shops[0]?.url ?? '');
  return { square, shops, balancers, restart, start, startCrowd, waitUntilUsed, settle, close };

  /** As docs/operating.md says. Returns the exit code. */
  async function restart(index: number): Promise<number | null> {
    const code = (await shops[index]?.stop()) ?? null;
    await start(index);
    return code;
  }

  async function start(index: number): Promise<void> {
    const shop = await startShop({ ...settings, PORT: ports[index] ?? '' });
    shops[index] = shop;
    while ((await fetch(`${shop.url}/healthz`)).status !== 200) await sleep(50);
  }

  /** People who use the shop through one balancer. */
  function startCrowd({ url, ca }: Balancer, { readers = 0, buyers = 0, workers = 0 }): Crowd {
    let instance = { url, killed: false };
    const agent = ca ? new HttpsAgent({ keepAlive: true, ca }) : new HttpAgent({ keepAlive: true });
    const state = createSoakState({ currentInstance: async () => instance, allow503: false, agent });
    const people = [
      ...Array.from({ length: readers }, () => reader(state)),
      ...Array.from({ length: buyers }, () => buyer(state)),
      ...Array.from({ length: workers }, () => [clerk(state, staff), writer(state, staff)]).flat(),
    ];
    return {
      state,
      leave: () => state.end(people),
      beginKill() {
        instance.killed = true;
      },
      endKill() {
        instance = { url, killed: false };
      },
    };
  }

  /** Until the balancer sends requests to this instance. */
  async function waitUntilUsed({ send }: SoakState, index: number): Promise<void> {
    for (;;) {
      const path = `/nowhere/${randomUUID()}`;
      await send(path, [404]);
      if (shops[index]?.output.some((line) => line.includes(path))) return;
      await sleep(50);
    }
  }

  function settle(responses: Acknowledged[]): Promise<string[]> {
    return finalViolations(openShopDatabase, square, responses);
  }

  async function close(): Promise<void> {
    await Promise.all(shops.map((shop) => shop.kill()));
    await Promise.all(balancers.map((balancer) => balancer.stop()));
    await square.close();
  }
}
