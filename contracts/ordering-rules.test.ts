import { expect, test } from 'vitest';
import { cents } from './money.ts';
import { canDeliver, describePacking, orderTotal, packBags } from './ordering-rules.ts';

test('the total is the sum of price times pounds, in cents', () => {
  expect(orderTotal([])).toBe(0);
  expect(
    orderTotal([
      { price: cents(1600), pounds: 38 },
      { price: cents(1450), pounds: 11 },
    ]),
  ).toBe(76750);
});

test.each([
  [1, false],
  [21, false],
  [22, true],
  [23, true],
])('delivery of %i lbs allowed: %s', (pounds, allowed) => {
  expect(canDeliver(pounds)).toBe(allowed);
});

test.each([
  [1, 'A custom bag of 1 lb'],
  [5, 'A custom bag of 5 lbs'],
  [6, '1 × 5.5 lbs and a custom bag of 0.5 lbs'],
  [7, '1 × 5.5 lbs and a custom bag of 1.5 lbs'],
  [11, '1 × 11 lbs'],
  [22, '1 × 22 lbs'],
  [17, '1 × 11 lbs, 1 × 5.5 lbs and a custom bag of 0.5 lbs'],
  [33, '1 × 22 lbs, 1 × 11 lbs'],
  [38, '1 × 22 lbs, 1 × 11 lbs and a custom bag of 5 lbs'],
  [44, '2 × 22 lbs'],
  [100, '4 × 22 lbs, 1 × 11 lbs and a custom bag of 1 lb'],
])('%i lbs are packed as: %s', (pounds, text) => {
  expect(describePacking(packBags(pounds))).toBe(text);
});

test('the bags always add up to the ordered weight', () => {
  for (let pounds = 1; pounds <= 500; pounds += 1) {
    const { bags, custom } = packBags(pounds);
    expect(bags.reduce((sum, { size, count }) => sum + size * count, custom)).toBe(pounds);
  }
});
