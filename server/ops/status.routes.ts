import { route } from '#server/http/route.ts';
import type { createGettingStarted } from './getting-started.ts';
import type { createStatus } from './status.ts';

type Features = { status: ReturnType<typeof createStatus>; gettingStarted: ReturnType<typeof createGettingStarted> };

export const statusRoutes = ({ status, gettingStarted }: Features) => [
  route('GET /api/status', () => status.checks()),
  route('GET /api/getting-started', ({ actor }) => gettingStarted.read(actor)),
  route('PUT /api/getting-started', ({ body, actor }) => gettingStarted.hide(body.hidden, actor)),
];
