// Brings a backup back into an empty shop, on either database: npm run restore -- FILE [--old-shop-is-gone]
import { restore } from '#server/backup/backup.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/database/database.ts';
import { createStorage } from '#server/media/create-storage.ts';
import { folders } from '#server/media/storage.ts';

const words = process.argv.slice(2);
const file = words.find((word) => !word.startsWith('--'));
const BESIDE_ANOTHER = `With the keys of the card provider a shop that was brought back refunds each payment that the backup does not know.
If the old shop is gone that is right: npm run restore -- FILE --old-shop-is-gone
If it still takes money, bring the backup back without these keys, and never open it with them.`;

try {
  if (!file) throw new Error('Use: npm run restore -- FILE');
  const config = readConfig();
  if (config.square && !words.includes('--old-shop-is-gone')) throw new Error(BESIDE_ANOTHER);
  const where = { url: config.databaseUrl, dataDir: config.dataDir };
  const report = (error: Error) => console.error(error.message);
  const { at, rows } = await restore(file, async ({ version }) => ({
    database: await openDatabase({ ...where, version }, report),
    storage: createStorage(config),
    folders,
  }));
  // What has been added to the tables since.
  await (await openDatabase(where, report)).close();
  console.log(`The shop of ${at} is back: ${rows} rows. Payments made since then are refunded when it opens.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
