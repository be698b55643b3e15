// Two instances on one PostgreSQL database, one of them killed again and again while staff take orders.
import { afterAll, expect, test } from 'vitest';
import { loginAt, staffSettings, startShop } from '#scripts/running-shop.ts';
import { openDatabase } from '#server/database/database.ts';
import { createTempShop } from '#server/testing/temp-shop.ts';

const tempShop = await createTempShop();
const settings = {
  ...{ DATA_DIR: tempShop.dataDir, DATABASE_URL: tempShop.databaseUrl ?? '', LIMITS: 'off' },
  ...staffSettings,
};
afterAll(() => tempShop.cleanUp());

const post = (url: string, headers: Record<string, string>, body: object) =>
  fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('invoice numbers have no gaps or repeats across two instances and kills, and no acknowledged one is lost', async () => {
  const steady = await startShop(settings);
  const headers = await loginAt(steady.url);
  const added = await post(`${steady.url}/api/customers`, headers, { name: 'Brewery' });
  const customer_id: number = (await added.json()).data.id;
  const acknowledged: number[] = [];
  const takeOrder = async (url: string) => {
    const orderDetails = { productId: 2, quantity: 1, name: 'Brewery', phone: '707', locationOption: 'pickup' };
    const order = { customer_id, payment: 'check', amount: 1450, orderDetails };
    const response = await post(`${url}/api/orders/desk`, headers, order).catch(() => undefined);
    const body = response?.ok ? await response.json().catch(() => undefined) : undefined;
    if (body) acknowledged.push(body.invoice);
  };

  for (let round = 0; round < 3; round += 1) {
    const shaky = await startShop(settings);
    const orders = Array.from({ length: 50 }, (_, n) => takeOrder(n % 2 ? steady.url : shaky.url));
    await new Promise((resolve) => setTimeout(resolve, 60 + round * 120));
    await shaky.kill();
    await Promise.all(orders);
  }
  await steady.stop();

  const database = await openDatabase({ url: tempShop.databaseUrl, dataDir: tempShop.dataDir }, () => {});
  const { db } = database;
  const invoices = await db.selectFrom('invoices').select('number').orderBy('number').execute();
  const entries = await db.selectFrom('ledger_entries').select('amount_cents').execute();
  await database.close();
  const numbers = invoices.map(({ number }) => number);
  expect(acknowledged.length).toBeGreaterThan(50);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  expect(acknowledged.filter((number) => !numbers.includes(number))).toEqual([]);
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  expect(entries.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(0);
}, 90_000);
