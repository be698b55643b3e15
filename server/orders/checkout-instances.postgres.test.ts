// Several instances on one PostgreSQL database, selling the same stock.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningShop, startShop } from '#scripts/running-shop.ts';
import { openDatabase } from '#server/database/database.ts';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { violatedInvariants } from '#server/testing/invariants.ts';
import { createTempShop } from '#server/testing/temp-shop.ts';

const tempShop = await createTempShop();
const square = await startFakeSquare();
const shops: RunningShop[] = [];

beforeAll(async () => {
  const settings = {
    DATA_DIR: tempShop.dataDir,
    DATABASE_URL: tempShop.databaseUrl ?? '',
    LIMITS: 'off',
    ...squareSettings,
    SQUARE_API_URL: square.url,
  };
  shops.push(...(await Promise.all([startShop(settings), startShop(settings)])));
});
afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.stop()));
  await square.close();
  await tempShop.cleanUp();
});

async function buy(buyer: number, pounds: number, headers: Record<string, string> = {}) {
  const response = await fetch(`${shops[buyer % shops.length]?.url}/api/process-payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      sourceId: 'cnon:card-nonce-ok',
      amount: 1450 * pounds,
      orderDetails: { productId: 2, quantity: pounds, name: 'Dana', phone: '707', locationOption: 'pickup' },
    }),
  });
  return { status: response.status, text: await response.text() };
}

async function withDatabase<T>(work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>): Promise<T> {
  const database = await openDatabase(
    { url: tempShop.databaseUrl, dataDir: tempShop.dataDir, alongsideShop: true },
    () => {},
  );
  return work(database).finally(() => database.close());
}

test('fifty identical submits across instances make one order, one payment and fifty identical responses', async () => {
  const key = { 'idempotency-key': 'the same form' };

  const responses = await Promise.all(Array.from({ length: 50 }, (_, buyer) => buy(buyer, 1, key)));

  expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(responses[0]?.status).toBe(200);
  expect(square.payments.size).toBe(1);
});

test('two hundred buyers at two instances buy exactly the remaining stock', async () => {
  const left = await withDatabase(async ({ db }) => {
    const product = await db.selectFrom('products').select('stock').where('id', '=', 2).executeTakeFirstOrThrow();
    return product.stock;
  });
  const each = 4;

  const responses = await Promise.all(Array.from({ length: 200 }, (_, buyer) => buy(buyer, each)));

  const sold = responses.filter(({ status }) => status === 200).length;
  expect(sold).toBe(Math.floor(left / each));
  // On a busy machine some are told to try again.
  expect(new Set(responses.map(({ status }) => status).filter((status) => status !== 503))).toEqual(
    new Set([200, 409]),
  );
  expect(
    await withDatabase((database) => violatedInvariants(database, { payments: square.payments.values() })),
  ).toEqual([]);
});
