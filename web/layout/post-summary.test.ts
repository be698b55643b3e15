import { expect, test } from 'vitest';
import { formatPostDay, postExcerpt } from './post-summary.ts';

const post = { content: '<p>Cones <b>are</b> in.</p>', created_at: '2026-09-12T18:00:00.000Z' };

test('the day and excerpt are derived when the post has none', () => {
  expect([formatPostDay({ ...post, day: '2026-09-11' }), formatPostDay(post)]).toEqual([
    'September 11, 2026',
    'September 12, 2026',
  ]);
  expect([postExcerpt({ ...post, excerpt: 'Cones' }), postExcerpt(post)]).toEqual(['Cones', 'Cones  are  in.']);
});
