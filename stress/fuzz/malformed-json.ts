// Bodies for calls that want JSON: right ones, and what is left of them after each kind of bending.
import { gzipSync } from 'node:zlib';
import { edgeText, edgeValue, pollutedKeys } from './edge-values.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Fields } from './values-from-schema.ts';

export type Body = { type: string | undefined; bytes: Buffer; headers?: Record<string, string> };

const JSON_TYPE = 'application/json';

/** Deeper than a function may call itself, and still short enough to be read. */
const DEPTHS = [40, 3000, 60_000] as const;

type Bend = (fields: Fields, random: SeededRandom) => Body;

const mutations: readonly [Bend, ...Bend[]] = [
  (fields) => json(fields),
  (fields, luck) => json(malformedFields(fields, luck)),
  (fields, luck) => json(malformedFields(fields, luck)),
  (fields, luck) => json(malformedFields(malformedFields(fields, luck), luck)),
  (fields, luck) => json(oddInside(fields, luck)),
  (_, luck) => json(edgeValue(luck)),
  (_, luck) => json(Array.from({ length: luck.below(5) }, () => edgeValue(luck))),
  (fields, luck) => text(nested(JSON.stringify(fields), luck)),
  (fields, luck) => text(polluted(JSON.stringify(fields), luck)),
  (fields, luck) => text(brokenText(JSON.stringify(fields), luck)),
  (fields, luck) => ({ ...json(fields), type: luck.pick(wrongTypes) }),
  (fields, luck) => ({ type: JSON_TYPE, bytes: brokenBytes(JSON.stringify(fields), luck) }),
  (fields, luck) => json({ ...fields, more: 'x'.repeat(luck.pick([1000, 250_000, 262_144, 400_000])) }),
  (_, luck) => ({ type: JSON_TYPE, bytes: luck.bytes(luck.below(300)) }),
  (fields) => ({ type: undefined, bytes: json(fields).bytes }),
  () => ({ type: JSON_TYPE, bytes: Buffer.alloc(0) }),
];

export const malformedJson = (fields: Fields, luck: SeededRandom): Body => luck.pick(mutations)(fields, luck);

/** Fields with one of them wrong, gone, or joined by one that nobody asked for. */
export function malformedFields(fields: Fields, luck: SeededRandom): Fields {
  const name = luck.anyOf(Object.keys(fields));
  const how = luck.below(4);
  if (name === undefined || how === 0)
    return { ...fields, [luck.pick(['id', 'role', 'price', 'status'])]: edgeValue(luck) };
  if (how > 1) return { ...fields, [name]: edgeValue(luck) };
  const { [name]: _, ...rest } = fields;
  return rest;
}

function oddInside(fields: Fields, luck: SeededRandom): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (Array.isArray(value)) return [name, [...value, edgeValue(luck)]];
      if (typeof value === 'object' && value !== null) return [name, malformedFields({ ...value }, luck)];
      return [name, luck.percent(30) ? edgeText(luck) : value];
    }),
  );
}

function nested(right: string, luck: SeededRandom): string {
  const depth = luck.pick(DEPTHS);
  const [open, close] = luck.pick([
    ['[', ']'],
    ['{"a":', '}'],
  ]);
  const deep = `${open.repeat(Math.min(depth, Math.floor(200_000 / open.length)))}1`;
  const closed = deep + close.repeat((deep.length - 1) / open.length);
  return luck.percent(50) ? closed : withFirst(right, `"deep":${closed}`);
}

function polluted(right: string, luck: SeededRandom): string {
  const key = JSON.stringify(luck.pick(pollutedKeys));
  const value = luck.pick(['{"role":"admin"}', '{"prototype":{"role":"admin"}}', 'null', '"x"', '[]']);
  return withFirst(right, `${key}:${value}`);
}

const withFirst = (right: string, pair: string) =>
  right.replace(/^\{/, () => (right === '{}' ? `{${pair}` : `{${pair},`));

function brokenText(right: string, luck: SeededRandom): string {
  return luck.pick([
    right.slice(0, luck.below(right.length)),
    `${right}${right}`,
    `${right},`,
    `\ufeff${right}`,
    right.replaceAll('"', "'"),
    right.replaceAll(/:("[^"]*"|\d+)/g, ':NaN'),
    `// words\n${right}`,
    right.replace('{', '{"a":1,"a":2,'),
    `${' '.repeat(5000)}${right}`,
    right.replaceAll('"', '\\u0022'),
    right.replace(/":"/, '":"\\ud800'),
    right.replace(/":"/, '":"\\u0000'),
    right.replace(/":"/, '":"\u0007\n'),
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

function brokenBytes(right: string, luck: SeededRandom): Buffer {
  return luck.pick([
    Buffer.from(right, 'utf16le'),
    Buffer.from(right.replace(/":"/, '":"é'), 'latin1'),
    Buffer.concat([Buffer.from(right), Buffer.from([0xff, 0xfe])]),
    Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xed, 0xa0, 0x80, 0xc0, 0x80]), Buffer.from('"}')]),
    gzipSync(right),
  ]);
}

const text = (written: string): Body => ({ type: JSON_TYPE, bytes: Buffer.from(written) });
const json = (value: unknown): Body => text(JSON.stringify(value) ?? 'null');
