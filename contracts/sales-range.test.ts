import { expect, test } from 'vitest';
import { countDays, isDay, previousRange, rangeFor, splitIntoPeriods, yearBefore } from './sales-range.ts';

test.each([
  ['30d', { from: '2026-10-18', to: '2026-11-16' }],
  ['harvest', { from: '2026-08-01', to: '2026-11-16' }],
  ['all', { from: '2024-03-05', to: '2026-11-16' }],
] as const)('%s as of November 16', (name, range) => {
  expect(rangeFor(name, '2026-11-16', '2024-03-05')).toEqual(range);
});

test("before August the harvest year is last year's", () => {
  expect(rangeFor('harvest', '2026-07-31', '2024-03-05').from).toBe('2025-08-01');
  expect(rangeFor('harvest', '2026-08-01', '2024-03-05').from).toBe('2026-08-01');
});

test('the previous range has the same length and ends the day before', () => {
  expect(previousRange({ from: '2026-03-01', to: '2026-03-31' })).toEqual({ from: '2026-01-29', to: '2026-02-28' });
});

test.each([
  [
    { from: '2026-10-18', to: '2026-11-16' },
    { from: '2025-10-18', to: '2025-11-16' },
  ],
  [
    { from: '2029-02-28', to: '2029-02-28' },
    { from: '2028-02-28', to: '2028-02-29' },
  ],
  [
    { from: '2028-02-28', to: '2028-02-28' },
    { from: '2027-02-28', to: '2027-02-28' },
  ],
  [
    { from: '2028-03-31', to: '2028-12-31' },
    { from: '2027-03-31', to: '2027-12-31' },
  ],
])('the same days a year before %j', (range, before) => {
  expect(yearBefore(range)).toEqual(before);
});

test.each([
  [{ from: '2026-10-18', to: '2026-11-16' }, 30],
  [{ from: '2026-08-01', to: '2026-11-16' }, 16],
  [{ from: '2024-03-05', to: '2026-11-16' }, 33],
])('periods cover the range without gaps or overlaps: %j', (range, count) => {
  const periods = splitIntoPeriods(range);

  expect(periods).toHaveLength(count);
  expect(periods.reduce((sum, each) => sum + countDays(each), 0)).toBe(countDays(range));
  expect([periods[0]?.from, periods.at(-1)?.to]).toEqual([range.from, range.to]);
});

test('only existing days are valid', () => {
  expect(['2026-02-28', '2028-02-29'].every(isDay)).toBe(true);
  expect(['2026-02-29', '2026-13-01', '2026-1-1', 'today', ''].some(isDay)).toBe(false);
});
