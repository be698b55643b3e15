import { route } from '#server/http/route.ts';
import type { MailLog } from './mail-log.ts';

export const mailRoutes = (mailLog: MailLog) => [
  route('GET /api/emails', ({ query }) => mailLog.list(query)),
  route('GET /api/emails/:id', ({ params }) => mailLog.find(params.id)),
  route('POST /api/emails/:id/deliveries', ({ params, actor }) => mailLog.sendAgain(params.id, actor)),
];
