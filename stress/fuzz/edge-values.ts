// Values nobody means to send: edge cases of every type, and text that is special to a database, a page or a parser.
import type { SeededRandom } from './seeded-random.ts';

export const edgeTexts: readonly [string, ...string[]] = [
  '',
  ' ',
  '\t\r\n',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff y',
  '\u202eevil\u202c',
  '\u200b\u200b',
  '\ufeff',
  '\uffff',
  '👩‍🌾🍺',
  'e\u0301'.repeat(200),
  'ﷺ'.repeat(100),
  'İıſß',
  "'; drop table orders; --",
  "' or '1'='1",
  '%',
  '_%\\',
  '\\',
  '$1',
  '?1',
  '{{7*7}}',
  `\${7*7}`,
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</script><!--',
  'javascript:alert(1)',
  'a@b.example\r\nBcc: c@d.example',
  '../../../../etc/passwd',
  '..\\..\\x',
  'file:///etc/passwd',
  'http://127.0.0.1/',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'true',
  'NaN',
  'Infinity',
  '-1',
  '0',
  '00001',
  '1e5',
  '0x10',
  '１２',
  '1,5',
  '9'.repeat(400),
  '2147483648',
  '9223372036854775808',
  '2026-02-30',
  '-271821-04-20',
  '+275760-09-14',
  '9999-12-31',
  '[]',
  '{}',
];

const oddNumbers: readonly [number, ...number[]] = [
  0,
  -0,
  -1,
  1,
  0.1,
  -0.5,
  1e-320,
  1e21,
  1.7e308,
  -1.7e308,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  2 ** 64,
  22.000001,
];

export const pollutedKeys: readonly [string, ...string[]] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'toJSON',
  'length',
  '',
  '0',
  'a.b',
  'a[b]',
  '\0',
  '\ud800',
];

export function edgeText(random: SeededRandom): string {
  const text = random.pick(edgeTexts);
  if (random.percent(85)) return text;
  const long = random.pick([101, 255, 1025, 5001, 20_000, 70_000]);
  return (text || 'x').repeat(Math.ceil(long / (text.length || 1))).slice(0, long);
}

export function edgeValue(random: SeededRandom): unknown {
  const kind = random.below(8);
  if (kind < 3) return edgeText(random);
  if (kind < 5) return random.pick(oddNumbers);
  if (kind === 5) return random.pick<unknown>([null, true, false, [], {}, [[]], [null]]);
  if (kind === 6) return Array.from({ length: random.pick([1, 3, 51, 2000]) }, () => random.pick(edgeTexts));
  return { [random.pick(pollutedKeys)]: edgeText(random), id: random.pick(oddNumbers) };
}
