import { afterEach, expect, test } from 'vitest';
import { timeZone } from '#content/time-zone.ts';
import { formatDateTime, formatShortDateTime, formatShortDay, setFarmTimeZone } from './dates.ts';

afterEach(() => setFarmTimeZone(timeZone));

test('a moment follows the clock of the farm', () => {
  const at = '2026-10-01T17:00:00.000Z';
  expect(formatShortDateTime(at, at)).toBe('Oct 1, 10:00 am');
  expect(formatDateTime(at)).toBe('October 1, 2026, 10:00 am');

  setFarmTimeZone('Europe/Berlin');
  expect(formatShortDateTime(at, at)).toBe('Oct 1, 7:00 pm');
});

test('a moment of another year at the farm says which', () => {
  const newYear = '2027-01-01T08:00:00.000Z';
  expect(formatShortDateTime('2027-01-01T07:59:00.000Z', newYear)).toBe('Dec 31, 2026, 11:59 pm');
  expect(formatShortDateTime('2027-01-01T07:59:00.000Z', '2027-01-01T07:59:59.000Z')).toBe('Dec 31, 11:59 pm');
  expect(formatShortDateTime(newYear, '2027-06-01T00:00:00.000Z')).toBe('Jan 1, 12:00 am');
});

test('a calendar day is the same everywhere', () => {
  expect(formatShortDay('2026-09-01')).toBe('Sep 1, 2026');
});
