import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/database/database.ts';
import { ping } from '#server/database/ping.store.ts';
import { DATABASE_OUTAGE_MESSAGE } from '#server/http/database-outage.ts';
import type { WatchedStorage } from '#server/media/storage-outage.ts';

const TIMEOUT_MS = 2000;

type Options = { database: Database; isDraining(): boolean; objectStorage: WatchedStorage | undefined };

/**
 * /healthz, for load balancers: 200 when the database responds, else 503; also 503 while shutting down. /livez, for
 * supervisors: 200 as long as the process runs, so a database outage does not restart the shop.
 */
export function mountHealth(app: FastifyInstance, { database, isDraining, objectStorage }: Options): void {
  app.get('/livez', { logLevel: 'warn' }, async (_, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });
  app.get('/healthz', { logLevel: 'warn' }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (isDraining()) return reply.code(503).send({ status: 'closing' });
    try {
      await Promise.race([ping(database), rejectAfterTimeout()]);
      if (!objectStorage || objectStorage.isAvailable()) return { status: 'ok' };
      // Still 200: every instance uses the same storage, and only pictures and uploads are affected.
      void objectStorage.probe();
      return { status: 'ok', files: 'unavailable' };
    } catch (error) {
      request.log.error({ err: error }, DATABASE_OUTAGE_MESSAGE);
      return reply.code(503).send({ status: 'unavailable' });
    }
  });
}

function rejectAfterTimeout(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`No response within ${TIMEOUT_MS} ms.`)), TIMEOUT_MS).unref();
  });
}
