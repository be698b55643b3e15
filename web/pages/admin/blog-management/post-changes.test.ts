import { expect, test } from 'vitest';
import { changedLabels, contentTexts, readableText } from './post-changes.ts';

test('shows the text of a post with its pictures and links', () => {
  const html =
    '<h1>Frost</h1><p>Malt &amp; <strong>hops</strong><br />at <a href="https://farm.example">the farm</a>.</p>' +
    '<ul><li>one</li><li>two</li></ul><img src="/blogs/a-1x1.jpg" alt="Cones" width="1" height="1" loading="lazy" /><p>End.</p>';

  expect(readableText(html)).toBe(
    'Frost\n\nMalt & hops\nat the farm (https://farm.example).\n\n• one\n• two\n\n[Picture: Cones]\n\nEnd.',
  );
});

test('decodes each entity once', () => {
  expect(readableText('<p>&amp;lt;b&amp;gt;</p>')).toBe('&lt;b&gt;');
});

test('shows the HTML where only the formatting differs', () => {
  expect(contentTexts('<p>Cones</p>', '<p>Hops</p>')).toEqual({ before: 'Cones', after: 'Hops' });
  expect(contentTexts('<p>Cones</p>', '<p><em>Cones</em></p>')).toEqual({
    before: '<p>Cones</p>',
    after: '<p><em>Cones</em></p>',
  });
});

test('names the changed fields', () => {
  const changes = [
    { field: 'title' as const, before: '', after: '' },
    { field: 'image_url' as const, before: '', after: '' },
  ];

  expect(changedLabels({ changes })).toBe('Title, Image');
});
