import { expect, test } from 'vitest';
import { normalizeUrl } from './normalize-url.ts';

test.each([
  ['https://a.example/x', 'https://a.example/x'],
  ['a.example/x?y=1', 'https://a.example/x?y=1'],
  ['www.a.example:8080', 'https://www.a.example:8080/'],
  [' june@farm.example ', 'mailto:june@farm.example'],
  ['mailto:june@farm.example', 'mailto:june@farm.example'],
  ['tel:+17075550188', 'tel:+17075550188'],
])('%s becomes %s', (typed, url) => {
  expect(normalizeUrl(typed)).toBe(url);
});

test.each([
  '',
  'barn',
  'two words.example',
  '/products',
  'javascript:alert(1)',
  'javascript:1',
  'JaVa\tScRiPt:alert(1)',
  'data:text/html,<b>',
  'vbscript:x',
  'ftp://a.example',
  'blob:https://a.example/x',
])('%j is rejected', (typed) => {
  expect(normalizeUrl(typed)).toBeUndefined();
});

test('works in browsers without URL.parse', () => {
  const { parse } = URL;
  Reflect.deleteProperty(URL, 'parse');
  try {
    expect(normalizeUrl('heronslough.example/hops')).toBe('https://heronslough.example/hops');
  } finally {
    URL.parse = parse;
  }
});
