import { expect, test } from 'vitest';
import { choicesFor, publishedAt, suggestedDate } from './publishing.ts';

const post = (published_at: string | null) => ({
  ...{ id: 7, title: 'First frost', content: '', excerpt: '', description: '', image_url: null },
  ...{ created_at: '2020-10-01T17:00:00.000Z', updated_at: '2020-10-01T17:00:00.000Z', day: '2020-10-01' },
  ...{ published_at, version: 1 },
});
const valuesFor = (published_at: string | null) => choicesFor(post(published_at)).map(({ value }) => value);

test('a new post is published right away unless staff choose otherwise', () => {
  expect(choicesFor(undefined).map(({ label }) => label)).toEqual([
    ...['Right away', 'At a time you choose', 'Not yet (draft)'],
  ]);
});

test('an edited post keeps its date unless staff choose otherwise', () => {
  expect(valuesFor(null)).toEqual(['keep', 'now', 'date']);
  expect(valuesFor('2099-01-01T00:00:00.000Z')).toEqual(['keep', 'now', 'date', 'draft']);
  expect(valuesFor('2020-01-01T00:00:00.000Z')).toEqual(['keep', 'date', 'draft']);
  expect(choicesFor(post(null))[0]?.label).toBe('Draft');
  expect(choicesFor(post('2099-01-01T00:00:00.000Z'))[0]?.label).toMatch(/^Scheduled for /);
  expect(choicesFor(post('2020-01-01T00:00:00.000Z'))[0]?.label).toMatch(/^Published /);
});

test('sends a time of the farm as an instant, and never an empty one, which would be a draft', () => {
  expect(publishedAt({ choice: 'keep', date: '' })).toBeUndefined();
  expect(publishedAt({ choice: 'now', date: '' })).toBe('now');
  expect(publishedAt({ choice: 'draft', date: '' })).toBe('');
  expect(publishedAt({ choice: 'date', date: '2026-12-01T09:00' })).toBe('2026-12-01T17:00:00.000Z');
  expect(publishedAt({ choice: 'date', date: '' })).toBe('no date');
});

test('suggests the next full hour at the farm, or where the post is', () => {
  expect(suggestedDate(undefined, new Date('2026-10-01T17:20:00.000Z'))).toBe('2026-10-01T11:00');
  expect(suggestedDate(post('2026-10-05T08:30:40.000Z'))).toBe('2026-10-05T01:30');
});
