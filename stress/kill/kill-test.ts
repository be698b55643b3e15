// Kills the shop at random moments while staff publish posts and take orders. Checks that no acknowledged write is lost, that
// invoice numbers have no gaps, and that each balance is the sum of its entries.
//   npm run kill            200 kills
//   npm run kill -- 20      any number
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureBuilt } from '#scripts/build.ts';
import { loginAt, staffSettings, startShop } from '#scripts/running-shop.ts';
import { databaseFile } from '#server/database/sqlite.ts';
import { addCustomer, postJson } from '#stress/desk.ts';

const kills = Number(process.argv[2] ?? 200);
const WRITERS = 4;
const WAIT_MS = 60_000;
const dataDir = mkdtempSync(join(tmpdir(), 'kill-'));
ensureBuilt();
const settings = { DATA_DIR: dataDir, ...staffSettings };
const acknowledged = new Map<number, string>();
/** Invoice numbers by order. */
const invoiced = new Map<number, number>();
let unanswered = 0;
let rejected = 0;

for (let round = 1; round <= kills; round += 1) {
  const shop = await startShop(settings);
  const headers = await loginAt(shop.url);
  const writing = Array.from({ length: WRITERS }, (_, writer) =>
    publishUntilKilled(shop.url, headers, `${round}.${writer}`),
  );
  const customer = await addCustomer(shop.url, headers, `Brewery ${round}`);
  writing.push(takeOrdersUntilKilled(shop.url, headers, customer), takeOrdersUntilKilled(shop.url, headers, customer));
  await waitForFirst();
  await sleep(20 + Math.random() * 300);
  await shop.kill();
  await Promise.all(writing);
}

const shop = await startShop(settings);
const lost: number[] = [];
for (const [id, title] of acknowledged) {
  const response = await fetch(`${shop.url}/api/blogs/${id}`);
  const survived = response.ok && (await response.json()).data.title === title;
  if (!survived) lost.push(id);
}
await shop.stop();
const broken = findBroken();
rmSync(dataDir, { recursive: true, force: true });
console.log(
  `${kills} kills, ${kills + 1} starts, ${acknowledged.size} writes acknowledged, ${unanswered} interrupted, ${rejected} rejected, ${lost.length} lost, ${invoiced.size} orders with invoices, ${broken.length} broken`,
);
for (const each of broken) console.error(each);
process.exit(lost.length + rejected + broken.length === 0 && acknowledged.size > 0 && invoiced.size > 0 ? 0 : 1);

/** One of each at least is acknowledged, however busy the machine is. */
async function waitForFirst(): Promise<void> {
  const end = Date.now() + WAIT_MS;
  while ((acknowledged.size === 0 || invoiced.size === 0) && Date.now() < end) await sleep(10);
}

async function publishUntilKilled(url: string, headers: Record<string, string>, name: string) {
  for (let number = 1; ; number += 1) {
    const body = new FormData();
    const title = `${name}.${number}`;
    body.set('title', title);
    try {
      const response = await fetch(`${url}/api/admin/blogs`, { method: 'POST', headers, body });
      if (!response.ok) {
        rejected += 1;
        continue;
      }
      const { data } = await response.json();
      acknowledged.set(data.id, title);
    } catch {
      unanswered += 1;
      return;
    }
  }
}

async function takeOrdersUntilKilled(url: string, headers: Record<string, string>, customer_id: number) {
  const orderDetails = {
    productId: 2,
    quantity: 1,
    name: 'Brewery',
    phone: '(707) 555-0188',
    locationOption: 'pickup',
  };
  for (;;) {
    try {
      const order = { customer_id, payment: 'cash', amount: 1450, orderDetails };
      const response = await postJson(`${url}/api/orders/desk`, headers, order);
      // Sold out.
      if (response.status === 409) return;
      const { order: placed, invoice } = await response.json();
      invoiced.set(placed.id, invoice);
    } catch {
      return;
    }
  }
}

function findBroken(): string[] {
  const database = new DatabaseSync(databaseFile(dataDir), { readOnly: true });
  const invoices = database.prepare('select number, order_id from invoices order by number').all();
  const balances = database
    .prepare(
      `select id from customers where balance_cents <>
        (select coalesce(sum(amount_cents), 0) from ledger_entries where customer_id = customers.id)`,
    )
    .all();
  database.close();
  const numberOf = new Map(invoices.map(({ number, order_id }) => [order_id, number]));
  return [
    ...invoices.flatMap(({ number }, index) => (number === index + 1 ? [] : [`invoice ${index + 1} is missing`])),
    ...[...invoiced].flatMap(([id, number]) => (numberOf.get(id) === number ? [] : [`order ${id} lost its invoice`])),
    ...balances.map(({ id }) => `the balance of customer ${id} is not the sum of its entries`),
  ];
}
