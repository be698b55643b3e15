import { expect, test } from 'vitest';
import { renderContent } from './render-content.ts';

test('headings in the content are one level below the title', () => {
  expect(renderContent('<h1>One</h1><p>a</p><h2>Two</h2>')).toBe('<h2>One</h2><p>a</p><h3>Two</h3>');
});

test('a picture gets sources for all widths and keeps its attributes', () => {
  const image =
    '<img src="/blogs/0123456789abcdef-700x500.jpg" alt="a &lt;h1&gt;" width="700" height="500" loading="lazy" />';

  const html = renderContent(`<p>a</p>${image}`);

  expect(html).toContain('srcset="/blogs/0123456789abcdef-700x500-400.avif 400w, ');
  expect(html).toContain('/blogs/0123456789abcdef-700x500-700.webp 700w"');
  expect(html).toContain(`${image}</picture>`);
});

test('escaped tags stay text', () => {
  const content = '<p>&lt;h1&gt; and &lt;img src="/blogs/0123456789abcdef-700x500.jpg"&gt;</p>';

  expect(renderContent(content)).toBe(content);
});

test('the space after a drop cap that is a word of its own is kept', () => {
  expect(renderContent('<p>A short note. A b</p><p>A b</p>')).toBe('<p>A&nbsp;short note. A b</p><p>A b</p>');
  expect(renderContent('<p>As we said</p>')).toBe('<p>As we said</p>');
});
