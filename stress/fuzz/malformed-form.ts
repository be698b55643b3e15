// Multipart forms written byte by byte, because no client would send these.

import { jpeg, png } from '#server/testing/image-bytes.ts';
import { pdf } from '#server/testing/lot-fixtures.ts';
import { edgeText, pollutedKeys } from './edge-values.ts';
import { type Body, malformedFields } from './malformed-json.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Fields } from './values-from-schema.ts';

type Part = { name: string; value: string | Buffer; file?: string; type?: string };
type Mutation = (parts: Part[], random: SeededRandom) => Body;

const BOUNDARY = 'barn-door';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

const mutations: readonly [Mutation, ...Mutation[]] = [
  (parts) => form(parts),
  (parts) => form(parts),
  (parts, random) => form([...parts, { name: random.pick(pollutedKeys), value: edgeText(random) }]),
  (parts, random) => form([...parts, { name: random.pick(pollutedKeys), value: jpeg, file: 'a.jpg' }]),
  (parts) => form([...parts, ...parts]),
  (parts, random) => form(parts.map((part) => (random.percent(50) ? { ...part, file: 'x.txt' } : part))),
  (parts, random) => form([...parts, { name: 'image', value: edgeText(random) }]),
  (parts, random) => form([...parts, { name: 'image', value: oddFile(random), file: edgeText(random) }]),
  (parts, random) =>
    form([...parts, { name: 'certificate', value: oddFile(random), file: 'lab.pdf', type: edgeText(random) }]),
  (parts, random) =>
    form(Array.from({ length: random.pick([39, 45, 400]) }, (_, n) => parts[n] ?? { name: `n${n}`, value: 'x' })),
  (parts, random) => form([...parts, { name: 'x'.repeat(random.pick([99, 101, 9000])), value: 'x' }]),
  (parts, random) =>
    form([...parts, { name: 'content', value: 'x'.repeat(random.pick([200_001, 1_048_577, 1_200_000])) }]),
  (parts, random) => ({ type: TYPE, bytes: truncate(form(parts).bytes, random) }),
  (parts, random) => ({ type: random.pick(wrongTypes), bytes: form(parts).bytes }),
  (parts, random) => ({ type: TYPE, bytes: corrupt(form(parts).bytes, random) }),
  (_, random) => ({ type: TYPE, bytes: random.bytes(random.below(400)) }),
  (_, random) => ({ type: TYPE, bytes: Buffer.from(random.pick(bareBodies)) }),
  () => ({ type: TYPE, bytes: Buffer.alloc(0) }),
];

export function malformedForm(fields: Fields, files: string[], random: SeededRandom): Body {
  const formFields = random.percent(50) ? fields : malformedFields(fields, random);
  const parts: Part[] = Object.entries(formFields).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));
  for (const name of files)
    if (random.percent(60)) parts.push({ name, value: name === 'image' ? png : pdf('x'), file: 'a' });
  return random.pick(mutations)(parts, random);
}

function form(parts: Part[]): Body {
  const pieces = parts.flatMap(({ name, value, file, type }) => [
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${escapeQuotes(name)}"` +
        `${file === undefined ? '' : `; filename="${escapeQuotes(file)}"`}\r\n` +
        `${type === undefined ? '' : `content-type: ${type}\r\n`}\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  return { type: TYPE, bytes: Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]) };
}

// Line breaks stay: a name that ends its own header is one of the cases to try.
const escapeQuotes = (text: string) => text.replaceAll('"', '%22');

const oddFile = (random: SeededRandom) =>
  random.pick([
    Buffer.alloc(0),
    truncate(jpeg, random),
    corrupt(png, random),
    random.bytes(200),
    Buffer.from('<svg onload=alert(1)>'),
  ]);

const truncate = (bytes: Buffer, random: SeededRandom) => bytes.subarray(0, random.below(bytes.length));

function corrupt(bytes: Buffer, random: SeededRandom): Buffer {
  const copy = Buffer.from(bytes);
  for (let times = random.below(8); times >= 0; times -= 1) copy[random.below(copy.length)] = random.below(256);
  return copy;
}

const wrongTypes = [
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="',
  `multipart/form-data; boundary=${'b'.repeat(2000)}`,
  `multipart/form-data; boundary=${BOUNDARY}; boundary=other`,
  `multipart/form-data; boundary=${BOUNDARY}; charset=utf-16`,
  `multipart/mixed; boundary=${BOUNDARY}`,
  `MULTIPART/FORM-DATA; BOUNDARY=${BOUNDARY}`,
  'application/x-www-form-urlencoded',
  'application/json',
  'image/png',
] as const;

const bareBodies = [
  `--${BOUNDARY}`,
  `--${BOUNDARY}--`,
  `--${BOUNDARY}\r\n\r\n\r\n--${BOUNDARY}--`,
  `--${BOUNDARY}\r\ncontent-disposition: form-data\r\n\r\nx\r\n--${BOUNDARY}--`,
  `--${BOUNDARY}\r\ncontent-disposition: attachment; name="title"\r\n\r\nx\r\n--${BOUNDARY}--`,
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="title"\r\ncontent-transfer-encoding: base64\r\n\r\n!!\r\n--${BOUNDARY}--`,
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="title"; filename*=utf-8''%ff%00\r\n\r\nx\r\n--${BOUNDARY}--`,
  `--${BOUNDARY}\r\n${'x: y\r\n'.repeat(3000)}\r\nx\r\n--${BOUNDARY}--`,
  `--${BOUNDARY}\ncontent-disposition: form-data; name="title"\n\nx\n--${BOUNDARY}--`,
] as const;
