// Kills the shop at random moments while it emails everyone who waits for a hop, and checks that each confirmed address gets
// exactly one email and nobody else gets any. On PostgreSQL two instances run, and one of them is killed.
//   npm run kill:alerts               20 kills on each database
//   npm run kill:alerts -- 5 sqlite   any number, on one of them
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '#scripts/build.ts';
import { startPostgres } from '#scripts/postgres-server.ts';
import { loginAt, type RunningShop, staffSettings, startShop } from '#scripts/running-shop.ts';
import { startFakeSmtp } from '#server/testing/fake-smtp.ts';
import { postJson } from '#stress/desk.ts';

type Headers = Record<string, string>;

const HOP = 'Cascade';
const CONFIRMED = 250;
const UNCONFIRMED = 20;
const END_MS = 120_000;

const [, , ...args] = process.argv;
const kills = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 20);
const only = args.find((arg) => arg === 'sqlite' || arg === 'postgres');
ensureBuilt();
let broken = 0;
if (only !== 'postgres') broken += await run('SQLite', { DATABASE_URL: '' }, 1);
if (only !== 'sqlite') {
  const postgres = await startPostgres();
  broken += await run('PostgreSQL', { DATABASE_URL: postgres.url }, 2).finally(postgres.stop);
}
process.exit(broken === 0 ? 0 : 1);

async function run(database: string, where: Headers, instances: number): Promise<number> {
  const smtp = await startFakeSmtp();
  const dataDir = mkdtempSync(join(tmpdir(), 'kill-alerts-'));
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'hops@farm.example' };
  const start = () => startShop({ DATA_DIR: dataDir, LIMITS: 'off', ...where, ...mail, ...staffSettings });
  const shops: RunningShop[] = [];
  try {
    for (let each = 0; each < instances; each += 1) shops.push(await start());
    const [{ url } = { url: '' }] = shops;
    const staff = await loginAt(url);
    const product_id = await addSoldOutHop(url, staff);
    const waiting = await subscribe(url, staff, product_id);
    await postJson(`${url}/api/stock-moves`, staff, { product_id, kind: 'harvest', pounds: 50, key: randomUUID() });
    let killed = 0;
    const end = Date.now() + END_MS;
    for (; killed < kills && Date.now() < end; killed += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 500));
      await shops.shift()?.kill();
      shops.push(await start());
    }
    const told = await waitUntilTold(shops, staff, waiting.length);
    const problems = findProblems(told, waiting);
    console.log(
      `${database}: ${killed} kills, ${waiting.length} waited, ${told.length} emails, ${problems.length} broken`,
    );
    for (const problem of problems.slice(0, 10)) console.error(problem);
    return problems.length;
  } finally {
    for (const shop of shops) await shop.stop();
    smtp.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function addSoldOutHop(url: string, headers: Headers): Promise<number> {
  const body = new FormData();
  const fields = { name: HOP, type: 'Aroma', aromas: 'citrus', price: '12', stock: '0' };
  for (const [name, value] of Object.entries({ ...fields, alpha_acid: '6', beta_acid: '5', total_oil: '1' }))
    body.set(name, value);
  body.set('image', new Blob([new Uint8Array(readFileSync('content/pictures/gallery-05.jpg'))]));
  const response = await fetch(`${url}/api/products/admin`, { method: 'POST', headers, body });
  return (await response.json()).data.id;
}

/** Returns the addresses that confirmed. */
async function subscribe(url: string, staff: Headers, product_id: number): Promise<string[]> {
  for (let each = 0; each < CONFIRMED + UNCONFIRMED; each += 1)
    await postJson(`${url}/api/alerts`, {}, { email: `waits${each}@brewery.example`, product_id });
  const asked = (await listEmails(url, staff)).filter(({ subject }) => subject.startsWith('Confirm'));
  const confirmed = asked.slice(0, CONFIRMED);
  for (const { id } of confirmed) {
    const { data } = await (await fetch(`${url}/api/emails/${id}`, { headers: staff })).json();
    const token = /\?key=([\w-]+)/.exec(data.text)?.[1];
    await postJson(`${url}/api/alerts/${token}/confirmation`, {}, {});
  }
  return confirmed.map(({ recipient }) => recipient);
}

type Email = { id: number; recipient: string; subject: string };

async function listEmails(url: string, headers: Headers): Promise<Email[]> {
  const emails: Email[] = [];
  for (let path: string | null = '/api/emails'; path; ) {
    const page: { data: Email[]; next_page_url: string | null } = await (await fetch(url + path, { headers })).json();
    emails.push(...page.data);
    path = page.next_page_url;
  }
  return emails;
}

async function waitUntilTold(shops: RunningShop[], staff: Headers, count: number): Promise<Email[]> {
  const url = shops[0]?.url ?? '';
  for (const end = Date.now() + END_MS; ; ) {
    const told = (await listEmails(url, staff)).filter(({ subject }) => subject === `${HOP} is back`);
    if (told.length >= count || Date.now() > end) return told;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function findProblems(told: Email[], waiting: string[]): string[] {
  const counts = new Map<string, number>();
  for (const { recipient } of told) counts.set(recipient, (counts.get(recipient) ?? 0) + 1);
  return [
    ...waiting.filter((address) => counts.get(address) !== 1).map((each) => `${each}: ${counts.get(each) ?? 0} emails`),
    ...[...counts.keys()].filter((each) => !waiting.includes(each)).map((each) => `${each} did not confirm`),
  ];
}
