import { expect, test } from 'vitest';
import { cleanHtml, excerptOf } from './post-html.ts';

test('what the editor makes survives', () => {
  const written =
    '<h1>One</h1><h2>Two</h2><p>a <strong>b</strong> <em>c</em> <u>d</u> <s>e</s><br />f</p>' +
    '<ol><li><p>g</p></li></ol><ul><li><p>h</p></li></ul><blockquote><p>i</p></blockquote>';

  expect(cleanHtml(written)).toBe(written);
});

test('a link keeps its address and loses everything else', () => {
  expect(cleanHtml('<a href="https://a.example/x?y=1&amp;z=2" target="_blank" onclick="x()">a</a>')).toBe(
    '<a href="https://a.example/x?y=1&amp;z=2" rel="noopener">a</a>',
  );
});

test.each([
  ['script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
  ['handler', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
  ['style', '<p style="position:fixed">a</p><style>p{}</style>', '<p>a</p>'],
  ['javascript link', '<a href="javascript:alert(1)">a</a>', '<a rel="noopener">a</a>'],
  ['disguised link', '<a href="java\tscript:alert(1)">a</a>', '<a rel="noopener">a</a>'],
  ['data link', '<a href="data:text/html,<script>1</script>">a</a>', '<a rel="noopener">a</a>'],
  ['frame', '<iframe src="https://a.example"></iframe><p>a</p>', '<p>a</p>'],
  ['svg', '<svg onload="alert(1)"><p>a</p></svg>', '<p>a</p>'],
  ['form', '<form action="/x"><input name="y"><p>a</p></form>', '<p>a</p>'],
  ['outside picture', '<p>a</p><img src="https://a.example/x.png">', '<p>a</p>'],
  ['inlined picture', '<p>a</p><img src="data:image/png;base64,AAAA">', '<p>a</p>'],
  ['picture that climbs', '<p>a</p><img src="/blogs/../api/x">', '<p>a</p>'],
])('%s is taken out', (_, written, clean) => {
  expect(cleanHtml(written)).toBe(clean);
});

test('an uploaded picture stays, and loads when it comes into view', () => {
  expect(cleanHtml('<img src="/blogs/ab12-800x600.jpg" alt="Cones" onerror="alert(1)">')).toBe(
    '<img src="/blogs/ab12-800x600.jpg" alt="Cones" loading="lazy" />',
  );
});

test('an excerpt is the first 150 characters of the text, then three dots', () => {
  const text = 'x'.repeat(149);

  expect(excerptOf(`<p>${text}</p>`)).toBe(text);
  expect(excerptOf(`<p>${text}y</p>`)).toBe(`${text}y`);
  expect(excerptOf(`<p>${text}yz</p>`)).toBe(`${text}y...`);
});

test('an excerpt reads as text: tags gone, blocks apart, entities as letters', () => {
  expect(excerptOf('<h2>Hops &amp; malt</h2><p>1 &lt; 2,<br>&quot;so&quot; it&nbsp;is</p>')).toBe(
    'Hops & malt 1 < 2, "so" it is',
  );
});

test('an excerpt never cuts a character in half', () => {
  expect(excerptOf(`<p>${'🌿'.repeat(151)}</p>`)).toBe(`${'🌿'.repeat(150)}...`);
});
