import { route } from '#server/http/route.ts';
import type { Audit } from './audit.ts';

export const auditRoutes = (audit: Audit) => [
  route('GET /api/audit', ({ query }) => audit.list(query.before, '/api/audit')),
];
