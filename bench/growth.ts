// What a shop of a million orders takes beside one of a thousand, on both databases, in turns: npm run bench -- growth
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ensureBuilt } from '#scripts/build.ts';
import { startPostgres } from '#scripts/postgres-server.ts';
import { loginAt, type RunningShop, staffSettings, startShop } from '#scripts/running-shop.ts';
import { circumstances, writeSection } from './results.ts';

const LARGE = { orders: Number(process.argv[2] || 1_000_000), posts: 10_000 };
const SMALL = { orders: 1000, posts: 100 };
const ROUNDS = 200;
const brewer = { name: 'Otis', email: 'otis@growth.example', password: 'one malt, one yeast' };

type Size = typeof LARGE;
type Headers = Record<string, string>;
type Side = Size & { url: string; staff: Headers; customer: Headers };
type Call = { what: string; path(side: Side): string; as?: 'customer'; body?: (side: Side) => object };

const today = new Date().toISOString().slice(0, 10);
const aYearAgo = new Date(Date.now() - 364 * 86_400_000).toISOString().slice(0, 10);
const lastOf = ({ orders }: Side) => Math.ceil(orders / 10);
const lastOfPosts = ({ posts }: Side) => Math.ceil(posts / 10);
const find = (query: Record<string, string>) => `/api/orders/search?${new URLSearchParams(query)}`;

const calls: Call[] = [
  { what: 'Order Management, first page', path: () => '/api/orders/admin?page=1' },
  { what: 'Order Management, middle page', path: (side) => `/api/orders/admin?page=${Math.ceil(lastOf(side) / 2)}` },
  { what: 'Order Management, last page', path: (side) => `/api/orders/admin?page=${lastOf(side)}` },
  { what: 'dashboard', path: () => '/api/dashboard/admin' },
  { what: 'a year of sales', path: () => `/api/sales?range=custom&from=${aYearAgo}&to=${today}` },
  { what: 'search, a rare email', path: () => find({ q: 'luis14@brewery14.example' }) },
  { what: 'search, a common name', path: () => find({ q: 'dana' }) },
  { what: 'search, one letter', path: () => find({ q: 'd' }) },
  { what: 'search, two words', path: () => find({ q: 'dana whitlock' }) },
  { what: 'search, a phone', path: () => find({ q: '(243) 555-1333' }) },
  { what: 'search, an order by its number', path: () => find({ q: '#77' }) },
  { what: 'search, name and status', path: () => find({ q: 'luis', status: 'ready' }) },
  {
    what: 'search, name and a month a year ago',
    path: () => find({ q: 'mara', from: aYearAgo, to: plus30(aYearAgo) }),
  },
  { what: 'search, words that never occur together', path: () => find({ q: 'dana luis', status: 'failed' }) },
  { what: 'search, nothing found', path: () => find({ q: 'nobody of this name' }) },
  // The public list is kept ready to send; staff’s is read anew each time.
  { what: 'blog list, first page', path: () => '/api/admin/blogs?page=1' },
  { what: 'blog list, middle page', path: (side) => `/api/admin/blogs?page=${Math.ceil(lastOfPosts(side) / 2)}` },
  { what: 'blog list, last page', path: (side) => `/api/admin/blogs?page=${lastOfPosts(side)}` },
  { what: "a customer's orders", as: 'customer', path: () => '/api/orders?page=1' },
  { what: 'placing an order', path: () => '/api/process-payment', body: () => order },
];
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
  `${circumstances('npm run bench -- growth')} A shop with ${said(LARGE)}
compared with one with ${said(SMALL)}, both spread over the same two years. Medians of ${ROUNDS} rounds, one request to each in turn, over HTTP.

| database | request | small, ms | large, ms | ratio |
|---|---|---|---|---|
${rows.join('\n')}`,
);

async function compare(database: string, placeFor: (name: string) => Promise<Headers>): Promise<void> {
  const shops: RunningShop[] = [];
  try {
    const sides: Side[] = [];
    for (const [name, size] of Object.entries({ small: SMALL, large: LARGE })) {
      const settings = { ...(await placeFor(name)), ...staffSettings, LIMITS: 'off' };
      const made = performance.now();
      await fill(settings, size);
      console.log(`${database}, ${said(size)}: made in ${((performance.now() - made) / 1000).toFixed(0)} s`);
      const shop = await startShop(settings);
      shops.push(shop);
      sides.push({ ...size, url: shop.url, staff: await loginAt(shop.url), customer: await loggedIn(shop.url) });
    }
    for (const call of calls) {
      rows.push(`| ${database} | ${await measured(call, sides)} |`);
      console.log(rows.at(-1));
    }
  } finally {
    for (const shop of shops) await shop.stop();
  }
}

/** The shop opens once to make its tables, its hops and a customer; then it grows. */
async function fill(settings: Headers, { orders, posts }: Size): Promise<void> {
  const shop = await startShop(settings);
  await send(`${shop.url}/api/register`, {}, brewer);
  await shop.stop();
  const { status } = spawnSync(process.execPath, ['bench/seed-large.ts', String(orders), String(posts)], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('The shop could not be filled.');
}

async function measured(call: Call, sides: Side[]): Promise<string> {
  const times = sides.map((): number[] => []);
  const entries = [...sides.entries()];
  for (let round = -20; round < ROUNDS; round += 1)
    for (const [index, side] of round % 2 ? entries : entries.toReversed()) {
      const started = performance.now();
      await send(side.url + call.path(side), call.as === 'customer' ? side.customer : side.staff, call.body?.(side));
      if (round >= 0) times[index]?.push(performance.now() - started);
    }
  const [small = 0, large = 0] = times.map((each) => each.sort((a, b) => a - b)[ROUNDS / 2] ?? 0);
  return [call.what, small.toFixed(2), large.toFixed(2), (large / small).toFixed(2)].join(' | ');
}

async function loggedIn(url: string): Promise<Headers> {
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
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  // Read to its end: an answer counts when it is there.
  return new Response(await response.arrayBuffer());
}

async function newDatabase(server: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database growth_${name}`);
  await client.end();
  return server.replace(/\/[^/]*$/, `/growth_${name}`);
}

function said({ orders, posts }: Size): string {
  return `${orders.toLocaleString('en-US')} orders and ${posts.toLocaleString('en-US')} posts`;
}

function plus30(day: string): string {
  return new Date(Date.parse(day) + 30 * 86_400_000).toISOString().slice(0, 10);
}
