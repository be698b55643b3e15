// The shop through PgBouncer: it works in session mode, and refuses to start in the other modes.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startPgBouncer } from '#scripts/pgbouncer.ts';
import { loginAt, type RunningShop, staffSettings, startShop } from '#scripts/running-shop.ts';
import { createTempShop } from '#server/testing/temp-shop.ts';
import { rejectTransactionPooling } from './transaction-pooling.ts';

const REFUSAL =
  'This is a connection pooler in transaction or statement mode. Use session mode, or connect to PostgreSQL itself.';

const tempShop = await createTempShop();
const bouncer = await startPgBouncer(tempShop.databaseUrl ?? '', {
  session: 'pool_mode=session pool_size=40',
  one_connection: 'pool_mode=transaction pool_size=1',
  two_connections: 'pool_mode=transaction pool_size=2',
  twenty_connections: 'pool_mode=transaction pool_size=20',
  statement: 'pool_mode=statement pool_size=20',
});
afterAll(async () => {
  await bouncer.stop();
  await tempShop.cleanUp();
});

describe.concurrent('other modes', () => {
  test.each(['one_connection', 'two_connections', 'twenty_connections', 'statement'])(
    'a shop on a pool with %s does not start',
    async (pool) => {
      // The pool has several open connections, as when other shops use it: each client then gets another one.
      if (pool !== 'statement') await openConnections(bouncer.urlOf(pool), pool === 'one_connection' ? 1 : 2);

      await expect(rejectTransactionPooling(bouncer.urlOf(pool))).rejects.toThrow(REFUSAL);
    },
  );

  test('it says why in one line', async () => {
    const starting = startShop({ DATA_DIR: tempShop.dataDir, DATABASE_URL: bouncer.urlOf('twenty_connections') });

    await expect(starting).rejects.toThrow(new RegExp(`^The shop cannot open. DATABASE_URL: ${REFUSAL}$`));
  });
});

describe('session mode', () => {
  const shops: RunningShop[] = [];
  beforeAll(async () => {
    const settings = { DATA_DIR: tempShop.dataDir, DATABASE_URL: bouncer.urlOf('session'), ...staffSettings };
    shops.push(...(await Promise.all([startShop(settings), startShop(settings)])));
  });
  afterAll(() => Promise.all(shops.map((shop) => shop.stop())));

  test('sells, shows a change on the other instance, and goes on after a restart of PgBouncer', async () => {
    const [first = '', second = ''] = shops.map(({ url }) => url);
    const headers = await loginAt(first);
    const publish = async (title: string) => {
      const body = new FormData();
      body.set('title', title);
      const { status } = await fetch(`${first}/api/admin/blogs`, { method: 'POST', headers, body });
      expect(status).toBe(200);
    };
    const seesOnSecond = (title: string) =>
      vi.waitFor(async () => expect(await (await fetch(`${second}/blogs`)).text()).toContain(title), {
        timeout: 60_000,
        interval: 20,
      });
    await fetch(`${second}/blogs`);

    expect(await order(first)).toBe(200);
    await publish('Through the pooler');
    await seesOnSecond('Through the pooler');

    await bouncer.restart();
    await vi.waitFor(async () => expect(await order(second)).toBe(200), { timeout: 60_000, interval: 50 });
    await vi.waitFor(() => publish('After its restart'), { timeout: 60_000, interval: 50 });
    await seesOnSecond('After its restart');
  });
});

async function openConnections(url: string, count: number): Promise<void> {
  const clients = Array.from({ length: count }, () => new pg.Client({ connectionString: url }));
  for (const client of clients) {
    await client.connect();
    await client.query('begin');
  }
  for (const client of clients) {
    await client.query('commit');
    await client.end();
  }
}

async function order(url: string): Promise<number> {
  const { status } = await fetch(`${url}/api/process-payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({
      ...{ sourceId: 'cnon:card-nonce-ok', amount: 1600 },
      orderDetails: { productId: 1, quantity: 1, name: 'Dana', phone: '707', locationOption: 'pickup' },
    }),
  });
  return status;
}
