// Multipart forms written byte by byte, since no client would send what these are bent to.

import { jpeg, png } from '#server/testing/image-bytes.ts';
import { pdf } from '#server/testing/lot-fixtures.ts';
import { edgeText, pollutedKeys } from './edge-values.ts';
import { type Body, malformedFields } from './malformed-json.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Fields } from './values-from-schema.ts';

type Part = { name: string; value: string | Buffer; file?: string; type?: string };
type Bend = (parts: Part[], random: SeededRandom) => Body;

const BOUNDARY = 'barn-door';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

const bends: readonly [Bend, ...Bend[]] = [
  (parts) => form(parts),
  (parts) => form(parts),
  (parts, luck) => form([...parts, { name: luck.pick(pollutedKeys), value: edgeText(luck) }]),
  (parts, luck) => form([...parts, { name: luck.pick(pollutedKeys), value: jpeg, file: 'a.jpg' }]),
  (parts) => form([...parts, ...parts]),
  (parts, luck) => form(parts.map((part) => (luck.percent(50) ? { ...part, file: 'x.txt' } : part))),
  (parts, luck) => form([...parts, { name: 'image', value: edgeText(luck) }]),
  (parts, luck) => form([...parts, { name: 'image', value: oddFile(luck), file: edgeText(luck) }]),
  (parts, luck) =>
    form([...parts, { name: 'certificate', value: oddFile(luck), file: 'lab.pdf', type: edgeText(luck) }]),
  (parts, luck) =>
    form(Array.from({ length: luck.pick([39, 45, 400]) }, (_, n) => parts[n] ?? { name: `n${n}`, value: 'x' })),
  (parts, luck) => form([...parts, { name: 'x'.repeat(luck.pick([99, 101, 9000])), value: 'x' }]),
  (parts, luck) => form([...parts, { name: 'content', value: 'x'.repeat(luck.pick([200_001, 1_048_577, 1_200_000])) }]),
  (parts, luck) => ({ type: TYPE, bytes: cut(form(parts).bytes, luck) }),
  (parts, luck) => ({ type: luck.pick(wrongTypes), bytes: form(parts).bytes }),
  (parts, luck) => ({ type: TYPE, bytes: scratched(form(parts).bytes, luck) }),
  (_, luck) => ({ type: TYPE, bytes: luck.bytes(luck.below(400)) }),
  (_, luck) => ({ type: TYPE, bytes: Buffer.from(luck.pick(bareBodies)) }),
  () => ({ type: TYPE, bytes: Buffer.alloc(0) }),
];

export function malformedForm(fields: Fields, files: string[], luck: SeededRandom): Body {
  const bent = luck.percent(50) ? fields : malformedFields(fields, luck);
  const parts: Part[] = Object.entries(bent).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));
  for (const name of files)
    if (luck.percent(60)) parts.push({ name, value: name === 'image' ? png : pdf('x'), file: 'a' });
  return luck.pick(bends)(parts, luck);
}

function form(parts: Part[]): Body {
  const pieces = parts.flatMap(({ name, value, file, type }) => [
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${quoted(name)}"` +
        `${file === undefined ? '' : `; filename="${quoted(file)}"`}\r\n` +
        `${type === undefined ? '' : `content-type: ${type}\r\n`}\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  return { type: TYPE, bytes: Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]) };
}

// Line breaks stay: a name that ends its own header is one of the things to try.
const quoted = (text: string) => text.replaceAll('"', '%22');

const oddFile = (luck: SeededRandom) =>
  luck.pick([
    Buffer.alloc(0),
    cut(jpeg, luck),
    scratched(png, luck),
    luck.bytes(200),
    Buffer.from('<svg onload=alert(1)>'),
  ]);

const cut = (bytes: Buffer, luck: SeededRandom) => bytes.subarray(0, luck.below(bytes.length));

function scratched(bytes: Buffer, luck: SeededRandom): Buffer {
  const copy = Buffer.from(bytes);
  for (let times = luck.below(8); times >= 0; times -= 1) copy[luck.below(copy.length)] = luck.below(256);
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
