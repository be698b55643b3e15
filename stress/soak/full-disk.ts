// The disk is full, and then it is not: what is refused says so and costs nothing, what was acknowledged stays, pages go on, and
// nobody has to restart anything.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loginAt, type RunningShop, staffSettings, startShop } from '#scripts/running-shop.ts';
import { type Database, openDatabase } from '#server/database/database.ts';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { jpeg } from '#server/testing/image-bytes.ts';
import { violatedInvariants } from '#server/testing/invariants.ts';
import { buyer, buyOnce, orderRequest } from './actors.ts';
import type { Place } from './scenario.ts';
import { createSoakState } from './state.ts';

export type Disk = { fill(shop: RunningShop): void; makeRoom(shop: RunningShop): void };
type Options = Place & {
  disk: Disk;
  rounds: number;
  /** People who buy while the disk fills up: some of their orders are then settled a minute later. */
  buyers: number;
};

const ORDERS = 20;
const SETTLE_MS = 330_000;
const EVENT = 'There is no room left to store anything.';

export async function fullDisk({ dataDir, databaseUrl, disk, rounds, buyers }: Options) {
  const square = await startFakeSquare();
  const shop = await startShop({
    ...{ ...squareSettings, ...staffSettings, SQUARE_API_URL: square.url, DATA_DIR: dataDir, LIMITS: 'off' },
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  });
  const life = { url: shop.url, killed: false };
  const day = createSoakState({ where: async () => life, mayRefuse: true });
  const findings: string[] = [];
  const must = (holds: boolean, what: string) => void (holds || findings.push(what));
  const staff = await loginAt(shop.url);
  const people = Array.from({ length: buyers }, () => buyer(day));
  await buyOnce(day);
  let refused = 0;

  for (let round = 0; round < rounds; round += 1) {
    const charged = square.payments.size;
    await beAway();
    disk.fill(shop);
    await whileFull();
    if (buyers === 0) must(square.payments.size === charged, 'somebody was charged on a full disk');
    disk.makeRoom(shop);
    await whenThereIsRoom();
  }

  await day.end(people);
  must(
    shop.output.some((line) => line.includes(EVENT)),
    'the log does not say that there is no room',
  );
  findings.push(...day.findings, ...(await rulesInTheEnd()));
  if ((await shop.stop()) !== 0) findings.push('the shop did not stop in order');
  await square.close();
  return { refused: refused + day.refused, orders: day.told.length + rounds * (ORDERS + 1), findings };

  /** Staff who come back after two hours: their next request is noted in their session. */
  async function beAway(): Promise<void> {
    const used_at = new Date(Date.now() - 7_200_000).toISOString();
    await inDatabase(({ transaction }) =>
      transaction([], (tx) => tx.updateTable('sessions').set({ used_at }).execute()),
    );
  }

  async function whileFull(): Promise<void> {
    const orders = await Promise.all(
      Array.from({ length: ORDERS }, () => answerTo('/api/process-payment', orderRequest())),
    );
    for (const { status, text } of orders) {
      if (status === 503) refused += 1;
      // Files that have grown before may have room for some.
      const fine = status === 200 || status === 202 || (status === 503 && text.includes('cannot store'));
      must(fine, `an order on a full disk was answered ${status}: ${text}`);
    }
    const picture = await upload();
    must(picture.status === 503 && picture.text.includes('cannot store'), `an upload was answered ${picture.status}`);
    for (const path of ['/products', `/products?search=${Math.random()}`, '/api/products', '/healthz'])
      must((await answerTo(path)).status === 200, `${path} is not answered on a full disk`);
    const listed = await answerTo('/api/orders/admin', { headers: staff });
    must(listed.status === 200, `staff cannot read on a full disk: ${listed.status}`);
    must(halfFiles().length === 0, `half files were left: ${halfFiles()}`);
  }

  async function whenThereIsRoom(): Promise<void> {
    const order = await answerTo('/api/process-payment', orderRequest());
    must(order.status === 200, `an order is answered ${order.status} though there is room: ${order.text}`);
    must((await upload()).status === 200, 'an upload is refused though there is room');
  }

  async function answerTo(path: string, init: RequestInit = {}): Promise<{ status: number; text: string }> {
    const response = await fetch(shop.url + path, init);
    return { status: response.status, text: await response.text() };
  }

  function upload() {
    const body = new FormData();
    body.set('title', 'A day in the yard');
    body.set('image', new Blob([new Uint8Array(jpeg)]), 'yard.jpg');
    return answerTo('/api/admin/blogs', { method: 'POST', headers: staff, body });
  }

  function halfFiles(): string[] {
    return readdirSync(join(dataDir, 'uploads', 'blogs')).filter((name) => name.startsWith('.'));
  }

  async function rulesInTheEnd(): Promise<string[]> {
    const asked = performance.now();
    for (;;) {
      const rules = await inDatabase((database) =>
        violatedInvariants(database, { payments: square.payments.values() }, day.told),
      );
      if (rules.length === 0 || performance.now() - asked > SETTLE_MS) return rules.slice(0, 10);
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }

  async function inDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = await openDatabase({ url: databaseUrl, dataDir, alongsideShop: true }, () => {});
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }
}
