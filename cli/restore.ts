// Restores a backup into an empty shop, on either database:
// npm run restore -- FILE [--last-order N] [--last-invoice M] [--old-shop-is-gone]
import { parseArgs } from 'node:util';
import { restore } from '#server/backup/backup.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/database/database.ts';
import { createStorage } from '#server/media/create-storage.ts';
import { folders } from '#server/media/storage.ts';
import { keepNewFilesPrivate } from '#server/private-files.ts';

const USAGE = 'Usage: npm run restore -- FILE [--last-order N] [--last-invoice M] [--old-shop-is-gone]';
const SQUARE_WARNING = `With Square configured, a restored shop refunds every payment that is not in the backup.
If the old shop is gone, that is what you want: npm run restore -- FILE --old-shop-is-gone
If the old shop still takes payments, restore without the Square settings and never start the copy with them.`;

keepNewFilesPrivate();
try {
  const { file, lastUsed, oldShopIsGone } = readArguments();
  const config = readConfig();
  if (config.square && !oldShopIsGone) throw new Error(SQUARE_WARNING);
  const location = { url: config.databaseUrl, dataDir: config.dataDir };
  const report = (error: Error) => console.error(error.message);
  const { at, rows, last } = await restore(
    file,
    async ({ version }) => ({
      database: await openDatabase({ ...location, version }, report),
      storage: createStorage(config),
      folders,
    }),
    { lastUsed },
  );
  // Run the migrations added since the backup.
  await (await openDatabase(location, report)).close();
  console.log(`Restored the shop as of ${at}: ${rows} rows. Payments made since then are refunded when it starts.`);
  console.log(`The next order gets number ${last.order + 1}, the next invoice ${last.invoice + 1}.`);
  console.log('Two-step logins need the key of the old shop: SECRETS_KEY, or its DATA_DIR/secrets.key.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function readArguments() {
  const text = { type: 'string' } as const;
  const options = { 'last-order': text, 'last-invoice': text, 'old-shop-is-gone': { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [file, ...others] = positionals;
  if (!file || others.length > 0) throw new Error(USAGE);
  const lastUsed = {
    order: toNumber('--last-order', values['last-order']),
    invoice: toNumber('--last-invoice', values['last-invoice']),
  };
  return { file, lastUsed, oldShopIsGone: values['old-shop-is-gone'] === true };
}

function toNumber(name: string, text: string | undefined): number | undefined {
  if (text !== undefined && !/^\d{1,9}$/.test(text)) throw new Error(`${name} must be a whole number, such as 1234.`);
  return text === undefined ? undefined : Number(text);
}
