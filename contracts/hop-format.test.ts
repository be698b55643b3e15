import { expect, test } from 'vitest';
import { describeStock, describeStorageIndex, formatPercent, formatPounds, formatStorageIndex } from './hop-format.ts';

test('figures keep one decimal', () => {
  expect([formatPercent(10), formatPercent(9.84), formatPercent(9.86)]).toEqual(['10.0%', '9.8%', '9.9%']);
});

test('one pound is a lb, all others are lbs', () => {
  expect([formatPounds(0), formatPounds(1), formatPounds(1200)]).toEqual(['0 lbs', '1 lb', '1,200 lbs']);
});

test.each([
  [0, 'Out of stock until the next lot is bagged.'],
  [1, 'Only 1 lb left of this lot.'],
  [49, 'Only 49 lbs left of this lot.'],
  [50, '50 lbs bagged and in the cold room.'],
])('a stock of %i reads %j', (stock, words) => {
  expect(describeStock(stock)).toBe(words);
});

test.each([
  [0.2, '0.20', 'fresh'],
  [0.25, '0.25', 'fresh'],
  [0.275, '0.275', 'less than a tenth of the acids has changed'],
  [0.31, '0.31', 'a tenth of the acids or more has changed'],
  [1, '1.00', 'a tenth of the acids or more has changed'],
])('a storage index of %d reads %j: %j', (index, written, words) => {
  expect([formatStorageIndex(index), describeStorageIndex(index)]).toEqual([written, words]);
});
