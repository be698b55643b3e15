import { expect, test } from 'vitest';
import { percent, pounds, stockInWords } from './hops.ts';

test('figures keep one decimal', () => {
  expect([percent(10), percent(9.84), percent(9.86)]).toEqual(['10.0%', '9.8%', '9.9%']);
});

test('one pound is a lb, all others are lbs', () => {
  expect([pounds(0), pounds(1), pounds(1200)]).toEqual(['0 lbs', '1 lb', '1,200 lbs']);
});

test.each([
  [0, 'Out of stock until the next lot is bagged.'],
  [1, 'Only 1 lb left of this lot.'],
  [49, 'Only 49 lbs left of this lot.'],
  [50, '50 lbs bagged and in the cold room.'],
])('a stock of %i reads %j', (stock, words) => {
  expect(stockInWords(stock)).toBe(words);
});
