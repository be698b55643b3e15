import { serve } from '#server/http/serve.ts';
import type { Audit } from './audit.ts';

export const auditRoutes = (audit: Audit) => [
  serve('GET /api/audit', ({ query }) => audit.page(query.before, '/api/audit')),
];
