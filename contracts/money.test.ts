import { expect, test } from 'vitest';
import { cents, centsOf, dollarsOf, shownDollars } from './money.ts';

test('dollars and cents turn into each other without a loss', () => {
  for (const amount of [1, 29, 1450, 1999, 123_456_789]) expect(centsOf(dollarsOf(cents(amount)))).toBe(amount);
});

test('an amount is shown with two decimals', () => {
  expect([shownDollars(16), shownDollars(14.5), shownDollars(1234.5)]).toEqual(['16.00', '14.50', '1,234.50']);
});

test.each([-1, 0.5, Number.NaN, 2 ** 60])('%d is no amount of cents', (amount) => {
  expect(() => cents(amount)).toThrow(RangeError);
});
