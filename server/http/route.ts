// Binds a declared endpoint to its handler: authorize, validate, run, reply.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '#contracts/accounts.ts';
import type { Endpoint, Role } from '#contracts/endpoint.ts';
import {
  type BodyOf,
  type EndpointName,
  endpoints,
  type FormOf,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from '#contracts/endpoints.ts';
import type { CacheTag } from '#server/database/cache-tags.ts';
import { invalid, unsupportedMediaType } from '#server/http-errors.ts';
import { type Authenticate, authorize, bearerToken } from './authorize.ts';
import { buildCompressedResponse, sendCachedResponse } from './cached-response.ts';
import { clientSubnet } from './client-subnet.ts';
import { readKey } from './idempotency-key.ts';
import { readForm, type Upload } from './multipart.ts';
import { isPastLastPage } from './pagination.ts';
import { JSON_MAX_BYTES, LONG_JSON_MAX_BYTES } from './read-body.ts';
import type { ResponseCache } from './response-cache.ts';
import { validate } from './validate.ts';

type RouteInput<N extends EndpointName> = {
  params: ParamsOf<N>;
  query: QueryOf<N>;
  body: BodyOf<N>;
  form: FormOf<N>;
  picture: (typeof endpoints)[N] extends { picture: 'required' } ? Upload : Upload | undefined;
  certificate: Upload | undefined;
  /** The account that passed authorization. */
  actor: (typeof endpoints)[N] extends { for: Role | 'owner' } ? Account : Account | undefined;
  token: string | undefined;
  headers: FastifyRequest['headers'];
  /** The idempotency key. */
  key: (typeof endpoints)[N] extends { key: 'required' } ? string : string | undefined;
  /** The client's subnet, for rate limits. */
  address: string;
};

type AnyInput = { [part in keyof RouteInput<EndpointName>]?: unknown };

export type Route = {
  name: EndpointName;
  run(input: AnyInput): Promise<unknown>;
  /** Set for public reads: the response is cached until one of these tags changes. */
  tags: readonly CacheTag[] | undefined;
  /** Set where success has more than one status. */
  statusOf: ((reply: unknown) => number) | undefined;
  /** Set where an invalid request counts as an attempt. */
  onInvalid: ((address: string) => Promise<void>) | undefined;
};

type RouteOptions<N extends EndpointName> = {
  tags?: readonly CacheTag[];
  statusOf?(reply: ResponseOf<N>): number;
  onInvalid?: Route['onInvalid'];
};

export function route<N extends EndpointName>(
  name: N,
  run: (input: RouteInput<N>) => Promise<ResponseOf<N>>,
  { tags, statusOf, onInvalid }: RouteOptions<N> = {},
): Route {
  // The input has passed this endpoint's schemas by the time it gets here, so the types hold.
  return { name, run: run as Route['run'], tags, statusOf: statusOf as Route['statusOf'], onInvalid };
}

/** `method` is the declared one: a form's PUT may arrive as POST. */
type MountedRoute = { route: Route; spec: Endpoint; method: string };

type Deps = {
  authenticate: Authenticate;
  cache: ResponseCache;
  headers: Record<string, string>;
};

export function mountRoutes(app: FastifyInstance, routes: Route[], { authenticate, cache, headers }: Deps): void {
  for (const route of routes) {
    const spec: Endpoint = endpoints[route.name];
    const [method = '', url = ''] = route.name.split(' ');
    // HTML forms cannot send PUT, so a form's PUT also accepts POST with _method=PUT.
    const overridden = method === 'PUT' && spec.form !== undefined;
    app.route({
      method: overridden ? ['PUT', 'POST'] : [method],
      url,
      bodyLimit: spec.longBody ? LONG_JSON_MAX_BYTES : JSON_MAX_BYTES,
      handler: (request, reply) => handle({ route, spec, method }, request, reply),
    });
  }

  async function handle({ route, spec, method }: MountedRoute, request: FastifyRequest, reply: FastifyReply) {
    const { for: audience = 'visitor', duringTwoFactorSetup } = spec;
    const actor = await authorize(request, { for: audience, duringTwoFactorSetup }, authenticate);
    const address = clientSubnet(request.ip);
    const parts = await parseInput(spec, method, request).catch(async (error) => {
      await route.onInvalid?.(address);
      throw error;
    });
    const input = {
      ...parts,
      token: bearerToken(request),
      actor,
      address,
      headers: request.headers,
    };
    if (!route.tags) {
      const data = await route.run(input);
      return reply
        .code(route.statusOf?.(data) ?? 200)
        .header('cache-control', 'no-store')
        .send(data);
    }
    const { tags } = route;
    const url = request.raw.url ?? '';
    const cached = await cache.getOrCreate(url, tags, async () => {
      const data = await route.run(input);
      const body = JSON.stringify(data);
      const cacheable = isCanonicalUrl(url, spec) && !isPastLastPage(data);
      return {
        response: await buildCompressedResponse({ body, headers: { ...headers, ...publicJson }, cacheable }),
        cacheable,
      };
    });
    reply.hijack();
    sendCachedResponse(request.raw, reply.raw, cached);
  }
}

const publicJson = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' };

async function parseInput(spec: Endpoint, method: string, request: FastifyRequest): Promise<AnyInput> {
  const params = spec.params && validate(spec.params, request.params);
  const query = spec.query && validate(spec.query, request.query);
  if (spec.body && request.isMultipart()) throw unsupportedMediaType('Send the request as application/json.');
  const body = spec.body && validate(spec.body, request.body ?? {});
  if (!spec.form) return { params, query, body, key: readKey(spec, request, body) };
  const { fields, picture, certificate } = await readForm(request);
  if (request.method !== method && fields._method?.toUpperCase() !== 'PUT')
    throw invalid({ _method: ['Send _method=PUT to change this.'] });
  const isRequired = spec.picture === 'required' || (spec.picture === 'required unless stored' && !fields.stored_image);
  const missing = isRequired && !picture;
  const form = validate(spec.form, fields, missing ? { image: ['Image is required.'] } : {});
  return { params, query, body, form, picture, certificate };
}

/** Only canonical URLs are cached, so a stranger's ?x=1, ?x=2 cannot fill the cache. */
function isCanonicalUrl(url: string, spec: Endpoint): boolean {
  if (!url.startsWith('/') || /[%#]/.test(url)) return false;
  const search = url.split('?')[1];
  if (search === undefined) return true;
  const names = search.split('&').map((pair) => pair.split('=')[0] ?? '');
  return (
    new Set(names).size === names.length && names.every((name) => spec.query && Object.hasOwn(spec.query.shape, name))
  );
}
