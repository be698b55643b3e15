import { expect, test } from 'vitest';
import { compareWords, shortenParts } from './compare-words.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');
const textOf = (parts: ReturnType<typeof compareWords>, side: 'before' | 'after') =>
  parts.map((part) => (part.in === 'both' || part.in === side ? part.text : '')).join('');

test('finds the words that differ, also in several places', () => {
  expect(compareWords('Cones are in today, all of them.', 'Cones were in today, most of them.')).toEqual([
    { in: 'both', text: 'Cones' },
    { in: 'before', text: ' are' },
    { in: 'after', text: ' were' },
    { in: 'both', text: ' in today,' },
    { in: 'before', text: ' all' },
    { in: 'after', text: ' most' },
    { in: 'both', text: ' of them.' },
  ]);
});

test.each([
  ['', 'New words'],
  ['Old words', ''],
  ['The same', 'The same'],
  ['red', 'red red'],
  ['one  two', 'one two'],
  ['First.\n\nThird.', 'First.\n\nSecond.\n\nThird.'],
  [numbered(3000), `${numbered(2500)} end`.replaceAll('w', 'x')],
])('%j -> %j: both texts are still whole', (before, after) => {
  const parts = compareWords(before, after);

  expect(textOf(parts, 'before')).toBe(before);
  expect(textOf(parts, 'after')).toBe(after);
});

test('a text that stays is not marked', () => {
  expect(compareWords('The same', 'The same')).toEqual([{ in: 'both', text: 'The same' }]);
});

test('shortens long texts around and between changes', () => {
  const long = numbered(100);
  const parts = shortenParts(compareWords(`${long} a ${long} b ${long}`, `${long} c ${long} d ${long}`));
  const [start, , , middle, , , end] = parts.map(({ text }) => text);

  expect(start).toBe('… w88 w89 w90 w91 w92 w93 w94 w95 w96 w97 w98 w99');
  expect(middle).toBe(` ${numbered(12)} … w88 w89 w90 w91 w92 w93 w94 w95 w96 w97 w98 w99`);
  expect(end).toBe(` ${numbered(12)} …`);
});
