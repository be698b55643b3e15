// A shop that is open: everything it is made of, and how to close it again.
import type { FastifyBaseLogger } from 'fastify';
import { type App, createApp } from './app.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { type Database, openDatabase } from './database/database.ts';
import type { WebBuild } from './site/web-build.ts';

type Parts = { config: Config; web: WebBuild; log: FastifyBaseLogger; now: Clock };

export type Shop = App & {
  database: Database;
  firstAdmin: { email: string; password: string } | undefined;
  close(): Promise<void>;
};

export async function openShop({ config, web, log, now }: Parts): Promise<Shop> {
  const where = { url: config.databaseUrl, dataDir: config.dataDir };
  const database = await openDatabase(where, (error, what) => log.error({ err: error }, what));
  try {
    const app = await createApp({ config, database, web, log, now });
    const firstAdmin = await app.open();
    await app.http.listen({ port: config.port, host: config.host });
    return { ...app, database, firstAdmin, close };

    // Requests under way are answered first; only then does the database go.
    async function close() {
      await app.http.close();
      await database.close();
    }
  } catch (error) {
    await database.close();
    throw error;
  }
}
