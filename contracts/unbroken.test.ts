import { expect, test } from 'vitest';
import { isPhone, splitUnbroken } from './unbroken.ts';

const found = (text: string) => splitUnbroken(text).filter((_, index) => index % 2 === 1);

test.each([
  ['Call us at (530) 555-0100.', ['(530) 555-0100']],
  ['+1 (916) 555-0142 ext. 12, or 707-555-0107', ['+1 (916) 555-0142', '707-555-0107']],
  ['Comet, lot CO-26-SAMPLE, 11 lbs', ['CO-26-SAMPLE']],
  ['CAS-26-1 (8 lbs), CAS-25-2 (3 lbs)', ['CAS-26-1', 'CAS-25-2']],
  ['22 lbs of Comet at 16.00', []],
])('finds the phone and lot numbers in "%s"', (text, numbers) => {
  expect(found(text)).toEqual(numbers);
  expect(splitUnbroken(text).join('')).toBe(text);
});

test('tells phone numbers from the rest', () => {
  expect(['(530) 555-0100', '707.555.0107', 'CO-26-1', '2026-10-01', '1234567-890'].filter(isPhone)).toEqual([
    '(530) 555-0100',
    '707.555.0107',
  ]);
});
