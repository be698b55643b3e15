import { expect, test } from 'vitest';
import { changedWords } from './changed-words.ts';

test('finds the words between the same start and end', () => {
  expect(changedWords('Cones are in today.', 'Cones were out today.')).toEqual({
    start: 'Cones',
    before: ' are in',
    after: ' were out',
    end: ' today.',
  });
});

test.each([
  ['', 'New words', { start: '', before: '', after: 'New words', end: '' }],
  ['Old words', '', { start: '', before: 'Old words', after: '', end: '' }],
  ['The same', 'The same', { start: 'The same', before: '', after: '', end: '' }],
  ['red', 'red red', { start: 'red', before: '', after: ' red', end: '' }],
  ['one  two', 'one two', { start: 'one', before: '  two', after: ' two', end: '' }],
])('%j -> %j', (before, after, changed) => {
  expect(changedWords(before, after)).toEqual(changed);
});

test('keeps paragraphs apart', () => {
  const { start, after, end } = changedWords('First.\n\nThird.', 'First.\n\nSecond.\n\nThird.');

  expect(start + after + end).toBe('First.\n\nSecond.\n\nThird.');
});

test('shortens a long text that did not change', () => {
  const long = Array.from({ length: 100 }, (_, index) => `w${index}`).join(' ');

  const { start, before, after, end } = changedWords(`${long} old ${long}`, `${long} new ${long}`);

  expect([before, after]).toEqual([' old', ' new']);
  expect(start).toBe('… w88 w89 w90 w91 w92 w93 w94 w95 w96 w97 w98 w99');
  expect(end).toBe(' w0 w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 …');
});
