// Binds a declared call to the function that answers it: guard, parse, run, reply.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Person } from '#contracts/accounts.ts';
import type { Audience, CallSpec, Role } from '#contracts/endpoint.ts';
import {
  type BodyOf,
  type CallName,
  calls,
  type FormOf,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
} from '#contracts/endpoints.ts';
import type { Topic } from '#server/database/cache-tags.ts';
import { forbidden, invalid, unauthenticated, unsupported } from '#server/http-errors.ts';
import { compressedAnswerOf, sendAnswer } from './cached-response.ts';
import { networkOf } from './client-subnet.ts';
import { readForm, type Upload } from './multipart.ts';
import { isPastTheEnd } from './pagination.ts';
import type { AnswerCache } from './response-cache.ts';
import { parsed } from './validate.ts';

type Input<N extends CallName> = {
  params: ParamsOf<N>;
  query: QueryOf<N>;
  body: BodyOf<N>;
  form: FormOf<N>;
  picture: (typeof calls)[N] extends { picture: 'required' } ? Upload : Upload | undefined;
  certificate: Upload | undefined;
  /** Whoever the guard let in. */
  actor: (typeof calls)[N] extends { for: Role } ? Person : Person | undefined;
  token: string | undefined;
  headers: FastifyRequest['headers'];
  /** Where the request came from, as far as limits are concerned. */
  address: string;
};

type AnyInput = { [part in keyof Input<CallName>]?: unknown };

export type Route = {
  name: CallName;
  run(input: AnyInput): Promise<unknown>;
  /** Set for public reads: their answer is kept until one of these topics changes. */
  carries: readonly Topic[] | undefined;
  /** Set where success has more than one status. */
  statusOf: ((reply: unknown) => number) | undefined;
  /** Set where a call that is not understood counts as a try. */
  onInvalid: ((address: string) => Promise<void>) | undefined;
};

type Ways<N extends CallName> = {
  carries?: readonly Topic[];
  statusOf?(reply: ReplyOf<N>): number;
  onInvalid?: Route['onInvalid'];
};

export function serve<N extends CallName>(
  name: N,
  run: (input: Input<N>) => Promise<ReplyOf<N>>,
  { carries, statusOf, onInvalid }: Ways<N> = {},
): Route {
  // The input has been through this call's own schemas when it gets here, so the types hold.
  return { name, run: run as Route['run'], carries, statusOf: statusOf as Route['statusOf'], onInvalid };
}

/** `method` is that of the call: a form's PUT may come as a POST. */
type Bound = { route: Route; spec: CallSpec; method: string };

type Deps = {
  whoIs(token: string): Promise<Person | undefined>;
  cache: AnswerCache;
  headers: Record<string, string>;
};

export function mount(app: FastifyInstance, routes: Route[], { whoIs, cache, headers }: Deps): void {
  for (const route of routes) {
    const spec: CallSpec = calls[route.name];
    const [method = '', url = ''] = route.name.split(' ');
    // A form cannot be sent with PUT from a page, so a form's PUT also answers POST with _method=PUT.
    const overridden = method === 'PUT' && spec.form !== undefined;
    app.route({
      method: overridden ? ['PUT', 'POST'] : [method],
      url,
      handler: (request, reply) => answer({ route, spec, method }, request, reply),
    });
  }

  async function answer({ route, spec, method }: Bound, request: FastifyRequest, reply: FastifyReply) {
    const token = bearerOf(request);
    const actor = await admitted(spec.for ?? 'visitor', token, whoIs);
    const address = networkOf(request.ip);
    const parts = await inputOf(spec, method, request).catch(async (error) => {
      await route.onInvalid?.(address);
      throw error;
    });
    const input = {
      ...parts,
      token,
      actor,
      address,
      headers: request.headers,
    };
    if (!route.carries) {
      const data = await route.run(input);
      return reply
        .code(route.statusOf?.(data) ?? 200)
        .header('cache-control', 'no-store')
        .send(data);
    }
    const { carries } = route;
    const url = request.raw.url ?? '';
    const ready = await cache.getOrMake(url, carries, async () => {
      const data = await route.run(input);
      const body = JSON.stringify(data);
      const keep = isPlain(url, spec) && !isPastTheEnd(data);
      return { answer: await compressedAnswerOf({ body, headers: { ...headers, ...publicJson }, keep }), keep };
    });
    reply.hijack();
    sendAnswer(request.raw, reply.raw, ready);
  }
}

/** Whoever makes the call, if they may. */
export async function admitted(audience: Audience, token: string | undefined, whoIs: Deps['whoIs']) {
  if (audience === 'visitor') return undefined;
  const actor = token ? await whoIs(token) : undefined;
  if (!actor && audience !== 'anyone') throw unauthenticated();
  if (audience === 'admin' && actor?.role !== 'admin') throw forbidden();
  return actor;
}

const publicJson = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' };

async function inputOf(spec: CallSpec, method: string, request: FastifyRequest): Promise<AnyInput> {
  const params = spec.params && parsed(spec.params, request.params);
  const query = spec.query && parsed(spec.query, request.query);
  if (spec.body && request.isMultipart()) throw unsupported('Send the request as application/json.');
  const body = spec.body && parsed(spec.body, request.body ?? {});
  if (!spec.form) return { params, query, body };
  const { fields, picture, certificate } = await readForm(request);
  if (request.method !== method && fields._method?.toUpperCase() !== 'PUT')
    throw invalid({ _method: ['Send _method=PUT to change this.'] });
  const missing = spec.picture === 'required' && !picture;
  const form = parsed(spec.form, fields, missing ? { image: ['Image is required.'] } : {});
  return { params, query, body, form, picture, certificate };
}

export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer +([\w-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** Only the plain spelling of a URL is kept: a stranger's ?x=1, ?x=2 must not fill the cache. */
function isPlain(url: string, spec: CallSpec): boolean {
  if (!url.startsWith('/') || /[%#]/.test(url)) return false;
  const search = url.split('?')[1];
  if (search === undefined) return true;
  const names = search.split('&').map((pair) => pair.split('=')[0] ?? '');
  return (
    new Set(names).size === names.length && names.every((name) => spec.query && Object.hasOwn(spec.query.shape, name))
  );
}
