import type { IncomingHttpHeaders } from 'node:http';
import { serve } from '#server/http/route.ts';
import type { Accounts } from './accounts.ts';
import type { PasswordResets } from './password-resets.ts';
import type { From, Sessions } from './sessions.ts';
import type { SecondFactor } from './two-factor.ts';
import { deviceOf } from './user-agent.ts';

type Parts = { accounts: Accounts; resets: PasswordResets; sessions: Sessions; secondFactor: SecondFactor };

export const accountRoutes = ({ accounts, resets, sessions, secondFactor }: Parts) => [
  serve('POST /api/register', ({ body, address }) => accounts.register(body, address)),
  serve('POST /api/login', ({ body, ...request }) => accounts.login(body, fromOf(request))),
  serve('POST /api/logout', ({ token }) => accounts.logout(token)),
  serve('GET /api/account', async ({ actor }) => ({ data: actor })),
  serve('PUT /api/account/password', ({ actor, body, ...request }) =>
    accounts.changePassword(actor, body, fromOf(request)),
  ),
  serve('GET /api/account/sessions', ({ actor, token }) => sessions.ofPerson(actor, token)),
  serve('DELETE /api/account/sessions/:id', ({ actor, params }) => sessions.endOne(actor, params.id)),
  serve('DELETE /api/account/sessions', ({ actor, token }) => sessions.endOthers(actor, token)),
  serve('GET /api/account/second-factor', ({ actor }) => secondFactor.state(actor)),
  serve('POST /api/account/second-factor', ({ actor, body, address }) =>
    secondFactor.begin(actor, body.password, address),
  ),
  serve('POST /api/account/second-factor/confirmation', ({ actor, body, address, token }) =>
    secondFactor.confirm(actor, body.code, { address, token }),
  ),
  serve('POST /api/account/second-factor/removal', ({ actor, body, address }) =>
    secondFactor.remove(actor, body, address),
  ),
  serve('POST /api/password-reset-requests', ({ body, address }) => resets.request(body.email, address)),
  serve('POST /api/password-resets', ({ body, address }) => resets.reset(body, address)),
];

const fromOf = ({ address, headers }: { address: string; headers: IncomingHttpHeaders }): From => ({
  address,
  device: deviceOf(headers['user-agent']),
});
