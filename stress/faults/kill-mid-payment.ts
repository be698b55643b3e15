// kill -9 of the real shop at the moments that matter: while the provider hears of a payment, records it, has answered.
import { randomUUID } from 'node:crypto';
import { MAX_POUNDS } from '#contracts/hop-format.ts';
import { ensureBuilt } from '#scripts/build.ts';
import { type RunningShop, startShop } from '#scripts/running-shop.ts';
import { type Database, openDatabase } from '#server/database/database.ts';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { type Acknowledged, violatedInvariants } from '#server/testing/invariants.ts';

const BUYERS = 8;
/** The reconciler's longest wait, the sweep's, and some more. */
const SETTLE_MS = 330_000;

type Place = { dataDir: string; databaseUrl: string | undefined };

export async function killRounds({ dataDir, databaseUrl }: Place, kills: number) {
  ensureBuilt();
  const square = await startFakeSquare();
  const settings = {
    ...squareSettings,
    SQUARE_API_URL: square.url,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    LIMITS: 'off',
  };
  const look = () => openDatabase({ url: databaseUrl, dataDir, alongsideShop: true }, () => {});
  await (await startShop(settings)).stop();
  await fillTheBarn(look);
  const told: Acknowledged[] = [];
  for (let round = 0; round < kills; round += 1) {
    const shop = await startShop(settings);
    const buying = { on: true };
    const buyers = Array.from({ length: BUYERS }, () => buy(shop, buying, told));
    await killedAtACall(square, shop, round);
    buying.on = false;
    await Promise.all(buyers);
  }
  const shop = await startShop(settings);
  const asked = Date.now();
  let rules: string[] = ['nothing was looked at'];
  while (rules.length > 0 && Date.now() - asked < SETTLE_MS) {
    await new Promise((resolve) => setTimeout(resolve, 5000));
    const database = await look();
    rules = await violatedInvariants(database, { payments: square.payments.values() }, told);
    await database.close();
  }
  const database = await look();
  const orders = (await database.db.selectFrom('orders').select('id').execute()).length;
  await database.close();
  await shop.stop();
  await square.close();
  return { orders, rules };
}

/** So that nobody waits for a payment because everything is sold. */
export async function fillTheBarn(look: () => Promise<Database>): Promise<void> {
  const database = await look();
  await database.transaction([], async (tx) => {
    await tx.updateTable('products').set({ stock: MAX_POUNDS }).execute();
    await tx.updateTable('stock_moves').set({ pounds: MAX_POUNDS, stock_after: MAX_POUNDS }).execute();
  });
  await database.close();
}

/** Lets some payments through, then kills at one of the moments around one of the calls. */
function killedAtACall(
  square: Awaited<ReturnType<typeof startFakeSquare>>,
  shop: RunningShop,
  round: number,
): Promise<void> {
  const calls = ['create', 'complete'] as const;
  const moments = ['before', 'recorded', 'answered'] as const;
  const call = calls[round % 2];
  const moment = moments[Math.floor(round / 2) % 3];
  let left = 5 + Math.floor(Math.random() * 30);
  return new Promise((resolve) => {
    square.onCall = (heard, when) => {
      if (heard !== call || when !== moment) return;
      left -= 1;
      if (left > 0) return;
      square.onCall = () => {};
      // Some milliseconds later every other time: then the commit after the answer is what it hits.
      setTimeout(() => void shop.kill().then(resolve), Math.random() < 0.5 ? 0 : Math.random() * 12);
    };
  });
}

async function buy({ url }: RunningShop, buying: { on: boolean }, told: Acknowledged[]): Promise<void> {
  const body = JSON.stringify({
    sourceId: 'cnon:card-nonce-ok',
    amount: 1600,
    orderDetails: { productId: 1, quantity: 1, name: 'Dana', phone: '707', locationOption: 'pickup' },
  });
  while (buying.on) {
    const key = randomUUID();
    const headers = { 'content-type': 'application/json', 'idempotency-key': key };
    try {
      const response = await fetch(`${url}/api/process-payment`, { method: 'POST', headers, body });
      const { order } = await response.json();
      told.push({ key, ...(order && { order: order.id }), status: response.status });
      // Sold out: a few pounds go a long way when everybody buys one.
      if (response.status === 409) await new Promise((resolve) => setTimeout(resolve, 50));
    } catch {
      return;
    }
  }
}
