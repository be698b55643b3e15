import { expect, test } from 'vitest';
import { axisLabel, gridValues } from './chart-axis.ts';

test.each([
  [
    [2300, 400],
    [0, 500, 1000, 1500, 2000, 2500],
  ],
  [[2600], [0, 1000, 2000, 3000]],
  [[48], [0, 10, 20, 30, 40, 50]],
  [[1_061_562.35], [0, 250_000, 500_000, 750_000, 1_000_000, 1_250_000]],
  [[], [0, 20, 40, 60, 80, 100]],
  [
    [0, 0],
    [0, 20, 40, 60, 80, 100],
  ],
])('the axis for %j is tight and round', (values, grid) => {
  expect(gridValues(values)).toEqual(grid);
});

test('refunds get their own part of the axis below zero', () => {
  expect(gridValues([-218, 900])).toEqual([-250, 0, 250, 500, 750, 1000]);
  expect(gridValues([-218])).toEqual([-250, -200, -150, -100, -50, 0]);
});

test.each([
  [0, '$0'],
  [250, '$250'],
  [2500, '$2.5k'],
  [1_250_000, '$1.25m'],
  [-250, '-$250'],
])('%d is labeled %s', (dollars, label) => {
  expect(axisLabel(dollars)).toBe(label);
});
