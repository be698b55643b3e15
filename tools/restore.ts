// Brings a backup back into an empty shop, on either database: npm run restore -- FILE
import { bringBack } from '../server/backup/backup.ts';
import { readConfig } from '../server/config.ts';
import { openDatabase } from '../server/database/database.ts';
import { folders } from '../server/media/storage.ts';
import { storageFrom } from '../server/media/storage-from.ts';

const [file] = process.argv.slice(2);

try {
  if (!file) throw new Error('Use: npm run restore -- FILE');
  const config = readConfig();
  const where = { url: config.databaseUrl, dataDir: config.dataDir };
  const report = (error: Error) => console.error(error.message);
  const { at, rows } = await bringBack(file, async ({ version }) => ({
    database: await openDatabase({ ...where, version }, report),
    storage: storageFrom(config),
    folders,
  }));
  // What has been added to the tables since.
  await (await openDatabase(where, report)).close();
  console.log(`The shop of ${at} is back: ${rows} rows. Payments made since then are refunded when it opens.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
