import { expect, test } from 'vitest';
import { cents, formatDollars, toCents, toDollars } from './money.ts';

test('converting between dollars and cents loses nothing', () => {
  for (const amount of [1, 29, 1450, 1999, 123_456_789]) expect(toCents(toDollars(cents(amount)))).toBe(amount);
});

test('amounts have two decimals', () => {
  expect([formatDollars(16), formatDollars(14.5), formatDollars(1234.5)]).toEqual(['16.00', '14.50', '1,234.50']);
});

test.each([-1, 0.5, Number.NaN, 2 ** 60])('%d is rejected as an amount in cents', (amount) => {
  expect(() => cents(amount)).toThrow(RangeError);
});
