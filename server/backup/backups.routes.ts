import type { FastifyInstance } from 'fastify';
import { BackupParams } from '#contracts/backups.ts';
import { type Authenticate, authorize } from '#server/http/authorize.ts';
import { route } from '#server/http/route.ts';
import { validate } from '#server/http/validate.ts';
import { unauthenticated } from '#server/http-errors.ts';
import type { Backups } from './backups.ts';

export const backupRoutes = (backups: Backups) => [
  route('GET /api/backups', () => backups.list()),
  route('POST /api/backups', ({ actor }) => backups.start(actor)),
];

/** Not in the endpoint table because it does not return JSON. */
export function mountBackupDownload(
  app: FastifyInstance,
  { backups, authenticate }: { backups: Backups; authenticate: Authenticate },
): void {
  app.get('/api/backups/:name', { exposeHeadRoute: false }, async (request, reply) => {
    const actor = await authorize(request, { for: 'owner' }, authenticate);
    if (!actor) throw unauthenticated();
    const { name, bytes, stream } = await backups.open(validate(BackupParams, request.params).name, actor);
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('content-length', bytes)
      .type('application/octet-stream')
      .send(stream);
  });
}
