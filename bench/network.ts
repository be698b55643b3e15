// What a network between the shop and PostgreSQL costs: npm run bench -- network
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '#scripts/build.ts';
import { startDatabaseNetwork } from '#scripts/database-network.ts';
import { startPostgres } from '#scripts/postgres-server.ts';
import { loginAt, staffSettings, startShop } from '#scripts/running-shop.ts';
import { createDatabase, fillStock } from './databases.ts';
import { median } from './measure.ts';
import { placeOrders } from './order-load.ts';
import { circumstances, writeSection } from './results.ts';

const ROUNDS = Number(process.argv[2] || 5);
/** Each way, in milliseconds. */
const DELAYS = [0, 1, 5];
const ORDERS = 300;
const BUYERS = 32;
const REQUESTS = 100;

ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), 'bench-network-'));
const postgres = await startPostgres();
const sides = [];
let requests = 0;
for (const delayMs of DELAYS) sides.push(await startSide(delayMs));

type Side = (typeof sides)[number];
const kinds: { title: string; measure(side: Side): Promise<number> }[] = [
  {
    title: `orders per second, ${BUYERS} buyers`,
    measure: ({ url }) => placeOrders({ url, buyers: BUYERS, orders: ORDERS }),
  },
  { title: 'an order, ms', measure: measureOrder },
  {
    title: 'Order Management, ms',
    measure: ({ url, staff }) => measureRequests(() => `${url}/api/orders/admin`, staff),
  },
  {
    title: 'what /products shows, not cached, ms',
    measure: ({ url }) => measureRequests((each) => `${url}/api/products?n=${each}`),
  },
];
for (const { measure } of kinds) for (const side of sides) await measure(side);

const rows: string[] = [];
for (const { title, measure } of kinds) {
  const results = sides.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, side] of sides.entries()) results[index]?.push(await measure(side));
  const digits = title.endsWith('ms') ? 1 : 0;
  rows.push(`| ${title} | ${results.map((times) => median(times).toFixed(digits)).join(' | ')} |`);
  console.log(rows.at(-1));
}
for (const { stop } of sides) await stop();
await postgres.stop();
rmSync(folder, { recursive: true });
writeSection(
  'A slow network',
  `${circumstances('npm run bench -- network')} The database behind a proxy that adds a delay each way; all on one machine. Medians of ${ROUNDS} rounds,
alternating between the delays: ${ORDERS} orders by ${BUYERS} buyers, then ${REQUESTS} requests one after the other, of which the median. An order with LIMITS=off takes 9 round trips, 12 with limits.

| | ${DELAYS.map((delay) => `${delay} ms`).join(' | ')} |
|---|${DELAYS.map(() => '---|').join('')}
${rows.join('\n')}`,
);

async function startSide(delayMs: number) {
  const direct = await createDatabase(postgres.url, `delay_${delayMs}`);
  const network = await startDatabaseNetwork(direct, { delayMs });
  const shop = await startShop({
    ...staffSettings,
    ...{ DATA_DIR: join(folder, String(delayMs)), DATABASE_URL: network.url, LIMITS: 'off' },
  });
  await fillStock(direct);
  const staff = await loginAt(shop.url);
  return {
    url: shop.url,
    staff,
    async stop() {
      await shop.stop();
      await network.close();
    },
  };
}

async function measureOrder({ url }: Side): Promise<number> {
  const times: number[] = [];
  await placeOrders({ url, buyers: 1, orders: REQUESTS, onResponse: (ms) => times.push(ms) });
  return median(times);
}

async function measureRequests(path: (each: number) => string, headers: Record<string, string> = {}): Promise<number> {
  const times: number[] = [];
  for (let each = 0; each < REQUESTS; each += 1) {
    requests += 1;
    const sentAt = performance.now();
    const response = await fetch(path(requests), { headers });
    await response.arrayBuffer();
    times.push(performance.now() - sentAt);
  }
  return median(times);
}
