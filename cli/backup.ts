// Writes a backup of the database and uploads while the shop runs.
//   npm run backup                         to backups/
//   npm run backup -- FOLDER --keep 14     and deletes all but the newest 14 there, for scheduled runs
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { backUp } from '#server/backup/backup.ts';
import { readConfig } from '#server/config.ts';
import { LAST_BACKUP, setState } from '#server/database/shop-state.store.ts';
import { createStorage } from '#server/media/create-storage.ts';
import { folders } from '#server/media/storage.ts';
import { makeFolderPrivate } from '#server/private-files.ts';
import { withShopDatabase } from './shop-database.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { keep: { type: 'string' } } });
const folder = positionals[0] ?? 'backups';

await withShopDatabase(async (database) => {
  if (values.keep !== undefined && !/^[1-9]\d{0,5}$/.test(values.keep))
    throw new Error('Usage: npm run backup -- FOLDER --keep 14');
  mkdirSync(folder, { recursive: true });
  makeFolderPrivate(folder);
  const now = new Date();
  const file = join(folder, `farm-${now.toISOString().replaceAll(':', '-')}.backup`);
  const bytes = await backUp({ database, storage: createStorage(readConfig()), folders }, file, now);
  await database.transaction([], (tx) => setState(tx, LAST_BACKUP, now.toISOString()));
  const removed = values.keep ? removeAllBut(Number(values.keep)) : 0;
  return `${file}, ${(bytes / 1e6).toFixed(1)} MB${removed ? `; ${removed} older backups deleted` : ''}`;
});

function removeAllBut(count: number): number {
  const old = readdirSync(folder)
    .filter((name) => /^farm-[\dTZ.-]+\.backup$/.test(name))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .slice(0, -count);
  for (const name of old) rmSync(join(folder, name));
  return old.length;
}
