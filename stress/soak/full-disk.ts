// The disk fills up and is freed again: rejected requests get a clear error and cost nothing, acknowledged data stays, pages keep
// working, and nothing needs a restart.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loginAt, type RunningShop, staffSettings, startShop } from '#scripts/running-shop.ts';
import { type Database, openDatabase } from '#server/database/database.ts';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { jpeg } from '#server/testing/image-bytes.ts';
import { buyer, buyOnce, orderRequest } from './actors.ts';
import { finalViolations } from './final-violations.ts';
import type { ShopLocation } from './scenario.ts';
import { createSoakState } from './state.ts';

export type Disk = { fill(shop: RunningShop): void; makeRoom(shop: RunningShop): void };
type Options = ShopLocation & {
  disk: Disk;
  rounds: number;
  /** Buyers while the disk fills up: some of their orders are only settled a minute later. */
  buyers: number;
};

const ORDERS = 20;
const FULL_TEXT = "can't save anything";
const LOG_MESSAGE = 'Storage is full.';

export async function fullDisk({ dataDir, databaseUrl, disk, rounds, buyers }: Options) {
  const square = await startFakeSquare();
  const shop = await startShop({
    ...squareSettings,
    ...staffSettings,
    SQUARE_API_URL: square.url,
    DATA_DIR: dataDir,
    LIMITS: 'off',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  });
  const openShopDatabase = () => openDatabase({ url: databaseUrl, dataDir, alongsideShop: true }, () => {});
  const instance = { url: shop.url, killed: false };
  const state = createSoakState({ currentInstance: async () => instance, allow503: true });
  const findings: string[] = [];
  const must = (holds: boolean, problem: string) => void (holds || findings.push(problem));
  const staff = await loginAt(shop.url);
  const people = Array.from({ length: buyers }, () => buyer(state));
  await buyOnce(state);
  let rejected = 0;

  for (let round = 0; round < rounds; round += 1) {
    const charged = square.payments.size;
    await ageSessions();
    disk.fill(shop);
    await checkWhileFull();
    if (buyers === 0) must(square.payments.size === charged, 'a buyer was charged on a full disk');
    disk.makeRoom(shop);
    await checkAfterwards();
  }

  await state.end(people);
  must(
    shop.output.some((line) => line.includes(LOG_MESSAGE)),
    'the log does not say that storage is full',
  );
  findings.push(...state.findings, ...(await finalViolations(openShopDatabase, square, state.responses)).slice(0, 10));
  if ((await shop.stop()) !== 0) findings.push('the shop did not stop cleanly');
  await square.close();
  return { rejected: rejected + state.rejected, orders: state.responses.length + rounds * (ORDERS + 1), findings };

  /** Makes the staff session two hours old, so its next request tries to record its use. */
  async function ageSessions(): Promise<void> {
    const used_at = new Date(Date.now() - 7_200_000).toISOString();
    await inDatabase(({ transaction }) =>
      transaction([], (tx) => tx.updateTable('sessions').set({ used_at }).execute()),
    );
  }

  async function checkWhileFull(): Promise<void> {
    const orders = await Promise.all(
      Array.from({ length: ORDERS }, () => send('/api/process-payment', orderRequest())),
    );
    for (const { status, text } of orders) {
      if (status === 503) rejected += 1;
      // Files that have already grown may have room for some orders.
      const fine = status === 200 || status === 202 || (status === 503 && text.includes(FULL_TEXT));
      must(fine, `an order on a full disk got ${status}: ${text}`);
    }
    const picture = await upload();
    must(picture.status === 503 && picture.text.includes(FULL_TEXT), `an upload got ${picture.status}`);
    for (const path of ['/products', `/products?search=${Math.random()}`, '/api/products', '/healthz'])
      must((await send(path)).status === 200, `${path} does not work on a full disk`);
    const list = await send('/api/orders/admin', { headers: staff });
    must(list.status === 200, `staff cannot read on a full disk: ${list.status}`);
    must(partialFiles().length === 0, `partial files were left: ${partialFiles()}`);
  }

  async function checkAfterwards(): Promise<void> {
    const order = await send('/api/process-payment', orderRequest());
    must(order.status === 200, `an order after freeing space got ${order.status}: ${order.text}`);
    must((await upload()).status === 200, 'an upload after freeing space was rejected');
  }

  async function send(path: string, init: RequestInit = {}): Promise<{ status: number; text: string }> {
    const response = await fetch(shop.url + path, init);
    return { status: response.status, text: await response.text() };
  }

  function upload() {
    const body = new FormData();
    body.set('title', 'A day in the yard');
    body.set('image', new Blob([new Uint8Array(jpeg)]), 'yard.jpg');
    return send('/api/admin/blogs', { method: 'POST', headers: staff, body });
  }

  function partialFiles(): string[] {
    return readdirSync(join(dataDir, 'uploads', 'blogs')).filter((name) => name.startsWith('.'));
  }

  async function inDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = await openShopDatabase();
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }
}
