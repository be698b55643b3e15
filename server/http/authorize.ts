// Decides whether a request may do what it asks for, and logs staff requests that may not.
import type { FastifyRequest } from 'fastify';
import type { Account } from '#contracts/accounts.ts';
import type { Audience } from '#contracts/endpoint.ts';
import { TWO_FACTOR_REQUIRED } from '#contracts/two-factor-required.ts';
import { forbidden, HttpError, unauthenticated } from '#server/http-errors.ts';
import { clientSubnet } from './client-subnet.ts';
import { pathForLog } from './path-for-log.ts';

export type Authenticate = (token: string) => Promise<Account | undefined>;

type Access = { for: Audience; duringTwoFactorSetup?: boolean | undefined };

/** Returns the account behind the token, or throws if the request is not for it. */
export async function authorize(
  request: FastifyRequest,
  access: Access,
  authenticate: Authenticate,
): Promise<Account | undefined> {
  if (access.for === 'visitor') return undefined;
  const token = bearerToken(request);
  const actor = token ? await authenticate(token) : undefined;
  if (isForStaff(access.for)) {
    const refusal = refusalFor(actor, { ...access, for: access.for });
    if (refusal) {
      logRefusal(request, actor, refusal);
      throw refusal;
    }
  }
  if (!actor && access.for === 'customer') throw unauthenticated();
  // Until then, staff see no more than a customer.
  if (actor?.must_set_up_two_factor && access.for === 'anyone') return { ...actor, role: 'customer', staff_role: null };
  return actor;
}

export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +([\w-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1];
}

type StaffAudience = Extract<Audience, 'writer' | 'admin' | 'owner'>;

const isForStaff = (audience: Audience): audience is StaffAudience => audience in mayUse;

const mayUse: Record<StaffAudience, (actor: Account) => boolean> = {
  writer: ({ role }) => role === 'writer' || role === 'admin',
  admin: ({ role }) => role === 'admin',
  owner: ({ role, staff_role }) => role === 'admin' && staff_role === 'owner',
};

function refusalFor(
  actor: Account | undefined,
  { for: audience, duringTwoFactorSetup }: Access & { for: StaffAudience },
): HttpError | undefined {
  if (!actor) return unauthenticated();
  if (!mayUse[audience](actor)) return forbidden();
  if (actor.must_set_up_two_factor && !duringTwoFactorSetup) return new HttpError(403, TWO_FACTOR_REQUIRED);
  return undefined;
}

function logRefusal(request: FastifyRequest, actor: Account | undefined, { status }: HttpError): void {
  const who = { account: actor?.id ?? null, subnet: clientSubnet(request.ip) };
  request.log.warn(
    { ...who, method: request.method, path: pathForLog(request.url), status },
    'Refused a staff request.',
  );
}
