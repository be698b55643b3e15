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
])('the slug of %j is %s', (name, slug) => {
  expect(slugFor(name, 1)).toBe(slug);
});

test('appends a number when the slug is taken', () => {
  expect([slugFor('Comet', 2), slugFor('Comet', 3)]).toEqual(['comet-2', 'comet-3']);
});

test.each(['Admin', ' ADMIN ', 'ádmin', 'ａｄｍｉｎ'])('%j does not take the path of another endpoint', (name) => {
  expect(slugFor(name, 1)).toBe('admin-hop');
});
