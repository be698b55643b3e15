// Several instances on one PostgreSQL database.
import { afterAll, expect, inject, test, vi } from 'vitest';
import { loginAt, staffSettings, startShop } from '#scripts/running-shop.ts';
import { onServer } from '#server/testing/postgres-database.ts';
import { createTempShop } from '#server/testing/temp-shop.ts';

const tempShop = await createTempShop();
afterAll(tempShop.cleanUp);
const settings = { DATA_DIR: tempShop.dataDir, DATABASE_URL: tempShop.databaseUrl ?? '', ...staffSettings };

test('four instances start on an empty database and see each other’s changes', async () => {
  const shops = await Promise.all([1, 2, 3, 4].map(() => startShop(settings)));
  const [first, ...others] = shops;
  const pageOf = async (url: string) => (await fetch(`${url}/blogs`)).text();
  expect(await Promise.all(shops.map(({ url }) => pageOf(url)))).toSatisfy((pages: string[]) =>
    pages.every((page) => page.includes('Showing <!-- -->3<!-- --> of <!-- -->3')),
  );

  const headers = await loginAt(first?.url ?? '');
  const publish = async (title: string, published_at = 'now') => {
    const body = new FormData();
    body.set('title', title);
    body.set('published_at', published_at);
    const { status } = await fetch(`${first?.url}/api/admin/blogs`, { method: 'POST', headers, body });
    expect(status).toBe(200);
  };
  await publish('Visible everywhere');
  for (const { url } of others)
    await vi.waitFor(async () => expect(await pageOf(url)).toContain('Visible everywhere'), {
      timeout: 60_000,
      interval: 20,
    });

  // Cached everywhere before its time, and shown everywhere when it comes.
  const due = Date.now() + 3000;
  await publish('Due soon', new Date(due).toISOString());
  for (const { url } of shops) await pageOf(url);
  await new Promise((resolve) => setTimeout(resolve, due - Date.now()));
  for (const { url } of shops)
    await vi.waitFor(async () => expect(await pageOf(url)).toContain('Due soon'), { timeout: 60_000, interval: 50 });

  // Cut every connection, including the listener: changes missed in the meantime show up after it reconnects.
  await onServer(
    inject('postgresUrl') ?? '',
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${new URL(tempShop.databaseUrl ?? '').pathname.slice(1)}'`,
  );
  await vi.waitFor(() => publish('After the cut'), { timeout: 60_000, interval: 50 });
  for (const { url } of others)
    await vi.waitFor(async () => expect(await pageOf(url)).toContain('After the cut'), {
      timeout: 60_000,
      interval: 50,
    });

  expect(await Promise.all(shops.map((shop) => shop.stop()))).toEqual([0, 0, 0, 0]);
}, 90_000);
