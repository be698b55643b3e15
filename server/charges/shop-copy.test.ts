// A copied database next to the original, both with the keys of one provider account.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { apiClient } from '#server/testing/api-client.ts';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { onServer } from '#server/testing/postgres-database.ts';
import { createTempShop } from '#server/testing/temp-shop.ts';
import { openShopAt, people } from '#server/testing/test-shop.ts';

type Place = { dataDir: string; databaseUrl: string | undefined };

const clock = { now: new Date('2026-10-01T17:00:00.000Z') };
const original = await createTempShop();
const square = await startFakeSquare({ now: () => clock.now });
const copies: (() => Promise<void>)[] = [];
afterAll(async () => {
  await square.close();
  for (const remove of copies) await remove();
  await original.cleanUp();
});

async function open(place: Place, settings: Record<string, string> = {}) {
  const { shop, url } = await openShopAt(place, {
    settings: { ...squareSettings, SQUARE_API_URL: square.url, ...settings },
    now: () => clock.now,
  });
  const { token } = await apiClient(url).send('POST /api/login', { body: people.wren });
  return { shop, visitor: apiClient(url), staff: apiClient(url, token) };
}

/** Copies the database of a shop that is closed. */
async function copyShop(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'copy-'));
  await cp(original.dataDir, dataDir, { recursive: true });
  const server = inject('postgresUrl') ?? '';
  if (!original.databaseUrl) {
    copies.push(() => rm(dataDir, { recursive: true }));
    return { dataDir, databaseUrl: undefined };
  }
  const url = new URL(original.databaseUrl);
  const name = `${url.pathname.slice(1)}_copy${copies.length}`;
  await onServer(server, `create database ${name} template ${url.pathname.slice(1)}`);
  url.pathname = `/${name}`;
  copies.push(async () => {
    await onServer(server, `drop database ${name} with (force)`);
    await rm(dataDir, { recursive: true });
  });
  return { dataDir, databaseUrl: url.href };
}

const body = {
  sourceId: 'cnon:card-nonce-ok',
  amount: 1600,
  orderDetails: Object({ productId: 1, quantity: 1, name: 'Dana', phone: '707', locationOption: 'pickup' }),
};

test('a copy leaves the payments of the original alone until staff confirm that it is gone', async () => {
  const first = await open(original);
  await first.visitor.send('POST /api/process-payment', { body });
  await first.shop.close();
  const place = await copyShop();
  // The original goes on selling.
  const again = await open(original);
  await again.visitor.send('POST /api/process-payment', { body });
  await again.shop.close();

  const { shop, visitor, staff } = await open(place);
  clock.now = new Date(clock.now.getTime() + 10 * 60_000);
  await shop.jobs.runNow('sweep');
  await shop.jobs.runNow('payments');
  const refused = await visitor.attempt('POST /api/process-payment', { body });

  expect([...square.payments.values()].map(({ refunded }) => refunded)).toEqual([0, 0]);
  expect([refused.status, refused.body]).toMatchObject([503, { error: expect.stringContaining('paused') }]);
  const { data } = await staff.send('GET /api/payment-alarms');
  expect(data.map(({ what }) => what)).toEqual([expect.stringContaining('is a copy')]);

  await staff.send('POST /api/payment-alarms/:id/settlement', { params: { id: data[0]?.id ?? 0 } });
  expect((await visitor.attempt('POST /api/process-payment', { body })).status).toBe(200);
  await shop.close();
  const restarted = await open(place);
  expect((await restarted.visitor.attempt('POST /api/process-payment', { body })).status).toBe(200);
  await restarted.shop.close();
});

test('a copy with another provider account may sell, but not later with the first one', async () => {
  const place = await copyShop();
  const test = await open(place, { SQUARE_LOCATION_ID: 'TEST' });
  // The fake has one location, so its payment is not this shop's: what counts is that payments are not paused.
  await test.shop.jobs.runNow('sweep');
  expect((await test.staff.send('GET /api/payment-alarms')).data).toEqual([]);
  await test.shop.close();

  const { shop, visitor } = await open(place);
  expect((await visitor.attempt('POST /api/process-payment', { body })).status).toBe(503);
  await shop.close();
});
