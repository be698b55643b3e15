import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { staffSettings, startShop } from '#scripts/running-shop.ts';

vi.setConfig({ testTimeout: 60_000 });

const root = mkdtempSync(join(tmpdir(), 'private-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Paths that others than their owner can read. */
function readableByOthers(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  return [folder, ...paths].filter((path) => (statSync(path).mode & 0o077) !== 0);
}

test('database, key, uploads and backups are readable by the user of the shop only', async () => {
  const [dataDir, backups] = [join(root, 'data'), join(root, 'backups')];
  mkdirSync(backups);
  chmodSync(backups, 0o755);
  const first = await startShop({ DATA_DIR: dataDir, ...staffSettings });
  const env = { ...process.env, DATA_DIR: dataDir, BACKUP_DIR: backups, DATABASE_URL: '' };
  const { status } = spawnSync(process.execPath, ['cli/backup.ts', '--keep', '3'], { env });
  expect(status).toBe(0);

  expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['farm.sqlite', 'farm.sqlite-wal', 'uploads']));
  expect(readableByOthers(dataDir)).toEqual([]);
  expect(readdirSync(backups)).toEqual([expect.stringMatching(/^farm-.+\.backup$/)]);
  expect(readableByOthers(backups)).toEqual([]);
  await first.stop();

  // As a version before this one left it.
  chmodSync(dataDir, 0o755);
  chmodSync(join(dataDir, 'farm.sqlite'), 0o644);
  const second = await startShop({ DATA_DIR: dataDir, ...staffSettings });
  expect(readableByOthers(dataDir)).toEqual([]);
  await second.stop();
});
