// Opens a shop: database, app, HTTP listener and jobs, and closes them in reverse.
import type { FastifyBaseLogger } from 'fastify';
import { type Database, openDatabase } from '#server/database/database.ts';
import type { WebBuild } from '#server/pages/build-manifest.ts';
import { type App, createApp } from './app.ts';
import type { Clock } from './clock.ts';
import { type Config, SettingError } from './config.ts';

type Deps = {
  config: Config;
  web: WebBuild;
  log: FastifyBaseLogger;
  now: Clock;
  onFirstAdmin?: (admin: { email: string; password: string }) => void;
};

export type Shop = App & {
  database: Database;
  close(): Promise<void>;
  /** Closes the connections that `close` is waiting for. */
  closeConnections(): void;
};

export async function openShop({ config, web, log, now, onFirstAdmin }: Deps): Promise<Shop> {
  const where = { url: config.databaseUrl, dataDir: config.dataDir };
  const database = await withSettingName(config.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR', () =>
    openDatabase(
      where,
      (error, what) => log.error({ err: error }, what),
      (error, what) => log.warn({ err: error }, what),
    ),
  );
  try {
    const app = await createApp({ config, database, web, log, now });
    const firstAdmin = await app.open();
    if (firstAdmin) onFirstAdmin?.(firstAdmin);
    await withSettingName('HOST or PORT', () => app.http.listen({ port: config.port, host: config.host }));
    app.jobs.start();
    return { ...app, database, close, closeConnections: () => app.http.server.closeAllConnections() };

    // Close the database last, once every request and payment has finished.
    async function close() {
      await app.http.close();
      await app.waitForPayments();
      await app.jobs.stop();
      await database.close();
    }
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Names the setting to check when this step fails. */
async function withSettingName<T>(setting: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw new SettingError(`${setting}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}
