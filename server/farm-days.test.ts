import { afterEach, expect, test } from 'vitest';
import { farmDateTime, farmDay, farmInstant, setFarmTimeZone } from '#contracts/dates.ts';
import { listDays } from '#contracts/sales-range.ts';
import { startOfFarmDay } from './farm-days.ts';

afterEach(() => setFarmTimeZone('America/Los_Angeles'));

const zones = ['America/Los_Angeles', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/Havana'];

test.each(zones)('a day begins with its first moment in %s', (zone) => {
  setFarmTimeZone(zone);
  for (const day of listDays({ from: '2026-01-01', to: '2026-12-31' })) {
    const start = startOfFarmDay(day);
    expect(farmDay(start)).toBe(day);
    expect(farmDay(new Date(Date.parse(start) - 60_000).toISOString()) < day).toBe(true);
  }
});

test.each(zones)('a time of day is the moment at which the clock of the farm shows it in %s', (zone) => {
  setFarmTimeZone(zone);
  // In Havana the clock goes on an hour at midnight.
  for (const day of listDays({ from: '2026-01-01', to: '2026-12-31' }))
    for (const time of ['00:30', '08:30', '23:45'])
      if (!(zone === 'America/Havana' && day === '2026-03-08' && time === '00:30'))
        expect(farmDateTime(farmInstant(day, time))).toBe(`${day} ${time}`);
});

test('a time that the clock of the farm leaves out is the moment after it', () => {
  expect(farmInstant('2026-03-08', '02:30')).toBe('2026-03-08T10:30:00.000Z');
});

test('a time that is there twice is the first of them', () => {
  expect(farmInstant('2026-11-01', '01:30')).toBe('2026-11-01T08:30:00.000Z');
});
