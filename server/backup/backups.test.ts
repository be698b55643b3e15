import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { BACKUP_RUN, setState } from '#server/database/shop-state.store.ts';
import { apiClient } from '#server/testing/api-client.ts';
import { makeStaff } from '#server/testing/make-staff.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { verifyArchive } from './archive.ts';
import { claimRun } from './backup-run.ts';

const root = await mkdtemp(join(tmpdir(), 'backups-'));
const folder = join(root, 'backups');
const shop = await openTestShop({ settings: { BACKUP_DIR: folder } });
afterAll(() => rm(root, { recursive: true, force: true }));
const { database, clock } = shop;
const wren = await shop.as('wren');
const now = () => clock.now;

beforeEach(async () => {
  clock.now = new Date(clock.now.getTime() + 60_000);
  await rm(folder, { recursive: true, force: true });
  await database.transaction([], (tx) => setState(tx, BACKUP_RUN, ''));
});

async function backUpNow(): Promise<string> {
  await wren.send('POST /api/backups');
  await shop.jobs.runNow('backup');
  const { data } = await wren.send('GET /api/backups');
  return data[0]?.name ?? '';
}

const audited = async (action: string) =>
  (await wren.send('GET /api/audit')).data.filter((entry) => entry.action === action);

test('an owner makes a backup, one at a time, while the shop serves', async () => {
  const started = await wren.send('POST /api/backups');
  expect(started.data).toMatchObject({ state: 'running', started_at: clock.now.toISOString() });
  expect((await wren.send('GET /api/backups')).run).toMatchObject({ state: 'running' });
  expect(await wren.attempt('POST /api/backups')).toMatchObject({
    status: 409,
    body: { message: 'A backup is already being made.' },
  });
  expect((await shop.visitor.send('GET /api/products')).data.length).toBeGreaterThan(0);
  await shop.jobs.runNow('backup');

  const { data, run, folder: where, last_backup_at } = await wren.send('GET /api/backups');
  expect([run, where, last_backup_at]).toEqual([null, folder, clock.now.toISOString()]);
  expect(data).toEqual([
    {
      name: `farm-${clock.now.toISOString().replaceAll(':', '-')}.backup`,
      bytes: expect.any(Number),
      created_at: clock.now.toISOString(),
    },
  ]);
  expect(await verifyArchive(join(folder, data[0]?.name ?? ''))).toMatchObject({ at: clock.now.toISOString() });
  expect(await readdir(folder)).toHaveLength(1);
  expect((await audited('backup made'))[0]).toMatchObject({ who: 'Farm office', subject: data[0]?.name });
  expect((await wren.send('GET /api/dashboard/admin')).data.last_backup_at).toBe(clock.now.toISOString());
});

test('another process makes none at the same time, and the page shows its progress', async () => {
  const other = await claimRun({ database, now });

  expect((await wren.attempt('POST /api/backups')).status).toBe(409);
  expect(await claimRun({ database, now })).toBeUndefined();
  await other?.keepUpdated(async (onProgress) => {
    onProgress({ step: 'files', done: 3, total: 9 });
    await expect
      .poll(async () => (await wren.send('GET /api/backups')).run)
      .toMatchObject({ state: 'running', step: 'files', done: 3, total: 9 });
  });
  await other?.finish();
  expect((await wren.send('GET /api/backups')).run).toBeNull();
});

test('of two that start together, one does', async () => {
  const runs = await Promise.all([1, 2, 3].map(() => claimRun({ database, now })));

  expect(runs.filter(Boolean)).toHaveLength(1);
});

test('a backup whose process died counts as failed, and the next one can start', async () => {
  await claimRun({ database, now });
  clock.now = new Date(clock.now.getTime() + 61_000);

  expect((await wren.send('GET /api/backups')).run).toMatchObject({ state: 'failed', reason: /interrupted/ });
  expect(await backUpNow()).not.toBe('');
});

test('a failure is shown with its reason, and the next backup clears it', async () => {
  shop.expectError(/A backup failed/);
  await writeFile(folder, 'in the way');
  await wren.send('POST /api/backups');
  await shop.jobs.runNow('backup');

  expect((await wren.attempt('GET /api/backups')).body).toMatchObject({
    data: [],
    run: { state: 'failed', reason: `The shop can't write to ${folder}.` },
  });
  await rm(folder);
  await backUpNow();
  expect((await wren.send('GET /api/backups')).run).toBeNull();
});

test('lists and sends only complete backups', async () => {
  const good = await backUpNow();
  const others = [
    'farm-2026-10-01T09-00-00.000Z.backup.part',
    'farm-2026-99-01T09-00-00.000Z.backup',
    'notes.txt',
    '.hidden.backup',
  ];
  for (const name of others) await writeFile(join(folder, name), 'x');
  await mkdir(join(folder, 'farm-2026-10-01T08-00-00.000Z.backup'));
  await writeFile(join(root, 'farm-2026-10-01T07-00-00.000Z.backup'), 'outside');

  expect((await wren.send('GET /api/backups')).data.map(({ name }) => name)).toEqual([good]);
  const names = [
    ...others,
    'farm-2026-10-01T08-00-00.000Z.backup',
    '..%2Ffarm-2026-10-01T07-00-00.000Z.backup',
    '..%2F..%2Fetc%2Fpasswd',
    `${good}%00`,
    `${good}%0a`,
    'x'.repeat(200),
  ];
  for (const name of names) {
    const { status } = await wren.fetch(`/api/backups/${name}`);
    expect([name, status === 404 || status === 422]).toEqual([name, true]);
  }
});

test('an owner downloads a backup, which is audited and never cached', async () => {
  const name = await backUpNow();

  const response = await wren.fetch(`/api/backups/${name}`);

  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename="${name}"`,
    'content-type': 'application/octet-stream',
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.equals(await readFile(join(folder, name)))).toBe(true);
  expect((await audited('backup downloaded'))[0]).toMatchObject({ who: 'Farm office', subject: name });
});

test('only owners get a backup', async () => {
  const name = await backUpNow();
  const finch = { name: 'Finch', email: 'finch@farm.example', password: 'a hundred bines' };
  await shop.visitor.send('POST /api/register', { body: finch });
  await makeStaff(database, finch.email, 'staff');
  const { token } = await shop.visitor.send('POST /api/login', { body: finch });
  const before = (await audited('backup downloaded')).length;

  expect((await shop.visitor.fetch(`/api/backups/${name}`)).status).toBe(401);
  expect((await apiClient(shop.url, token).fetch(`/api/backups/${name}`)).status).toBe(403);
  expect((await (await shop.as('otis')).fetch(`/api/backups/${name}`)).status).toBe(403);
  expect((await audited('backup downloaded')).length).toBe(before);
});
