// For commands that look into the shop's database, whether the shop runs or not.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig, SettingError } from '#server/config.ts';
import { type Database, openDatabase } from '#server/database/database.ts';

/** Runs the command; what it answers is printed, what it throws ends it with exit code 1. `beside: false` wants the shop closed. */
export async function withShopDatabase(
  work: (database: Database) => Promise<string>,
  { beside: alongsideShop } = { beside: true },
): Promise<void> {
  try {
    const { databaseUrl: url, dataDir } = readConfig();
    if (!url && !existsSync(join(dataDir, 'farm.sqlite')))
      throw new SettingError(`DATA_DIR ${dataDir} holds no shop yet. Start it once with npm start.`);
    const database = await openDatabase({ url, dataDir, alongsideShop }, (error) => console.error(error.message));
    try {
      console.log(await work(database));
    } finally {
      await database.close();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
