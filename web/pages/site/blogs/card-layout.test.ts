import { expect, test } from 'vitest';
import { cardLayouts } from './card-layout.ts';

/** p: a post with a picture, t: text only. */
const layouts = (posts: string, hasLead = true) =>
  cardLayouts(
    [...posts].map((kind) => ({ image_url: kind === 'p' ? 'x.jpg' : null })),
    hasLead,
  ).join(' ');

test.each([
  ['p', 'lead'],
  ['ppp', 'lead half half'],
  ['pp', 'lead wide'],
  ['tptpp', 'lead wide row half half'],
  ['pppppppppp', 'lead half half half half half half half half wide'],
])('%s on the first page is laid out as %s', (posts, expected) => {
  expect(layouts(posts)).toBe(expected);
});

test('other pages have no lead, and no post is alone in half a row', () => {
  expect(layouts('pptppp', false)).toBe('half half row half half wide');
});
