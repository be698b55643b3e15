// Startup time, memory, and the cost of rendering an uncached page: npm run bench -- process
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from '#scripts/build.ts';
import { startShop } from '#scripts/running-shop.ts';
import { runLoad } from './http-load.ts';
import { median } from './measure.ts';
import { placeOrders } from './order-load.ts';
import { circumstances, writeSection } from './results.ts';

const MINUTES = Number(process.argv[2] || 10);
const RENDERS = 2000;

process.env.NODE_ENV = 'production';
ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), 'bench-process-'));
const settings = { DATA_DIR: join(folder, 'data'), LIMITS: 'off' };
await (await startShop(settings)).stop();

const starts: number[] = [];
for (let round = 0; round < 5; round += 1) {
  const started = performance.now();
  const each = await startShop(settings);
  await fetch(`${each.url}/`);
  starts.push(performance.now() - started);
  await each.stop();
}

const shop = await startShop(settings);
await new Promise((resolve) => setTimeout(resolve, 3000));
const idle = megabytes();
const renders = await measureRenders();
const memory: number[] = [];
const end = performance.now() + MINUTES * 60_000;
while (performance.now() < end) {
  for (const path of ['/', '/products', '/blogs', '/api/products', '/products?search=comet'])
    await runLoad({ url: shop.url + path, requests: 2000, connections: 64 });
  await placeOrders({ url: shop.url, buyers: 8, orders: 8 }).catch(() => 0);
  memory.push(megabytes());
}
await shop.stop();
rmSync(folder, { recursive: true });

const fifths = [1, 2, 3, 4, 5].map((fifth) => memory[Math.ceil((memory.length * fifth) / 5) - 1] ?? 0);
const rows = [
  `| warm start to the first 200, ms (median of 5) | ${median(starts).toFixed(0)} | 1000 |`,
  `| memory after start, MB | ${idle.toFixed(0)} | 120 |`,
  `| memory after ${MINUTES} minutes of mixed load, MB | ${memory.at(-1)?.toFixed(0)} | idle + 20 |`,
  `| the same after each fifth of that time, MB | ${fifths.map((each) => each.toFixed(0)).join(', ')} | flat |`,
  ...renders.map(({ path, micros }) => `| rendering ${path}, CPU us | ${micros.toFixed(0)} | 400 |`),
];
for (const row of rows) console.log(row);
writeSection(
  'Process',
  `${circumstances(`npm run bench -- process ${MINUTES}`)} Memory is the resident set size.

| metric | measured | target |
|---|---|---|
${rows.join('\n')}`,
);

function megabytes(): number {
  const status = readFileSync(`/proc/${shop.process.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** Renders in this process, with the built renderer and data from the running shop. */
async function measureRenders(): Promise<{ path: string; micros: number }[]> {
  const { matchRoute, render } = await import(pathToFileURL(resolve('dist/server/render.js')).href);
  const page = await (await fetch(shop.url)).text();
  const { clientConfig } = JSON.parse(/id="initial-data">(.*?)<\/script>/s.exec(page)?.[1] ?? '');
  const measured: { path: string; micros: number }[] = [];
  for (const path of ['/', '/products', '/blogs']) {
    const match = matchRoute(path, '');
    const queries: { url: string; select(response: unknown): unknown }[] = Object.values(
      match.route.queries(match.location),
    );
    const results = await Promise.all(
      queries.map(async ({ url, select }) => [url, select(await (await fetch(shop.url + url)).json())]),
    );
    const renderPage = () => render({ path, match, results, clientConfig });
    for (let warmUp = 0; warmUp < RENDERS; warmUp += 1) await renderPage();
    const before = process.cpuUsage();
    for (let count = 0; count < RENDERS; count += 1) await renderPage();
    const { user, system } = process.cpuUsage(before);
    measured.push({ path, micros: (user + system) / RENDERS });
  }
  return measured;
}
