// With 100,000 orders, nothing that staff read, nothing that staff and buyers do, and no job of every minute reads a large table
// from one end to the other.
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { staffReads } from '#bench/staff-reads.ts';
import { type ApiClient, apiClient } from '#server/testing/api-client.ts';
import { fillStock } from '#server/testing/opening-stock.ts';
import { people } from '#server/testing/people.ts';
import { createTempShop } from '#server/testing/temp-shop.ts';
import { openShopAt } from '#server/testing/test-shop.ts';
import { runAtRandom } from '#stress/random/random-run.ts';
import { type FindScans, fullScanFinder } from './full-scans.ts';
import { recordStatements, type Statement } from './record-statements.ts';

const SIZE = { orders: 100_000, posts: 1000 };
const OPERATIONS = 200;
const jobNames = [
  ...['mail', 'payments', 'declined cards', 'sweep', 'reminders', 'books', 'customers', 'newsletters', 'staff alerts'],
  'scheduled posts',
];

/** Which scans of which statements are fine, and why. */
const exceptions = [
  {
    // The list reads its page from the nearer end, which SQLite's plan does not tell.
    scan: /^(SCAN orders\b|Index Only Scan on orders_pkey)/,
    statement: /select (?:null as status, )?count\(\*\) as \w+ from orders\b/,
    because:
      'the list and the dashboard say how many orders there are: some 10 ms for a million on SQLite, 100 on PostgreSQL',
  },
  {
    scan: /^(SCAN|Seq Scan on) stock_moves/,
    statement: /^(delete from "lots"|update "stock_moves" set "lot_id" = \S+ where "lot_id")/,
    because: 'a lot is deleted once in a while, and an index for that would slow down every sale',
  },
];

const recording = recordStatements();
afterAll(recording.stop);
const tempShop = await createTempShop({ prepared: true });
const open = () => openShopAt(tempShop, { settings: { LIMITS: 'off' }, now: () => new Date() });
const first = await open();
await first.shop.database.transaction(['products'], (tx) => fillStock(tx));
await first.shop.close();
execFileSync(process.execPath, ['bench/seed-large.ts', String(SIZE.orders), String(SIZE.posts)], {
  env: { ...process.env, DATA_DIR: tempShop.dataDir, DATABASE_URL: tempShop.databaseUrl ?? '' },
});
const {
  url,
  shop: { database, jobs, close },
} = await open();
afterAll(async () => {
  await close();
  await tempShop.cleanUp();
});
const visitor = apiClient(url);
let findScans: FindScans;
let staff: ApiClient;

beforeAll(async () => {
  await jobs.idle();
  findScans = await fullScanFinder(database);
  staff = apiClient(url, (await visitor.send('POST /api/login', { body: people.wren })).token);
}, 300_000);

test.each(staffReads({ ...SIZE, customer: 20 }))('%s reads no large table as a whole', async (address) => {
  const statements = await recording.during(async () => {
    const response = await staff.fetch(address);
    // This shop has no backup, certificate or newsletter.
    expect([200, 404]).toContain(response.status);
    await response.arrayBuffer();
  });

  expect(statements.length).toBeGreaterThan(0);
  expect(await scansOf(statements)).toEqual([]);
});

test('what staff and buyers do reads no large table as a whole', async () => {
  const statements = await recording.during(() =>
    runAtRandom({ url, visitor, database, clock: { now: new Date() } }, { staff, goOn: (done) => done < OPERATIONS }),
  );

  expect(await scansOf(statements)).toEqual([]);
});

test.each(jobNames)('the job %s reads no large table as a whole', async (name) => {
  expect(await scansOf(await recording.during(() => jobs.runNow(name)))).toEqual([]);
});

test.each([
  `select id from orders where card = 'Visa'`,
  `select count(*) from orders where status = 'paid' or pounds = 7`,
  'select id from orders order by amount_cents limit 10',
  `select orders.id from order_lines join orders on orders.id = order_lines.order_id where order_lines.name = 'Comet'`,
  `update orders set pounds = 1 where card = 'Visa'`,
])('a statement that reads a large table as a whole is found: %s', async (text) => {
  expect(await findScans({ text, values: [] })).not.toEqual([]);
});

test.each(['select id from orders where id = 7', 'select id from orders order by id desc limit 10'])(
  'a statement that reads a part of a table is fine: %s',
  async (text) => {
    expect(await findScans({ text, values: [] })).toEqual([]);
  },
);

/** Of each text once: with other values it has the same plan. */
async function scansOf(statements: Statement[]): Promise<string[]> {
  const found: string[] = [];
  for (const statement of new Map(statements.map((each) => [each.text, each])).values()) {
    const { text } = statement;
    if (!/^\s*(select|with|insert|update|delete)\b/i.test(text)) continue;
    for (const scan of await findScans(statement))
      if (!exceptions.some((each) => each.scan.test(scan) && each.statement.test(text))) found.push(`${scan}: ${text}`);
  }
  return found;
}
