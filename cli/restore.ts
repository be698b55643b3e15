// Restores a backup into an empty shop, on either database: npm run restore -- FILE [--old-shop-is-gone]
import { restore } from '#server/backup/backup.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/database/database.ts';
import { createStorage } from '#server/media/create-storage.ts';
import { folders } from '#server/media/storage.ts';
import { keepNewFilesPrivate } from '#server/private-files.ts';

const args = process.argv.slice(2);
const file = args.find((arg) => !arg.startsWith('--'));
const SQUARE_WARNING = `With Square configured, a restored shop refunds every payment that is not in the backup.
If the old shop is gone, that is what you want: npm run restore -- FILE --old-shop-is-gone
If the old shop still takes payments, restore without the Square settings and never start the copy with them.`;

keepNewFilesPrivate();
try {
  if (!file) throw new Error('Usage: npm run restore -- FILE');
  const config = readConfig();
  if (config.square && !args.includes('--old-shop-is-gone')) throw new Error(SQUARE_WARNING);
  const location = { url: config.databaseUrl, dataDir: config.dataDir };
  const report = (error: Error) => console.error(error.message);
  const { at, rows } = await restore(file, async ({ version }) => ({
    database: await openDatabase({ ...location, version }, report),
    storage: createStorage(config),
    folders,
  }));
  // Run the migrations added since the backup.
  await (await openDatabase(location, report)).close();
  console.log(`Restored the shop as of ${at}: ${rows} rows. Payments made since then are refunded when it starts.`);
  console.log('Two-step logins need the key of the old shop: SECRETS_KEY, or its DATA_DIR/secrets.key.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
