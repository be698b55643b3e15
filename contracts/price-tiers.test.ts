import { expect, test } from 'vitest';
import { cents } from './money.ts';
import { describeTier, priceAt, tierNote } from './price-tiers.ts';

const comet = {
  price: 16,
  tiers: [
    { from: 44, price: 14.5 },
    { from: 110, price: 13 },
  ],
  stock: 400,
};

test.each([
  [0, 16],
  [1, 16],
  [43, 16],
  [44, 14.5],
  [45, 14.5],
  [109, 14.5],
  [110, 13],
  [1_000_000, 13],
])('%i lbs cost $%d per lb', (pounds, price) => {
  expect(priceAt(comet, pounds)).toBe(price);
});

test('without tiers every pound has the same price', () => {
  expect(priceAt({ price: cents(1600), tiers: [] }, 500)).toBe(1600);
  expect(tierNote({ ...comet, tiers: [] }, 500)).toBeUndefined();
});

test('the price is in the unit of the tiers', () => {
  expect(priceAt({ price: cents(1600), tiers: [{ from: 2, price: cents(1599) }] }, 2)).toBe(1599);
});

test('a tier says its price and its pounds', () => {
  expect(describeTier({ from: 1100, price: 1234.5 })).toBe('$1,234.50 per lb from 1,100 lbs');
});

test.each([
  [0, '$14.50 per lb from 44 lbs.'],
  [32, '$14.50 per lb from 44 lbs.'],
  [33, '11 lbs more and every pound costs $14.50.'],
  [40, '4 lbs more and every pound costs $14.50.'],
  [43, '1 lb more and every pound costs $14.50.'],
  [44, 'You pay $14.50 per lb from 44 lbs. $13.00 per lb from 110 lbs.'],
  [109, 'You pay $14.50 per lb from 44 lbs. 1 lb more and every pound costs $13.00.'],
  [110, 'You pay $13.00 per lb from 110 lbs.'],
])('a buyer of %i lbs reads: %s', (pounds, note) => {
  expect(tierNote(comet, pounds)).toBe(note);
});

test('a tier that the stock cannot reach is not mentioned', () => {
  expect(tierNote({ ...comet, stock: 109 }, 50)).toBe('You pay $14.50 per lb from 44 lbs.');
  expect(tierNote({ ...comet, stock: 43 }, 40)).toBeUndefined();
});
