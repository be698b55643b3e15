import type { IncomingHttpHeaders } from 'node:http';
import { route } from '#server/http/route.ts';
import type { Accounts } from './accounts.ts';
import type { PasswordResets } from './password-resets.ts';
import type { Client, Sessions } from './sessions.ts';
import type { TwoFactor } from './two-factor.ts';
import { describeDevice } from './user-agent.ts';

type Deps = { accounts: Accounts; resets: PasswordResets; sessions: Sessions; twoFactor: TwoFactor };

export const accountRoutes = ({ accounts, resets, sessions, twoFactor }: Deps) => [
  route('POST /api/register', ({ body, address }) => accounts.register(body, address)),
  route('POST /api/login', ({ body, ...request }) => accounts.login(body, clientOf(request))),
  route('POST /api/logout', ({ token }) => accounts.logout(token)),
  route('GET /api/account', async ({ actor }) => ({ data: actor })),
  route('PUT /api/account/password', ({ actor, body, ...request }) =>
    accounts.changePassword(actor, body, clientOf(request)),
  ),
  route('GET /api/account/sessions', ({ actor, token }) => sessions.list(actor, token)),
  route('DELETE /api/account/sessions/:id', ({ actor, params }) => sessions.endById(actor, params.id)),
  route('DELETE /api/account/sessions', ({ actor, token }) => sessions.endOthers(actor, token)),
  route('GET /api/account/second-factor', ({ actor }) => twoFactor.status(actor)),
  route('POST /api/account/second-factor', ({ actor, body, address }) =>
    twoFactor.startSetup(actor, body.password, address),
  ),
  route('POST /api/account/second-factor/confirmation', ({ actor, body, address, token }) =>
    twoFactor.confirmSetup(actor, body.code, { address, token }),
  ),
  route('POST /api/account/second-factor/removal', ({ actor, body, address }) =>
    twoFactor.disable(actor, body, address),
  ),
  route('POST /api/password-reset-requests', ({ body, address }) => resets.request(body.email, address)),
  route('POST /api/password-resets', ({ body, address }) => resets.reset(body, address)),
];

const clientOf = ({ address, headers }: { address: string; headers: IncomingHttpHeaders }): Client => ({
  address,
  device: describeDevice(headers['user-agent']),
});
