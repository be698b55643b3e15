// One request of an attack on a call: who sends it, and everything about it that can be wrong.
import { METHODS } from 'node:http';
import type { Endpoint } from '#contracts/endpoint.ts';
import { edgeText } from './edge-values.ts';
import { malformedForm } from './malformed-form.ts';
import { type Body, malformedJson } from './malformed-json.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { specOf } from './targets.ts';
import { validFields } from './values-from-schema.ts';

export type Who = 'visitor' | 'customer' | 'staff' | 'nonsense';

export type FuzzRequest = {
  call: string;
  number: number;
  who: Who;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
  /** Method and path are those of the call, so that success has its shape. */
  straight: boolean;
};

/** Not sent: an HTTP client opens a tunnel for it. The wire has it. */
const methods = METHODS.filter((method) => method !== 'CONNECT');

export function fuzzRequest(seed: number, call: string, number: number): FuzzRequest {
  const luck = seededRandom(seed, call, number);
  const spec = specOf(call);
  const [right = '', pattern = ''] = call.split(' ');
  const oddMethod = luck.percent(5);
  const oddPath = luck.percent(spec.params ? 20 : 3);
  const method = oddMethod ? (luck.anyOf(methods) ?? right) : right;
  const body = bodyOf(spec, right, luck);
  return {
    call,
    number,
    who: whoOf(spec, luck),
    method,
    path: pathOf(pattern, spec, oddPath, luck) + searchOf(spec, luck),
    headers: { ...oddHeaders(luck), ...body?.headers, ...(body?.type && { 'content-type': body.type }) },
    body: body?.bytes,
    straight: !oddMethod && !oddPath,
  };
}

/** Mostly somebody who may make the call: whoever may not is turned away at the door. */
function whoOf({ for: audience = 'visitor' }: Endpoint, luck: SeededRandom): Who {
  if (luck.percent(70)) return audience === 'admin' ? 'staff' : audience === 'customer' ? 'customer' : 'visitor';
  return luck.pick<Who>(['visitor', 'customer', 'staff', 'nonsense']);
}

function bodyOf(spec: Endpoint, method: string, luck: SeededRandom): Body | undefined {
  if (spec.form) {
    const files = [...(spec.picture ? ['image'] : []), ...(spec.certificate ? ['certificate'] : [])];
    return malformedForm(validFields(spec.form, luck), files, luck);
  }
  if (spec.body) return malformedJson(validFields(spec.body, luck), luck);
  return luck.percent(method === 'GET' ? 5 : 40) ? malformedJson({}, luck) : undefined;
}

function pathOf(pattern: string, { params }: Endpoint, odd: boolean, luck: SeededRandom): string {
  if (odd && !params) return `${pattern}${luck.pick(['/', '//', '/x', '%20', '%00', '.', '/..', '/%2e%2e/', ';a=b'])}`;
  const right: Record<string, unknown> = params ? validFields(params, luck) : {};
  return pattern.replace(/:(\w+)/g, (_, name: string) =>
    odd ? oddSegment(luck) : encodeURIComponent(String(right[name])),
  );
}

function oddSegment(luck: SeededRandom): string {
  if (luck.percent(40))
    return luck.pick(['%', '%E0%A4%A', '%ff', '%2e%2e%2f', '', '.', '..', '%0d%0ax:%20y', '1%00', '1/2']);
  return encodeURIComponent(
    edgeText(luck)
      .slice(0, luck.pick([5, 150, 2000]))
      .toWellFormed(),
  );
}

function searchOf({ query }: Endpoint, luck: SeededRandom): string {
  const right = query ? validFields(query, luck) : {};
  const names = Object.keys(query?.shape ?? {});
  if (luck.percent(query ? 35 : 85)) return searchText(right);
  const name = luck.anyOf(names) ?? 'x';
  const odd = encodeURIComponent(edgeText(luck).slice(0, 3000).toWellFormed());
  return luck.pick([
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
    `${searchText(right)}#part`,
  ]);
}

function searchText(fields: Record<string, unknown>): string {
  const pairs = Object.entries(fields).map(([name, value]) => [name, String(value)]);
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

function oddHeaders(luck: SeededRandom): Record<string, string> {
  if (luck.percent(75)) return {};
  const value = edgeText(luck)
    .replaceAll(/[^\x20-\x7e\x80-\xff]/g, '.')
    .slice(0, 4000);
  const name = luck.pick([
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
