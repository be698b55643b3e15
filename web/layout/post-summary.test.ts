import { expect, test } from 'vitest';
import { formatPostDay, postExcerpt } from './post-summary.ts';

const plain = { content: '<p>Cones <b>are</b> in.</p>', created_at: '2026-09-12T18:00:00.000Z' };

test('a post says its day and its first words, also where it comes without them', () => {
  expect([formatPostDay({ ...plain, day: '2026-09-11' }), formatPostDay(plain)]).toEqual([
    'September 11, 2026',
    'September 12, 2026',
  ]);
  expect([postExcerpt({ ...plain, excerpt: 'Cones' }), postExcerpt(plain)]).toEqual(['Cones', 'Cones  are  in.']);
});
