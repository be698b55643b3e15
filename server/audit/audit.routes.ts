import { serve } from '#server/http/route.ts';
import type { Audit } from './audit.ts';

export const auditRoutes = (audit: Audit) => [
  serve('GET /api/audit', ({ query }) => audit.page(query.before, '/api/audit')),
];
