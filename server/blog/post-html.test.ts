import { expect, test } from 'vitest';
import { MAX_CONTENT_LENGTH } from '#contracts/blog.ts';
import { excerptOf, sanitizePostHtml } from './post-html.ts';

test('keeps everything the editor can produce', () => {
  const html =
    '<h1>One</h1><h2>Two</h2><p>a <strong>b</strong> <em>c</em> <u>d</u> <s>e</s><br />f</p>' +
    '<ol><li><p>g</p></li></ol><ul><li><p>h</p></li></ul><blockquote><p>i</p></blockquote>';

  expect(sanitizePostHtml(html)).toBe(html);
});

test('a link keeps its URL and loses everything else', () => {
  expect(sanitizePostHtml('<a href="https://a.example/x?y=1&amp;z=2" target="_blank" onclick="x()">a</a>')).toBe(
    '<a href="https://a.example/x?y=1&amp;z=2" rel="noopener">a</a>',
  );
});

test.each([
  ['script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
  ['handler', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
  ['style', '<p style="position:fixed">a</p><style>p{}</style>', '<p>a</p>'],
  ['javascript link', '<p><a href="javascript:alert(1)">a</a></p>', '<p>a</p>'],
  ['disguised link', '<p><a href="java\tscript:alert(1)">a</a></p>', '<p>a</p>'],
  ['data link', '<p><a href="data:text/html,<script>1</script>">a</a></p>', '<p>a</p>'],
  ['protocol-relative link', '<p><a href="//a.example">a</a></p>', '<p>a</p>'],
  ['relative link', '<p><a href="/about">a</a></p>', '<p>a</p>'],
  ['frame', '<iframe src="https://a.example"></iframe><p>a</p>', '<p>a</p>'],
  ['svg', '<svg onload="alert(1)"><p>a</p></svg>', '<p>a</p>'],
  ['form', '<form action="/x"><input name="y"><p>a</p></form>', '<p>a</p>'],
  ['external picture', '<p>a</p><img src="https://a.example/x.png">', '<p>a</p>'],
  ['data URL picture', '<p>a</p><img src="data:image/png;base64,AAAA">', '<p>a</p>'],
  ['picture with a path traversal', '<p>a</p><img src="/blogs/../api/x">', '<p>a</p>'],
  ['picture that was never uploaded', '<p>a</p><img src="/blogs/heron.jpg">', '<p>a</p>'],
  ['wrapper element', '<div><p>a</p></div>', '<p>a</p>'],
])('removes a %s', (_, html, clean) => {
  expect(sanitizePostHtml(html)).toBe(clean);
});

test('an uploaded picture gets its real size and loads lazily', () => {
  const src = '/blogs/0123456789abcdef-800x600.jpg';

  expect(sanitizePostHtml(`<img src="${src}" alt="Cones" width="1" onerror="alert(1)">`)).toBe(
    `<img src="${src}" alt="Cones" width="800" height="600" loading="lazy" />`,
  );
});

test('turns lower headings into h2', () => {
  expect(sanitizePostHtml('<h3>a</h3><h6>b</h6>')).toBe('<h2>a</h2><h2>b</h2>');
});

test('normalizes link URLs as a browser would', () => {
  expect(sanitizePostHtml('<a href=" HTTPS:\\\\A.example\t/x y">a</a>')).toBe(
    '<a href="https://a.example/x%20y" rel="noopener">a</a>',
  );
});

const full = (text: string) => text.repeat(Math.ceil(MAX_CONTENT_LENGTH / text.length)).slice(0, MAX_CONTENT_LENGTH);

test.each([
  ['bare angle brackets', full('<')],
  ['ampersands', full('&a')],
  ['unclosed links', full('<a href=http:a>')],
  ['external pictures', full('x'.repeat(999) + '<img>'.repeat(200))],
  ['attributes', `<p ${full('a=b ')}`],
  ['a tag that never ends', `<br${full(' ')}`],
  ['comments', full('<!--')],
  ['nested frames', full('<iframe><p>')],
  ['mismatched closing tags', full('<b></p></b>')],
  ['a long URL', `<a href="http://${full('a.')}">a</a>`],
  ['empty paragraphs', full('</p>')],
])('sanitizing 200,000 characters of %s takes linear time', (_, html) => {
  const clean = (text: string) => () => {
    const cleaned = sanitizePostHtml(text);
    if (cleaned.length <= MAX_CONTENT_LENGTH) excerptOf(cleaned);
  };

  growsWithLength(clean(html.slice(0, MAX_CONTENT_LENGTH / 10)), clean(html));
});

test.each([
  ['elements', full('<b>')],
  ['SVGs', full('<svg>')],
  ['lists', full('<ul><li>')],
  ['paragraphs that close nothing', full('<div></p>')],
  ['elements closed by others', `${'<i>'.repeat(30_000)}${'</b>'.repeat(25_000)}`],
])('rejects endlessly nested %s in linear time', (_, html) => {
  const reject = (text: string) => () =>
    expect(() => sanitizePostHtml(text)).toThrow('The content is nested too deeply.');

  growsWithLength(reject(html.slice(0, MAX_CONTENT_LENGTH / 10)), reject(html));
});

/** Ten times the input may take ten times as long, with room for noise; quadratic time would be a hundred times. */
function growsWithLength(tenth: () => void, whole: () => void) {
  const took = (work: () => void) => {
    const { user } = process.cpuUsage();
    work();
    return Math.max(process.cpuUsage().user - user, 10_000);
  };
  took(tenth);
  expect(took(whole) / took(tenth)).toBeLessThan(50);
}

test('an excerpt is the first 150 characters of the text, then three dots', () => {
  const text = 'x'.repeat(149);

  expect(excerptOf(`<p>${text}</p>`)).toBe(text);
  expect(excerptOf(`<p>${text}y</p>`)).toBe(`${text}y`);
  expect(excerptOf(`<p>${text}yz</p>`)).toBe(`${text}y...`);
});

test('an excerpt is plain text: no tags, spaces between blocks, decoded entities', () => {
  expect(excerptOf('<h2>Hops &amp; malt</h2><p>1 &lt; 2,<br>&quot;so&quot; it&nbsp;is</p>')).toBe(
    'Hops & malt 1 < 2, "so" it is',
  );
});

test('an excerpt never splits a character', () => {
  expect(excerptOf(`<p>${'🌿'.repeat(151)}</p>`)).toBe(`${'🌿'.repeat(150)}...`);
});

test.each([
  [
    '<a href="#top">x</a> and <a href="https://ok.example">ok</a> tail',
    'x and <a href="https://ok.example/" rel="noopener">ok</a> tail',
  ],
  ['<img src="https://evil.example/x.png"><strong>bold</strong> plain', '<strong>bold</strong> plain'],
  ['<p><a href="javascript:x">one <strong>two</strong></a> three</p>', '<p>one <strong>two</strong> three</p>'],
])('removing elements keeps the surrounding content: %s', (html, clean) => {
  expect(sanitizePostHtml(html)).toBe(clean);
});
