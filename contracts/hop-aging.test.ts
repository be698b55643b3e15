import { expect, test } from 'vitest';
import {
  describeAge,
  estimateOn,
  percentTransformed,
  type Storage,
  shareLeft,
  storageIndexAt,
  storages,
} from './hop-aging.ts';

// Nickerson and Likens: 110 × log(HSI / 0.25). BarthHaas gives 10% for an index of 0.31.
test.each([
  [0.2, 0],
  [0.25, 0],
  [0.31, 10.3],
  [0.35, 16.1],
  [0.4, 22.5],
  [0.5, 33.1],
  [1, 66.2],
])('at an index of %d, %d percent of the acids are transformed', (index, percent) => {
  expect(percentTransformed(index)).toBeCloseTo(percent, 1);
  if (percent > 0) expect(storageIndexAt(percentTransformed(index))).toBeCloseTo(index, 9);
});

// Northern Brewer of 9% keeps 70 to 85% in six months at 20 °C: "Hops Lose Alpha Acids in Storage", part 2, Beer & Wine
// Journal.
test.each([
  [30, 180, 6.3],
  [15, 180, 7.65],
  [30, 360, 4.4],
  [15, 360, 6.5],
])('of a hop that loses %d percent in six months, %d days leave %d of 9 percent', (loss, days, left) => {
  expect(9 * shareLeft(days, { celsius: 20, sealed: 1, loss })).toBeCloseTo(left, 1);
});

test('the loss is halved by 15 °C less, and by a sealed bag', () => {
  const rate = (storage: Partial<Storage>) =>
    -Math.log(shareLeft(180, { celsius: 20, sealed: 1, loss: 50, ...storage })) / 180;
  // Garetz: a hop that loses half has a k of 0.00385.
  expect(rate({})).toBeCloseTo(0.00385, 5);
  expect(rate({ celsius: 5 })).toBeCloseTo(0.00385 / 2, 5);
  expect(rate({ celsius: -10 })).toBeCloseTo(0.00385 / 4, 5);
  expect(rate({ sealed: 0.5 })).toBeCloseTo(0.00385 / 2, 5);
});

const lot = { alpha_acid: 10, storage_index: 0.31, tested_on: '2026-09-01' };

test('a lot is as tested on the day of the test, and before it', () => {
  expect(estimateOn('2026-09-01', lot).alpha_acid).toBe(10);
  expect(estimateOn('2026-08-31', lot).alpha_acid).toBe(10);
  expect(estimateOn('2026-09-01', lot).storage_index).toBeCloseTo(0.31, 9);
});

test('alpha falls and the index rises with age, faster in the warm', () => {
  const [frozen, cold, warm] = Object.values(storages).map((storage) => estimateOn('2027-09-01', lot, storage));
  expect(frozen?.alpha_acid).toBeCloseTo(9.27, 2);
  expect(cold?.alpha_acid).toBeCloseTo(8.12, 2);
  expect(warm?.alpha_acid).toBeCloseTo(6.46, 2);
  expect(frozen?.storage_index).toBeCloseTo(0.355, 3);
  expect(warm?.storage_index).toBeGreaterThan(cold?.storage_index ?? 1);
});

test('an index below that of a fresh hop is no loss', () => {
  expect(estimateOn('2026-09-01', { ...lot, storage_index: 0 })).toEqual({ alpha_acid: 10, storage_index: 0.25 });
});

test('says how old a test is', () => {
  expect([0, 1, 59, 90, 365].map(describeAge)).toEqual([
    'today',
    '1 day ago',
    '59 days ago',
    'about 3 months ago',
    'about 12 months ago',
  ]);
});
