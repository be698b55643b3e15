// Orders per second compared with raw SQLite, and page latency while buyers order: npm run bench -- orders
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '#scripts/build.ts';
import { staffSettings, startShop } from '#scripts/running-shop.ts';
import { fillSqliteStock } from './databases.ts';
import { median } from './measure.ts';
import { placeOrders } from './order-load.ts';
import { circumstances, writeSection } from './results.ts';

const ROUNDS = Number(process.argv[2] || 5);
const ORDERS = 1500;
const BUYERS = 32;
const PAGE_LOADS = 1000;

ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), 'bench-orders-'));
const dataDir = join(folder, 'data');
const settings = { DATA_DIR: dataDir, ...staffSettings, LIMITS: 'off' };
await (await startShop(settings)).stop();
fillSqliteStock(dataDir);
const rawDir = join(folder, 'raw');
cpSync(dataDir, rawDir, { recursive: true });
const shop = await startShop(settings);

const PAGES = ['/faqs', '/blogs', '/products'];
await loadPages();
// Before the first order: orders leave work for minutes.
const idle = await loadRounds();
const ours: number[] = [];
const raw: number[] = [];
await placeOrders({ url: shop.url, buyers: BUYERS, orders: ORDERS });
for (let round = 0; round < ROUNDS; round += 1) {
  ours.push(await placeOrders({ url: shop.url, buyers: BUYERS, orders: ORDERS }));
  raw.push(rawOrders());
}
// In a separate process: otherwise page loads would wait for the buyers in this one, not for the shop.
const buyers = spawn(process.execPath, ['bench/order-load.ts', shop.url, String(BUYERS)], { stdio: 'inherit' });
await new Promise((resolve) => setTimeout(resolve, 2000));
const busy = await loadRounds();
buyers.kill();
await once(buyers, 'exit');
await shop.stop();
rmSync(folder, { recursive: true });

const [mine, baseline] = [median(ours), median(raw)];
const pageRows = PAGES.map((path, index) => {
  const [slow = 0, fast = 0] = [busy[index], idle[index]];
  return `| ${path}, 99th percentile, busy and idle, ms | ${slow.toFixed(1)} | ${fast.toFixed(1)} | ${(slow / fast).toFixed(1)} |`;
});
writeSection(
  'Orders',
  `${circumstances('npm run bench -- orders')} Medians of ${ROUNDS} rounds of ${ORDERS} orders with the demo provider on SQLite, ${BUYERS} concurrent buyers, alternating
  with the baseline: the same rows in the same transactions with \`node:sqlite\` alone, each with its own commit, while the shop's transactions share commits. Pages: the 99th percentile of ${PAGE_LOADS} loads one after the other
  while ${BUYERS} buyers order as fast as the shop lets them, compared with an idle shop, medians of ${ROUNDS} rounds. /products shows the stock, so it is drawn again after each group of orders. The other two stay cached, so what they
  take longer is waiting for a core and for the commits of orders.

| metric | ours | baseline | ratio |
|---|---|---|---|
| orders per second | ${mine.toFixed(0)} | ${baseline.toFixed(0)} | ${(mine / baseline).toFixed(2)} |
${pageRows.join('\n')}`,
);
console.log(`orders/s ${mine.toFixed(0)} of ${baseline.toFixed(0)}`);
for (const row of pageRows) console.log(row);

function rawOrders(): number {
  const { stdout } = spawnSync(process.execPath, ['bench/raw-sqlite-orders.ts', rawDir, String(ORDERS)], {
    encoding: 'utf8',
  });
  return Number(stdout);
}

/** Medians of several rounds. */
async function loadRounds(): Promise<number[]> {
  const rounds: number[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await loadPages());
  return PAGES.map((_, index) => median(rounds.map((each) => each[index] ?? 0)));
}

/** The 99th percentile of each page, in milliseconds. The pages take turns, so that each meets the same load. */
async function loadPages(): Promise<number[]> {
  const times = PAGES.map((): number[] => []);
  for (let load = 0; load < PAGE_LOADS; load += 1)
    for (const [index, path] of PAGES.entries()) {
      const sentAt = performance.now();
      await new Promise((resolve, reject) => {
        get(shop.url + path, (response) => response.resume().on('end', resolve)).on('error', reject);
      });
      times[index]?.push(performance.now() - sentAt);
    }
  return times.map((each) => each.sort((a, b) => a - b)[Math.floor(PAGE_LOADS * 0.99)] ?? 0);
}
