import { serve } from '../http/serve.ts';
import type { Accounts } from './accounts.ts';

export const accountRoutes = (accounts: Accounts) => [
  serve('POST /api/login', ({ body }) => accounts.login(body)),
  serve('POST /api/logout', ({ token }) => accounts.logout(token)),
];
