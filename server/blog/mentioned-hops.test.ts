import { expect, test } from 'vitest';
import { mentionedHops } from './mentioned-hops.ts';

const hops = ['Triple Pearl', 'Comet', 'A & B (test)', 'Nugget', 'Perle'].map((name) => ({ slug: name, name }));
const named = (content: string, title = 'News') => mentionedHops({ title, content }, hops).map(({ name }) => name);

test('finds hops by whole words in title and text, in any case and across tags', () => {
  expect(named('<p>An ounce of <em>Com</em>et,</p>', 'triple  PEARL')).toEqual(['Triple Pearl', 'Comet']);
  expect(named('<p>Triple</p><p>pearl</p>')).toEqual(['Triple Pearl']);
  expect(named('<p>Comets over Perleberg</p><img src="/x.jpg" alt="Comet" />')).toEqual([]);
});

test('takes special characters in a name literally, and names three hops at most', () => {
  expect(named('<p>Our A &amp; B (test), new.</p>')).toEqual(['A & B (test)']);
  expect(named('<p>Perle, Nugget, Comet, Triple Pearl</p>')).toEqual(['Triple Pearl', 'Comet', 'Nugget']);
});
