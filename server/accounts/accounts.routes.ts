import { serve } from '../http/serve.ts';
import type { Accounts } from './accounts.ts';
import type { PasswordResets } from './password-resets.ts';

export const accountRoutes = (accounts: Accounts, resets: PasswordResets) => [
  serve('POST /api/register', ({ body, address }) => accounts.register(body, address)),
  serve('POST /api/login', ({ body, address }) => accounts.login(body, address)),
  serve('POST /api/logout', ({ token }) => accounts.logout(token)),
  serve('GET /api/account', async ({ actor }) => ({ data: actor })),
  serve('PUT /api/account/password', ({ actor, body, address }) => accounts.changePassword(actor, body, address)),
  serve('POST /api/password-reset-requests', ({ body, address }) => resets.request(body.email, address)),
  serve('POST /api/password-resets', ({ body, address }) => resets.reset(body, address)),
];
