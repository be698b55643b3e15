// For commands that use the shop's database, whether or not the shop is running.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setFarmTimeZone } from '#contracts/dates.ts';
import { readConfig, SettingError } from '#server/config.ts';
import { type Database, openDatabase } from '#server/database/database.ts';
import { keepNewFilesPrivate } from '#server/private-files.ts';
import { loadSettings } from '#server/settings/settings.ts';

/** Runs the command and prints its result; an error sets exit code 1. `alongsideShop: false` requires the shop to be stopped. */
export async function withShopDatabase(
  work: (database: Database) => Promise<string>,
  { alongsideShop } = { alongsideShop: true },
): Promise<void> {
  keepNewFilesPrivate();
  try {
    const { databaseUrl: url, dataDir } = readConfig();
    if (!url && !existsSync(join(dataDir, 'farm.sqlite')))
      throw new SettingError(`DATA_DIR ${dataDir} contains no shop yet. Start it once with npm start.`);
    const database = await openDatabase({ url, dataDir, alongsideShop }, (error) => console.error(error.message));
    try {
      // Days in reports and the search index are in the farm's time zone.
      setFarmTimeZone((await loadSettings(database.db)).farm.time_zone);
      console.log(await work(database));
    } finally {
      await database.close();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
