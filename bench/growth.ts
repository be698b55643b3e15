// A shop with a million orders compared with one of a thousand, on both databases, measured alternately: npm run bench -- growth
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ensureBuilt } from '#scripts/build.ts';
import { startPostgres } from '#scripts/postgres-server.ts';
import { loginAt, type RunningShop, staffSettings, startShop } from '#scripts/running-shop.ts';
import { median } from './measure.ts';
import { circumstances, writeSection } from './results.ts';
import { staffReads } from './staff-reads.ts';

const LARGE = { orders: Number(process.argv[2] || 1_000_000), posts: 10_000 };
const SMALL = { orders: 1000, posts: 100 };
const MAX_ROUNDS = 200;
const SECONDS_EACH = 10;
const brewer = { name: 'Otis', email: 'otis@growth.example', password: 'one malt, one yeast' };

type Size = typeof LARGE;
type Headers = Record<string, string>;
/** `customer` has an open invoice. */
type Target = Size & { url: string; staff: Headers; buyer: Headers; customer: number };

const order = {
  sourceId: 'cnon:card-nonce-ok',
  amount: 1600,
  orderDetails: { productId: 1, quantity: 1, name: 'Dana Whitlock', phone: '(707) 555-0188', locationOption: 'pickup' },
};

ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), 'growth-'));
const postgres = await startPostgres();
const rows: string[] = [];
try {
  await compare('SQLite', async (name) => ({ DATA_DIR: join(folder, name), DATABASE_URL: '' }));
  await compare('PostgreSQL', async (name) => ({
    DATA_DIR: join(folder, `uploads-${name}`),
    DATABASE_URL: await newDatabase(postgres.url, name),
  }));
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
writeSection(
  'Scaling',
  `${circumstances('npm run bench -- growth')} A shop with ${describeSize(LARGE)}
  compared with one with ${describeSize(SMALL)}, both over the same two years. Medians of up to ${MAX_ROUNDS} rounds in ${SECONDS_EACH} s, alternating requests over HTTP.

| database | request | small, ms | large, ms | ratio |
|---|---|---|---|---|
${rows.join('\n')}`,
);

async function compare(database: string, settingsFor: (name: string) => Promise<Headers>): Promise<void> {
  const shops: RunningShop[] = [];
  try {
    const targets: Target[] = [];
    for (const [name, size] of Object.entries({ small: SMALL, large: LARGE })) {
      const settings = { ...(await settingsFor(name)), ...staffSettings, LIMITS: 'off' };
      const started = performance.now();
      await seed(settings, size);
      console.log(
        `${database}, ${describeSize(size)}: seeded in ${((performance.now() - started) / 1000).toFixed(0)} s`,
      );
      const shop = await startShop(settings);
      shops.push(shop);
      const staff = await loginAt(shop.url);
      // Sums all days, so that the job has nothing left to do.
      await send(`${shop.url}/api/sales?range=all`, staff);
      const { data: debtors } = await (await send(`${shop.url}/api/books/receivables`, staff)).json();
      targets.push({
        ...{ ...size, url: shop.url, staff, customer: debtors[0].id },
        buyer: await loginAsBuyer(shop.url),
      });
    }
    const reads = targets.map((target) => staffReads(target));
    for (const [index, title] of (reads.at(-1) ?? []).entries())
      await report(database, title, targets, (target) =>
        send(target.url + reads[targets.indexOf(target)]?.[index], target.staff),
      );
    await report(database, '/api/orders, of an account', targets, ({ url, buyer }) => send(`${url}/api/orders`, buyer));
    await report(database, 'placing an order', targets, ({ url }) => send(`${url}/api/process-payment`, {}, order));
  } finally {
    for (const shop of shops) await shop.stop();
  }
}

/** Starts the shop once to create its tables, products and a customer, then adds the orders and posts. */
async function seed(settings: Headers, { orders, posts }: Size): Promise<void> {
  const shop = await startShop(settings);
  await send(`${shop.url}/api/register`, {}, brewer);
  await shop.stop();
  const { status } = spawnSync(process.execPath, ['bench/seed-large.ts', String(orders), String(posts)], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('Could not seed the shop.');
}

async function report(
  database: string,
  title: string,
  targets: Target[],
  request: (target: Target) => Promise<Response>,
) {
  const times = targets.map((): number[] => []);
  const entries = [...targets.entries()];
  const end = performance.now() + SECONDS_EACH * 1000;
  for (let round = -5; round < MAX_ROUNDS && (round < 5 || performance.now() < end); round += 1)
    for (const [index, target] of round % 2 ? entries : entries.toReversed()) {
      const started = performance.now();
      const { status } = await request(target);
      // The seeded shop has none of them, such as backups.
      if (status === 404) return;
      if (round >= 0) times[index]?.push(performance.now() - started);
    }
  const [small = 0, large = 0] = times.map(median);
  rows.push(`| ${database} | ${title} | ${small.toFixed(2)} | ${large.toFixed(2)} | ${(large / small).toFixed(2)} |`);
  console.log(rows.at(-1));
}

async function loginAsBuyer(url: string): Promise<Headers> {
  const { email, password } = brewer;
  const { token } = await (await send(`${url}/api/login`, {}, { email, password })).json();
  return { authorization: `Bearer ${token}` };
}

async function send(url: string, headers: Headers, body?: object): Promise<Response> {
  const response = await fetch(
    url,
    body
      ? { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
      : { headers },
  );
  if (!response.ok && response.status !== 404)
    throw new Error(`${url} returned ${response.status}: ${await response.text()}`);
  // Read the whole body, so its transfer is measured too.
  return new Response(await response.arrayBuffer(), response);
}

async function newDatabase(server: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database growth_${name}`);
  await client.end();
  return server.replace(/\/[^/]*$/, `/growth_${name}`);
}

function describeSize({ orders, posts }: Size): string {
  return `${orders.toLocaleString('en-US')} orders and ${posts.toLocaleString('en-US')} posts`;
}
