import { expect, test } from 'vitest';
import { slugFor } from './slug.ts';

test.each([
  ['Comet', 'comet'],
  ['Triple Pearl', 'triple-pearl'],
  ['  Žatec  Červeňák! ', 'zatec-cervenak'],
  ['Hallertau / "Mittelfrüh" №5', 'hallertau-mittelfruh-no5'],
  ['信州早生', 'hop'],
  ['../../etc/passwd', 'etc-passwd'],
  [`${'x'.repeat(79)} and more`, 'x'.repeat(79)],
])('%j is found at %s', (name, slug) => {
  expect(slugFor(name, 1)).toBe(slug);
});

test('where a name is taken, a number follows', () => {
  expect([slugFor('Comet', 2), slugFor('Comet', 3)]).toEqual(['comet-2', 'comet-3']);
});

test.each(['Admin', ' ADMIN ', 'ádmin', 'ａｄｍｉｎ'])('%j does not get the address of another call', (name) => {
  expect(slugFor(name, 1)).toBe('admin-hop');
});
