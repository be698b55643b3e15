import { expect, test } from 'vitest';
import { MAX_CONTENT_LENGTH } from '#contracts/blog.ts';
import { excerptOf, sanitizePostHtml } from './post-html.ts';

test('what the editor makes survives', () => {
  const written =
    '<h1>One</h1><h2>Two</h2><p>a <strong>b</strong> <em>c</em> <u>d</u> <s>e</s><br />f</p>' +
    '<ol><li><p>g</p></li></ol><ul><li><p>h</p></li></ul><blockquote><p>i</p></blockquote>';

  expect(sanitizePostHtml(written)).toBe(written);
});

test('a link keeps its address and loses everything else', () => {
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
  ['link without scheme', '<p><a href="//a.example">a</a></p>', '<p>a</p>'],
  ['link within some other site', '<p><a href="/about">a</a></p>', '<p>a</p>'],
  ['frame', '<iframe src="https://a.example"></iframe><p>a</p>', '<p>a</p>'],
  ['svg', '<svg onload="alert(1)"><p>a</p></svg>', '<p>a</p>'],
  ['form', '<form action="/x"><input name="y"><p>a</p></form>', '<p>a</p>'],
  ['outside picture', '<p>a</p><img src="https://a.example/x.png">', '<p>a</p>'],
  ['inlined picture', '<p>a</p><img src="data:image/png;base64,AAAA">', '<p>a</p>'],
  ['picture that climbs', '<p>a</p><img src="/blogs/../api/x">', '<p>a</p>'],
  ['picture that was never uploaded', '<p>a</p><img src="/blogs/heron.jpg">', '<p>a</p>'],
  ['frame around text', '<div><p>a</p></div>', '<p>a</p>'],
])('%s is taken out', (_, written, clean) => {
  expect(sanitizePostHtml(written)).toBe(clean);
});

test('an uploaded picture stays in its own size, and loads when it comes into view', () => {
  const src = '/blogs/0123456789abcdef-800x600.jpg';

  expect(sanitizePostHtml(`<img src="${src}" alt="Cones" width="1" onerror="alert(1)">`)).toBe(
    `<img src="${src}" alt="Cones" width="800" height="600" loading="lazy" />`,
  );
});

test('headers below the second are headers of the second kind', () => {
  expect(sanitizePostHtml('<h3>a</h3><h6>b</h6>')).toBe('<h2>a</h2><h2>b</h2>');
});

test('the address of a link is stored as a browser reads it', () => {
  expect(sanitizePostHtml('<a href=" HTTPS:\\\\A.example\t/x y">a</a>')).toBe(
    '<a href="https://a.example/x%20y" rel="noopener">a</a>',
  );
});

const full = (text: string) => text.repeat(Math.ceil(MAX_CONTENT_LENGTH / text.length)).slice(0, MAX_CONTENT_LENGTH);

test.each([
  ['bare brackets', full('<')],
  ['ampersands', full('&a')],
  ['unclosed links', full('<a href=http:a>')],
  ['pictures from elsewhere', full('x'.repeat(999) + '<img>'.repeat(200))],
  ['attributes', `<p ${full('a=b ')}`],
  ['a tag that never ends', `<br${full(' ')}`],
  ['comments', full('<!--')],
  ['frames within frames', full('<iframe><p>')],
  ['wrong ends', full('<b></p></b>')],
  ['a long address', `<a href="http://${full('a.')}">a</a>`],
  ['empty paragraphs', full('</p>')],
])('200,000 characters of %s cost what their length says', (_, written) => {
  const clean = (text: string) => () => {
    const cleaned = sanitizePostHtml(text);
    if (cleaned.length <= MAX_CONTENT_LENGTH) excerptOf(cleaned);
  };

  growsWithLength(clean(written.slice(0, MAX_CONTENT_LENGTH / 10)), clean(written));
});

test.each([
  ['elements', full('<b>')],
  ['drawings', full('<svg>')],
  ['lists', full('<ul><li>')],
  ['paragraphs that close nothing', full('<div></p>')],
  ['elements closed by others', `${'<i>'.repeat(30_000)}${'</b>'.repeat(25_000)}`],
])('%s within each other without end are refused, at the cost of their length', (_, written) => {
  const refuse = (text: string) => () =>
    expect(() => sanitizePostHtml(text)).toThrow('The content is nested too deeply.');

  growsWithLength(refuse(written.slice(0, MAX_CONTENT_LENGTH / 10)), refuse(written));
});

/** Ten times as much may take ten times as long, with room for noise; with the square of it, it would be a hundred times. */
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

test('an excerpt reads as text: tags gone, blocks apart, entities as letters', () => {
  expect(excerptOf('<h2>Hops &amp; malt</h2><p>1 &lt; 2,<br>&quot;so&quot; it&nbsp;is</p>')).toBe(
    'Hops & malt 1 < 2, "so" it is',
  );
});

test('an excerpt never cuts a character in half', () => {
  expect(excerptOf(`<p>${'🌿'.repeat(151)}</p>`)).toBe(`${'🌿'.repeat(150)}...`);
});

test.each([
  [
    '<a href="#top">x</a> and <a href="https://ok.example">ok</a> tail',
    'x and <a href="https://ok.example/" rel="noopener">ok</a> tail',
  ],
  ['<img src="https://evil.example/x.png"><strong>bold</strong> plain', '<strong>bold</strong> plain'],
  ['<p><a href="javascript:x">one <strong>two</strong></a> three</p>', '<p>one <strong>two</strong> three</p>'],
])('what is taken out leaves the rest whole: %s', (html, clean) => {
  expect(sanitizePostHtml(html)).toBe(clean);
});
