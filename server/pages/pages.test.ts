import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop();
const { visitor } = shop;
const wren = await shop.as('wren');
async function placeOrder(): Promise<{ order: { id: number; key: string } }> {
  const response = await visitor.fetch('/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      sourceId: 'cnon:card-nonce-ok',
      amount: 1600,
      orderDetails: { productId: 1, quantity: 1, locationOption: 'pickup', name: 'Dana', phone: '(707) 555-0188' },
    }),
  });
  return response.json();
}
const html = async (path: string) => (await visitor.fetch(path)).text();

test('the post list is in the HTML, with its own head', async () => {
  const page = await html('/blogs');

  expect(page).toContain('<title>Blog · Heron Slough Ranch</title>');
  expect(page).toMatch(/<link rel="canonical" href="http:\/\/localhost:\d+\/blogs">/);
  expect(page).toContain('A pale ale to try with Comet</a></h3>');
  expect(page).toContain('Showing <!-- -->3<!-- --> of <!-- -->3<!-- --> <!-- -->blog posts');
});

test('past the last page the number is shown with a link back', async () => {
  expect(await html('/blogs')).toContain('Page <!-- -->1<!-- --> of <!-- -->1');
  const page = await html('/blogs?page=9');

  expect(page).toContain('No blog posts found.');
  expect(page).toMatch(/<button [^>]*value="1"[^>]*>Previous</);
  expect(page).toContain('Page <!-- -->9<!-- --> of <!-- -->1');
});

test('the document contains no more of a post than its card shows', async () => {
  expect(await html('/blogs')).not.toContain('we read the labels out loud');
  expect(await html('/blog/3')).toContain('we read the labels out loud');
});

test.each(['/', '/blogs', '/nowhere'])(
  'the policy of %s lets the style in the document through, and no other',
  async (path) => {
    const response = await visitor.fetch(path);
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(await response.text()) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');

    expect(style.length).toBeGreaterThan(10_000);
    expect(response.headers.get('content-security-policy')).toContain(`style-src 'self' 'sha256-${hash}';`);
  },
);

test('letter case and unknown parameters lead to the same page', async () => {
  const page = await html('/blogs');

  expect(await html('/BLOGS')).toBe(page);
  expect(await html('/blogs?utm_source=x&page=1')).toBe(page);
  expect(await html('/blogs?page=none')).toBe(page);
});

test.each(['/products', '/place-order', '/products/comet'])(
  '%s says without script that ordering needs it, and whom to call',
  async (path) => {
    expect(await html(path)).toMatch(
      /<noscript><p>Ordering needs JavaScript\. Please turn it on or call us:.{0,9}<a href="tel:\+19165550142">/,
    );
  },
);

test('without its key the document of an order opens it in the browser, and is the same for one that does not exist', async () => {
  const { order } = await placeOrder();
  const open = async (id: number, search = '') => {
    const response = await visitor.fetch(`/order/${id}${search}`);
    const page = (await response.text()).replace(/(Order |\/order\/)\d+/g, '$1N');
    return { status: response.status, page, headers: [...response.headers.keys()] };
  };
  const opened = await open(order.id);

  expect(opened.status).toBe(404);
  expect(opened.page).toContain('<h1>Order N</h1>');
  expect(opened.page).toContain('Opening...');
  expect(opened.page).toContain('href="/login?from=/order/N"');
  expect(opened.page).toMatch(/<noscript><p>404 - Not Found<\/p><\/noscript>/);
  expect(opened.page).toContain('<meta name="robots" content="noindex">');
  expect(opened.page).not.toContain('Dana');
  // Compared without a message: the document is long.
  for (const [id, search] of [
    [order.id + 1, ''],
    [order.id, '?key=guessed'],
    [order.id + 1, '?key=guessed'],
  ] as const)
    expect(isDeepStrictEqual(await open(id, search), opened), `${id}${search}`).toBe(true);
  expect((await open(order.id, `?key=${order.key}`)).status).toBe(200);
});

test('a change shows on the page right away', async () => {
  await html('/blogs');
  const { data } = await wren.send('POST /api/admin/blogs', { form: { title: 'Fresh', content: '<p>News.</p>' } });
  expect(await html('/blogs')).toContain('Fresh');

  await wren.send('PUT /api/admin/blogs/:id', { params: { id: data.id }, form: { title: 'Fresher', content: '' } });
  expect(await html(`/blog/${data.id}`)).toContain('<h1>Fresher</h1>');

  await wren.send('DELETE /api/admin/blogs/:id', { params: { id: data.id } });
  expect((await visitor.fetch(`/blog/${data.id}`)).status).toBe(404);
  expect(await html('/blogs')).not.toContain('Fresher');
});

test('a post links to its neighbors and to the hops it names, and follows their changes', async () => {
  const publish = async (title: string, content: string) =>
    (await wren.send('POST /api/admin/blogs', { form: { title, content } })).data.id;
  const older = await publish('Older news', '<p>Quiet.</p>');
  const middle = await publish('Middle news', '<p>Half an ounce of <em>Comet</em>.</p>');
  const newer = await publish('Newer news', '<p>Loud.</p>');

  const page = await html(`/blog/${middle}`);
  for (const link of [`/blog/${older}"`, `/blog/${newer}"`, '/products/comet"'])
    expect(page).toContain(`href="${link}`);
  expect(await html(`/blog/${newer}`)).not.toContain('Next post');
  expect(await html(`/blog/${older}`)).not.toContain('/products/comet');

  await wren.send('PUT /api/admin/blogs/:id', { params: { id: newer }, form: { title: 'Newest news', content: '' } });
  expect(await html(`/blog/${middle}`)).toContain('Newest news');
  await wren.send('DELETE /api/admin/blogs/:id', { params: { id: older } });
  expect(await html(`/blog/${middle}`)).not.toContain('Older news');

  const comet = (await visitor.send('GET /api/products')).data.find(({ slug }) => slug === 'comet');
  if (!comet) throw new Error('Comet is not on sale.');
  const { id, image, image_url, slug, version, ...fields } = comet;
  const form = { ...fields, flavor: fields.flavor ?? '' };
  await wren.send('PUT /api/products/admin/:id', { params: { id }, form: { ...form, name: 'Nugget' } });
  expect(await html(`/blog/${middle}`)).not.toContain('/products/comet');
  await wren.send('PUT /api/products/admin/:id', { params: { id }, form: { ...form, name: 'Comet' } });
  expect(await html(`/blog/${middle}`)).toContain('/products/comet');
  for (const post of [middle, newer]) await wren.send('DELETE /api/admin/blogs/:id', { params: { id: post } });
});

test('only canonical URLs are cached, so strangers cannot fill the cache', async () => {
  for (const odd of ['/api/blogs?toString=1', '/api/blogs?page=1&page=1', '/api/blogs/%31', '/api/blogs?x=1']) {
    await visitor.fetch(odd);
    await visitor.fetch(odd);
    const [path] = odd.split('?');
    const logged = shop.logLines.filter((line) => line.includes(`"path":"${path}"`));
    // Cached responses are sent before Fastify sees the request, so they are not logged.
    expect([odd, logged.length >= 2]).toEqual([odd, true]);
  }
});

test('a title cannot break out of the document', async () => {
  const title = '</title></script><script>alert(1)</script>"\'&';
  const { data } = await wren.send('POST /api/admin/blogs', { form: { title, content: '' } });

  const page = await html(`/blog/${data.id}`);

  expect(page).not.toContain('<script>alert');
  expect(page).toContain('<title>&lt;/title&gt;&lt;/script&gt;');
  await wren.send('DELETE /api/admin/blogs/:id', { params: { id: data.id } });
});

test.each([
  '/nowhere',
  '/blog/99',
  '/blog/one',
  '/blog/1/more',
  '/blog/0',
  '/%E0%A4%A',
  '/.env',
  '/blogs/..%2f..%2fpackage.json',
])('%s is a 404 with the text inside the layout', async (path) => {
  const response = await visitor.fetch(path);
  expect(response.status).toBe(404);
  if (response.headers.get('content-type')?.startsWith('text/html'))
    expect(await response.text()).toContain('<h1>404 - Not Found</h1>');
});

test.each([
  ['/admin', '/dashboard'],
  ['/admin/dashboard', '/dashboard'],
  ['/admin/products', '/Product-Management'],
  ['/admin/product-management', '/Product-Management'],
  ['/admin/orders', '/Order-Management'],
  ['/admin/order-management', '/Order-Management'],
  ['/admin/blogs', '/Blog-Management'],
  ['/Admin/Blog-Management', '/Blog-Management'],
  ['/admin/login?from=%2Fdashboard', '/login?from=%2Fdashboard'],
  ['/blogs/', '/blogs'],
])('%s redirects to %s', async (path, target) => {
  const response = await visitor.fetch(path);

  expect([response.status, response.headers.get('location')]).toEqual([308, target]);
});

test.each(['//evil.example/', '/\\evil.example/', '//evil.example//'])('%s is not an open redirect', async (path) => {
  const response = await visitor.fetch(path);

  expect([response.status, response.headers.get('location')]).toEqual([404, null]);
});

test('built files are cached forever', async () => {
  const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(await html('/blogs')) ?? [];

  const { headers } = await visitor.fetch(script);

  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
});

test('admin pages get their own shell: no data, no caching, nothing of the public site', async () => {
  const response = await visitor.fetch('/blog-management');
  const page = await response.text();

  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(page).toMatch(/src="\/assets\/admin-[^"]+\.js"/);
  expect(page).not.toMatch(/assets\/site-/);
  expect(response.headers.get('content-security-policy')).not.toContain('http');
});
