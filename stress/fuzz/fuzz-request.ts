// One fuzz request to an endpoint: who sends it, and everything about it that can be malformed.
import { METHODS } from 'node:http';
import type { Endpoint } from '#contracts/endpoint.ts';
import { edgeText } from './edge-values.ts';
import { malformedForm } from './malformed-form.ts';
import { type Body, malformedJson } from './malformed-json.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { specOf } from './targets.ts';
import { validFields } from './values-from-schema.ts';

export type Actor = 'visitor' | 'customer' | 'staff' | 'nonsense';

export type FuzzRequest = {
  endpoint: string;
  number: number;
  actor: Actor;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
  /** Method and path are the endpoint's own, so a success must have its response shape. */
  expectsShape: boolean;
};

/** Without CONNECT: an HTTP client would open a tunnel. The wire fuzzer covers it. */
const methods = METHODS.filter((method) => method !== 'CONNECT');

export function fuzzRequest(seed: number, endpoint: string, number: number): FuzzRequest {
  const random = seededRandom(seed, endpoint, number);
  const spec = specOf(endpoint);
  const [ownMethod = '', pattern = ''] = endpoint.split(' ');
  const oddMethod = random.percent(5);
  const oddPath = random.percent(spec.params ? 20 : 3);
  const method = oddMethod ? (random.anyOf(methods) ?? ownMethod) : ownMethod;
  const body = bodyOf(spec, ownMethod, random);
  return {
    endpoint,
    number,
    actor: actorFor(spec, random),
    method,
    path: pathOf(pattern, spec, oddPath, random) + searchOf(spec, random),
    headers: { ...oddHeaders(random), ...body?.headers, ...(body?.type && { 'content-type': body.type }) },
    body: body?.bytes,
    expectsShape: !oddMethod && !oddPath,
  };
}

/** Usually someone who is allowed: others are rejected right away. */
function actorFor({ for: audience = 'visitor' }: Endpoint, random: SeededRandom): Actor {
  if (random.percent(70))
    return audience === 'customer' ? 'customer' : audience === 'visitor' || audience === 'anyone' ? 'visitor' : 'staff';
  return random.pick<Actor>(['visitor', 'customer', 'staff', 'nonsense']);
}

function bodyOf(spec: Endpoint, method: string, random: SeededRandom): Body | undefined {
  if (spec.form) {
    const files = [...(spec.picture ? ['image'] : []), ...(spec.certificate ? ['certificate'] : [])];
    return malformedForm(validFields(spec.form, random), files, random);
  }
  if (spec.body) return malformedJson(validFields(spec.body, random), random);
  return random.percent(method === 'GET' ? 5 : 40) ? malformedJson({}, random) : undefined;
}

function pathOf(pattern: string, { params }: Endpoint, odd: boolean, random: SeededRandom): string {
  if (odd && !params)
    return `${pattern}${random.pick(['/', '//', '/x', '%20', '%00', '.', '/..', '/%2e%2e/', ';a=b'])}`;
  const valid: Record<string, unknown> = params ? validFields(params, random) : {};
  return pattern.replace(/:(\w+)/g, (_, name: string) =>
    odd ? oddSegment(random) : encodeURIComponent(String(valid[name])),
  );
}

function oddSegment(random: SeededRandom): string {
  if (random.percent(40))
    return random.pick(['%', '%E0%A4%A', '%ff', '%2e%2e%2f', '', '.', '..', '%0d%0ax:%20y', '1%00', '1/2']);
  return encodeURIComponent(
    edgeText(random)
      .slice(0, random.pick([5, 150, 2000]))
      .toWellFormed(),
  );
}

function searchOf({ query }: Endpoint, random: SeededRandom): string {
  const valid = query ? validFields(query, random) : {};
  const names = Object.keys(query?.shape ?? {});
  if (random.percent(query ? 35 : 85)) return searchText(valid);
  const name = random.anyOf(names) ?? 'x';
  const odd = encodeURIComponent(edgeText(random).slice(0, 3000).toWellFormed());
  return random.pick([
    `?${name}=${odd}`,
    `?${name}=${odd}`,
    `?${name}=1&${name}=2`,
    `?${name}[]=1&${name}[a]=2`,
    `?${name}`,
    `?=${odd}`,
    '?',
    '??&&==&',
    `?${name}=%E0%A4%A`,
    `?${name}=%ff%00`,
    '?__proto__=1&constructor=2&toString=3',
    `?${Array.from({ length: 1500 }, (_, n) => `n${n}`).join('&')}`,
    `${searchText(valid)}#part`,
  ]);
}

function searchText(fields: Record<string, unknown>): string {
  const pairs = Object.entries(fields).map(([name, value]) => [name, String(value)]);
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

function oddHeaders(random: SeededRandom): Record<string, string> {
  if (random.percent(75)) return {};
  const value = edgeText(random)
    .replaceAll(/[^\x20-\x7e\x80-\xff]/g, '.')
    .slice(0, 4000);
  const name = random.pick([
    'idempotency-key',
    'x-forwarded-for',
    'x-http-method-override',
    'accept',
    'accept-encoding',
    'accept-language',
    'if-none-match',
    'if-modified-since',
    'range',
    'cookie',
    'origin',
    'referer',
    'content-encoding',
    'host',
  ]);
  return { [name]: value };
}
