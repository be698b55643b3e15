// Writes a backup of the database and uploads while the shop runs. The back office shows its progress.
//   npm run backup                         to BACKUP_DIR
//   npm run backup -- --keep 14            and deletes all but the newest 14 there, for scheduled runs
//   npm run backup -- FOLDER               to another folder
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { backUp } from '#server/backup/backup.ts';
import { backupFileName, keepNewest, prepareBackupFolder } from '#server/backup/backup-files.ts';
import { claimRun } from '#server/backup/backup-run.ts';
import { reasonOf } from '#server/backup/backups.ts';
import { readConfig } from '#server/config.ts';
import { createStorage } from '#server/media/create-storage.ts';
import { folders } from '#server/media/storage.ts';
import { withShopDatabase } from './shop-database.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { keep: { type: 'string' } } });

await withShopDatabase(async (database) => {
  if (values.keep !== undefined && !/^[1-9]\d{0,5}$/.test(values.keep))
    throw new Error('Usage: npm run backup -- FOLDER --keep 14');
  const config = readConfig();
  const folder = positionals[0] ?? config.backupDir;
  const run = await claimRun({ database, now: () => new Date() });
  if (!run) throw new Error('Another backup is being made. Try again when it is done.');
  const file = join(folder, backupFileName(run.startedAt));
  const making = run.keepUpdated(async (onProgress) => {
    await prepareBackupFolder(folder);
    const shop = { database, storage: createStorage(config), folders };
    return backUp(shop, { file, at: run.startedAt, onProgress });
  });
  const bytes = await making.catch(async (error) => {
    await run.fail(reasonOf(error, folder));
    throw error;
  });
  await run.finish();
  const removed = values.keep ? await keepNewest(folder, Number(values.keep)) : 0;
  return `${file}, ${(bytes / 1e6).toFixed(1)} MB${removed ? `; ${removed} older backups deleted` : ''}`;
});
