import { expect, test } from 'vitest';
import { renderContent } from './render-content.ts';

test('headers of the text stand below the title', () => {
  expect(renderContent('<h1>One</h1><p>a</p><h2>Two</h2>')).toBe('<h2>One</h2><p>a</p><h3>Two</h3>');
});

test('a picture is offered in all its widths and keeps what was said of it', () => {
  const image =
    '<img src="/blogs/0123456789abcdef-700x500.jpg" alt="a &lt;h1&gt;" width="700" height="500" loading="lazy" />';

  const read = renderContent(`<p>a</p>${image}`);

  expect(read).toContain('srcset="/blogs/0123456789abcdef-700x500-400.avif 400w, ');
  expect(read).toContain('/blogs/0123456789abcdef-700x500-700.webp 700w"');
  expect(read).toContain(`${image}</picture>`);
});

test('text that speaks of tags stays text', () => {
  const written = '<p>&lt;h1&gt; and &lt;img src="/blogs/0123456789abcdef-700x500.jpg"&gt;</p>';

  expect(renderContent(written)).toBe(written);
});
