// Orders per second compared with raw SQLite, and page latency while buyers order: npm run bench -- orders
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ensureBuilt } from '#scripts/build.ts';
import { staffSettings, startShop } from '#scripts/running-shop.ts';
import { median } from './measure.ts';
import { placeOrders } from './order-load.ts';
import { circumstances, writeSection } from './results.ts';

const ROUNDS = Number(process.argv[2] || 5);
const ORDERS = 1500;
const BUYERS = 32;
const PAGE_LOADS = 2000;

ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), 'bench-orders-'));
const dataDir = join(folder, 'data');
const settings = { DATA_DIR: dataDir, ...staffSettings, LIMITS: 'off' };
await (await startShop(settings)).stop();
fillStock();
const rawDir = join(folder, 'raw');
cpSync(dataDir, rawDir, { recursive: true });
const shop = await startShop(settings);

const ours: number[] = [];
const raw: number[] = [];
await placeOrders({ url: shop.url, buyers: BUYERS, orders: ORDERS });
for (let round = 0; round < ROUNDS; round += 1) {
  ours.push(await placeOrders({ url: shop.url, buyers: BUYERS, orders: ORDERS }));
  raw.push(rawOrders());
}
const idle = await p99('/blogs');
const idleRendered = await p99('/products');
// In a separate process: otherwise page loads would wait for the buyers in this one, not for the shop.
const buyers = spawn(process.execPath, ['bench/order-load.ts', shop.url, String(BUYERS)], { stdio: 'inherit' });
await new Promise((resolve) => setTimeout(resolve, 2000));
const busy = await p99('/blogs');
const busyRendered = await p99('/products');
buyers.kill();
await once(buyers, 'exit');
await shop.stop();
rmSync(folder, { recursive: true });

const [mine, baseline] = [median(ours), median(raw)];
writeSection(
  'Orders',
  `${circumstances('npm run bench -- orders')} Medians of ${ROUNDS} rounds of ${ORDERS} orders with the demo provider on SQLite, ${BUYERS} concurrent buyers, alternating
  with the baseline: the same rows in the same transactions with \`node:sqlite\` alone, each with its own commit, while the shop's transactions share commits. Pages: the 99th percentile of ${PAGE_LOADS} sequential page loads
  while ${BUYERS} buyers order, compared with an idle shop. The product list shows the stock; while that many buy it is drawn again every quarter of a second (decision 41). The post list stays cached.

| metric | ours | baseline | ratio |
|---|---|---|---|
| orders per second | ${mine.toFixed(0)} | ${baseline.toFixed(0)} | ${(mine / baseline).toFixed(2)} |
| /blogs, 99th percentile, busy and idle, ms | ${busy.toFixed(1)} | ${idle.toFixed(1)} | ${(busy / idle).toFixed(1)} |
| /products, 99th percentile, busy and idle, ms | ${busyRendered.toFixed(1)} | ${idleRendered.toFixed(1)} | ${(busyRendered / idleRendered).toFixed(1)} |`,
);
console.log(`orders/s ${mine.toFixed(0)} of ${baseline.toFixed(0)}`);
console.log(
  `/blogs ${busy.toFixed(1)} ms, idle ${idle.toFixed(1)}; /products ${busyRendered.toFixed(1)}, idle ${idleRendered.toFixed(1)}`,
);

function fillStock(): void {
  const database = new DatabaseSync(join(dataDir, 'farm.sqlite'), { timeout: 5000 });
  database.exec(
    'update products set stock = 1000000; update lots set stock = 1000000; update stock_moves set pounds = 1000000, stock_after = 1000000',
  );
  database.close();
}

function rawOrders(): number {
  const { stdout } = spawnSync(process.execPath, ['bench/raw-sqlite-orders.ts', rawDir, String(ORDERS)], {
    encoding: 'utf8',
  });
  return Number(stdout);
}

/** The 99th percentile, in milliseconds. */
async function p99(path: string): Promise<number> {
  const times: number[] = [];
  for (let load = 0; load < PAGE_LOADS; load += 1) {
    const sentAt = performance.now();
    await new Promise((resolve, reject) => {
      get(shop.url + path, (response) => response.resume().on('end', resolve)).on('error', reject);
    });
    times.push(performance.now() - sentAt);
  }
  return times.sort((a, b) => a - b)[Math.floor(PAGE_LOADS * 0.99)] ?? 0;
}
