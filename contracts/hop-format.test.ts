import { expect, test } from 'vitest';
import {
  describeStock,
  describeStorageIndex,
  formatPercent,
  formatPounds,
  formatStorageIndex,
  formInText,
} from './hop-format.ts';

test('percentages have one decimal', () => {
  expect([formatPercent(10), formatPercent(9.84), formatPercent(9.86)]).toEqual(['10.0%', '9.8%', '9.9%']);
});

test('the unit is lb for one pound and lbs otherwise', () => {
  expect([formatPounds(0), formatPounds(1), formatPounds(1200)]).toEqual(['0 lbs', '1 lb', '1,200 lbs']);
});

test('the form of a lot keeps its letters in a sentence', () => {
  expect(['Whole cones', 'Pellets T-90'].map(formInText)).toEqual(['whole cones', 'pellets T-90']);
});

test.each([
  [0, true, 'Sold out until the next lot is bagged.'],
  [1, true, 'Only 1 lb left of this lot.'],
  [49, true, 'Only 49 lbs left of this lot.'],
  [49, false, 'Only 49 lbs left.'],
  [50, true, '50 lbs bagged and in the cold room.'],
])('stock of %i, lot: %j, is described as %j', (stock, hasLot, text) => {
  expect(describeStock(stock, 50, hasLot)).toBe(text);
});

test.each([
  [0.2, '0.20', 'fresh'],
  [0.25, '0.25', 'fresh'],
  [0.275, '0.275', 'less than 10% of the acids lost'],
  [0.31, '0.31', '10% or more of the acids lost'],
  [1, '1.00', '10% or more of the acids lost'],
])('a storage index of %d is shown as %j, %j', (index, formatted, text) => {
  expect([formatStorageIndex(index), describeStorageIndex(index)]).toEqual([formatted, text]);
});
