// A shop with a million orders compared with one of a thousand, on both databases, measured alternately: npm run bench -- growth
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
/** `debtor` is a customer with an open invoice. */
type Target = Size & { url: string; staff: Headers; customer: Headers; debtor: number };
type Request = { title: string; path(target: Target): string; as?: 'customer'; body?: (target: Target) => object };

const today = new Date().toISOString().slice(0, 10);
const aYearAgo = new Date(Date.now() - 364 * 86_400_000).toISOString().slice(0, 10);
const lastMonth = new Date(Date.parse(`${today.slice(0, 7)}-01`) - 86_400_000).toISOString().slice(0, 7);
const lastOrderPage = ({ orders }: Target) => Math.ceil(orders / 10);
const lastPostPage = ({ posts }: Target) => Math.ceil(posts / 10);
const search = (query: Record<string, string>) => `/api/orders/search?${new URLSearchParams(query)}`;

const requests: Request[] = [
  { title: 'Order Management, first page', path: () => '/api/orders/admin?page=1' },
  {
    title: 'Order Management, middle page',
    path: (target) => `/api/orders/admin?page=${Math.ceil(lastOrderPage(target) / 2)}`,
  },
  { title: 'Order Management, last page', path: (target) => `/api/orders/admin?page=${lastOrderPage(target)}` },
  { title: 'dashboard', path: () => '/api/dashboard/admin' },
  { title: 'a year of sales', path: () => `/api/sales?range=custom&from=${aYearAgo}&to=${today}` },
  { title: 'search, a rare email', path: () => search({ q: 'luis14@brewery14.example' }) },
  { title: 'search, a common name', path: () => search({ q: 'dana' }) },
  { title: 'search, one letter', path: () => search({ q: 'd' }) },
  { title: 'search, two words', path: () => search({ q: 'dana whitlock' }) },
  { title: 'search, a phone', path: () => search({ q: '(243) 555-1333' }) },
  { title: 'search, an order by its number', path: () => search({ q: '#77' }) },
  { title: 'search, name and status', path: () => search({ q: 'luis', status: 'ready' }) },
  {
    title: 'search, name and a month a year ago',
    path: () => search({ q: 'mara', from: aYearAgo, to: plus30(aYearAgo) }),
  },
  { title: 'search, words that never occur together', path: () => search({ q: 'dana luis', status: 'failed' }) },
  { title: 'search, no results', path: () => search({ q: 'nobody of this name' }) },
  // The public list is cached; the staff list is read from the database every time.
  { title: 'blog list, first page', path: () => '/api/admin/blogs?page=1' },
  { title: 'blog list, middle page', path: (target) => `/api/admin/blogs?page=${Math.ceil(lastPostPage(target) / 2)}` },
  { title: 'blog list, last page', path: (target) => `/api/admin/blogs?page=${lastPostPage(target)}` },
  { title: 'customers, first page', path: () => '/api/customers' },
  { title: 'a customer', path: ({ debtor }) => `/api/customers/${debtor}` },
  { title: "a customer's orders, for staff", path: ({ debtor }) => `/api/customers/${debtor}/orders` },
  { title: "a customer's terms and balance", path: ({ debtor }) => `/api/customers/${debtor}/terms` },
  { title: "a customer's ledger", path: ({ debtor }) => `/api/customers/${debtor}/ledger` },
  { title: 'invoices of a month, first page', path: () => `/api/books/invoices?month=${lastMonth}` },
  { title: 'receivables by age, first page', path: () => '/api/books/receivables' },
  { title: 'the books of last month', path: () => `/api/books?month=${lastMonth}` },
  { title: 'the books of this month', path: () => '/api/books' },
  { title: 'stock ledger, a product in a month', path: () => `/api/stock-moves?product=1&month=${lastMonth}` },
  { title: "a customer's orders", as: 'customer', path: () => '/api/orders?page=1' },
  { title: 'placing an order', path: () => '/api/process-payment', body: () => order },
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
  `${circumstances('npm run bench -- growth')} A shop with ${describeSize(LARGE)}
  compared with one with ${describeSize(SMALL)}, both over the same two years. Medians of ${ROUNDS} rounds, alternating requests over HTTP.

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
      const { data: debtors } = await (await send(`${shop.url}/api/books/receivables`, staff)).json();
      targets.push({
        ...{ ...size, url: shop.url, staff, debtor: debtors[0].id },
        customer: await loginAsCustomer(shop.url),
      });
    }
    for (const request of requests) {
      rows.push(`| ${database} | ${await measure(request, targets)} |`);
      console.log(rows.at(-1));
    }
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

async function measure(request: Request, targets: Target[]): Promise<string> {
  const times = targets.map((): number[] => []);
  const entries = [...targets.entries()];
  for (let round = -20; round < ROUNDS; round += 1)
    for (const [index, target] of round % 2 ? entries : entries.toReversed()) {
      const started = performance.now();
      const headers = request.as === 'customer' ? target.customer : target.staff;
      await send(target.url + request.path(target), headers, request.body?.(target));
      if (round >= 0) times[index]?.push(performance.now() - started);
    }
  const [small = 0, large = 0] = times.map((each) => each.sort((a, b) => a - b)[ROUNDS / 2] ?? 0);
  return [request.title, small.toFixed(2), large.toFixed(2), (large / small).toFixed(2)].join(' | ');
}

async function loginAsCustomer(url: string): Promise<Headers> {
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
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`);
  // Read the whole body, so its transfer is measured too.
  return new Response(await response.arrayBuffer());
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

function plus30(day: string): string {
  return new Date(Date.parse(day) + 30 * 86_400_000).toISOString().slice(0, 10);
}
