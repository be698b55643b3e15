// JSON request bodies: valid ones, and mutations of them.
import { gzipSync } from 'node:zlib';
import { edgeText, edgeValue, pollutedKeys } from './edge-values.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Fields } from './values-from-schema.ts';

export type Body = { type: string | undefined; bytes: Buffer; headers?: Record<string, string> };

const JSON_TYPE = 'application/json';

/** Up to deeper than the call stack, but short enough to be parsed. */
const DEPTHS = [40, 3000, 60_000] as const;

type Mutation = (fields: Fields, random: SeededRandom) => Body;

const mutations: readonly [Mutation, ...Mutation[]] = [
  (fields) => json(fields),
  (fields, random) => json(malformedFields(fields, random)),
  (fields, random) => json(malformedFields(fields, random)),
  (fields, random) => json(malformedFields(malformedFields(fields, random), random)),
  (fields, random) => json(malformedNested(fields, random)),
  (_, random) => json(edgeValue(random)),
  (_, random) => json(Array.from({ length: random.below(5) }, () => edgeValue(random))),
  (fields, random) => text(deeplyNested(JSON.stringify(fields), random)),
  (fields, random) => text(polluted(JSON.stringify(fields), random)),
  (fields, random) => text(brokenText(JSON.stringify(fields), random)),
  (fields, random) => ({ ...json(fields), type: random.pick(wrongTypes) }),
  (fields, random) => ({ type: JSON_TYPE, bytes: brokenBytes(JSON.stringify(fields), random) }),
  (fields, random) => json({ ...fields, more: 'x'.repeat(random.pick([1000, 250_000, 262_144, 400_000])) }),
  (_, random) => ({ type: JSON_TYPE, bytes: random.bytes(random.below(300)) }),
  (fields) => ({ type: undefined, bytes: json(fields).bytes }),
  () => ({ type: JSON_TYPE, bytes: Buffer.alloc(0) }),
];

export const malformedJson = (fields: Fields, random: SeededRandom): Body => random.pick(mutations)(fields, random);

/** Makes one field invalid, removes it, or adds an unexpected one. */
export function malformedFields(fields: Fields, random: SeededRandom): Fields {
  const name = random.anyOf(Object.keys(fields));
  const mutation = random.below(4);
  if (name === undefined || mutation === 0)
    return { ...fields, [random.pick(['id', 'role', 'price', 'status'])]: edgeValue(random) };
  if (mutation > 1) return { ...fields, [name]: edgeValue(random) };
  const { [name]: _, ...rest } = fields;
  return rest;
}

function malformedNested(fields: Fields, random: SeededRandom): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (Array.isArray(value)) return [name, [...value, edgeValue(random)]];
      if (typeof value === 'object' && value !== null) return [name, malformedFields({ ...value }, random)];
      return [name, random.percent(30) ? edgeText(random) : value];
    }),
  );
}

function deeplyNested(valid: string, random: SeededRandom): string {
  const depth = random.pick(DEPTHS);
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
  ]);
  const deep = `${open.repeat(Math.min(depth, Math.floor(200_000 / open.length)))}1`;
  const closed = deep + close.repeat((deep.length - 1) / open.length);
  return random.percent(50) ? closed : withFirst(valid, `"deep":${closed}`);
}

function polluted(valid: string, random: SeededRandom): string {
  const key = JSON.stringify(random.pick(pollutedKeys));
  const value = random.pick(['{"role":"admin"}', '{"prototype":{"role":"admin"}}', 'null', '"x"', '[]']);
  return withFirst(valid, `${key}:${value}`);
}

const withFirst = (valid: string, pair: string) =>
  valid.replace(/^\{/, () => (valid === '{}' ? `{${pair}` : `{${pair},`));

function brokenText(valid: string, random: SeededRandom): string {
  return random.pick([
    valid.slice(0, random.below(valid.length)),
    `${valid}${valid}`,
    `${valid},`,
    `\ufeff${valid}`,
    valid.replaceAll('"', "'"),
    valid.replaceAll(/:("[^"]*"|\d+)/g, ':NaN'),
    `// comment\n${valid}`,
    valid.replace('{', '{"a":1,"a":2,'),
    `${' '.repeat(5000)}${valid}`,
    valid.replaceAll('"', '\\u0022'),
    valid.replace(/":"/, '":"\\ud800'),
    valid.replace(/":"/, '":"\\u0000'),
    valid.replace(/":"/, '":"\u0007\n'),
  ]);
}

const wrongTypes = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json; charset=nonsense',
  'application/json;;;',
  'APPLICATION/JSON',
  'application/json, text/plain',
  'application/vnd.farm+json',
  'application/',
  '/',
  'x'.repeat(3000),
] as const;

function brokenBytes(valid: string, random: SeededRandom): Buffer {
  return random.pick([
    Buffer.from(valid, 'utf16le'),
    Buffer.from(valid.replace(/":"/, '":"é'), 'latin1'),
    Buffer.concat([Buffer.from(valid), Buffer.from([0xff, 0xfe])]),
    Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xed, 0xa0, 0x80, 0xc0, 0x80]), Buffer.from('"}')]),
    gzipSync(valid),
  ]);
}

const text = (content: string): Body => ({ type: JSON_TYPE, bytes: Buffer.from(content) });
const json = (value: unknown): Body => text(JSON.stringify(value) ?? 'null');
