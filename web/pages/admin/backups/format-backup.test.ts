import { expect, test } from 'vitest';
import { formatAge, formatBytes } from './format-backup.ts';

test.each([
  [512, '512 B'],
  [9_300, '9.3 kB'],
  [18_734_112, '19 MB'],
  [1_250_000_000, '1.3 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test.each([
  [20, 'Just now'],
  [-5, 'Just now'],
  [60, '1 minute ago'],
  [7300, '2 hours ago'],
  [86_400 * 12, '12 days ago'],
])('%i seconds are %s', (seconds, text) => {
  const now = Date.parse('2026-10-01T17:00:00.000Z');

  expect(formatAge(new Date(now - seconds * 1000).toISOString(), now)).toBe(text);
});
