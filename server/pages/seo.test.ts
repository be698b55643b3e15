import { expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop({ settings: { SITE_URL: 'https://farm.example' } });
const { visitor } = shop;
const wren = await shop.as('wren');
const textOf = async (path: string) => (await visitor.fetch(path)).text();

async function aboutOf(path: string) {
  const matches = (await textOf(path)).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g);
  return [...matches].map(([, json]) => JSON.parse(json ?? ''));
}

test('the sitemap lists every public page, product and post, including a new post', async () => {
  const { data } = await wren.send('POST /api/admin/blogs', { form: { title: 'Mapped', content: '' } });
  const map = await textOf('/sitemap.xml');

  for (const path of [
    '/',
    '/products',
    '/shop',
    '/blogs',
    '/brew',
    '/harvest',
    '/faqs',
    '/contact-us',
    '/about-us',
    '/place-order',
    '/products/comet',
    `/blog/${data.id}`,
  ])
    expect(map).toContain(`<loc>https://farm.example${path}</loc>`);
  await wren.send('DELETE /api/admin/blogs/:id', { params: { id: data.id } });
  expect(await textOf('/sitemap.xml')).not.toContain(`/blog/${data.id}<`);
});

test('every URL in the sitemap works', async () => {
  const urls = [...(await textOf('/sitemap.xml')).matchAll(/<loc>https:\/\/farm\.example([^<]*)<\/loc>/g)];

  for (const [, path = ''] of urls) expect([path, (await visitor.fetch(path)).status]).toEqual([path, 200]);
});

test('robots.txt names the sitemap and disallows the back office', async () => {
  const robots = await textOf('/robots.txt');

  expect(robots).toContain('Sitemap: https://farm.example/sitemap.xml');
  for (const path of ['/api/', '/dashboard', '/order/']) expect(robots).toContain(`Disallow: ${path}\n`);
});

test('the feed contains the posts and is valid XML', async () => {
  const { data } = await wren.send('POST /api/admin/blogs', {
    form: { title: 'Malt & \u0001<hops>\uffff', content: '<p>a &lt; \u000cb</p>' },
  });
  const response = await visitor.fetch('/feed.xml');
  const feed = await response.text();

  expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  expect(feed).toContain('<title>Malt &amp; &lt;hops&gt;</title>');
  expect(feed).toContain('&lt;p&gt;a &amp;lt; b&lt;/p&gt;');
  expect(feed).toContain('First bags of the season are tied and weighed');
  await wren.send('DELETE /api/admin/blogs/:id', { params: { id: data.id } });
});

test('the feed has absolute picture addresses', async () => {
  const image = '<img src="/blogs/0123456789abcdef-700x500.jpg" alt="cones">';
  const { data } = await wren.send('POST /api/admin/blogs', { form: { title: 'Cones', content: `<p>a</p>${image}` } });

  expect(await textOf('/feed.xml')).toContain(
    '&lt;img src=&quot;https://farm.example/blogs/0123456789abcdef-700x500.jpg&quot;',
  );
  await wren.send('DELETE /api/admin/blogs/:id', { params: { id: data.id } });
});

test('an edit shows in the feed, the sitemap and the structured data', async () => {
  const form = { title: 'Kiln', content: '<p>lit</p>' };
  const { data } = await wren.send('POST /api/admin/blogs', { form });
  expect(data.updated_at).toBe(data.created_at);
  const edited = '2026-10-01T18:30:00.000Z';
  shop.clock.now = new Date(edited);

  await wren.send('PUT /api/admin/blogs/:id', { params: { id: data.id }, form: { ...form, content: '<p>out</p>' } });

  const feed = await textOf('/feed.xml');
  expect(feed.match(/<updated>[^<]*/g)?.slice(0, 2)).toEqual([`<updated>${edited}`, `<updated>${edited}`]);
  expect(feed).toContain(`<published>${data.created_at}`);
  expect(await textOf('/sitemap.xml')).toContain(`/blog/${data.id}</loc><lastmod>${edited}</lastmod>`);
  expect(await textOf(`/blog/${data.id}`)).toContain(`"dateModified":"${edited}"`);
  await wren.send('DELETE /api/admin/blogs/:id', { params: { id: data.id } });
});

test.each([
  ['/products/comet', ['Home', 'Our Products', 'Comet'], 'https://farm.example/products/comet'],
  ['/blog/1', ['Home', 'Blog', expect.any(String)], 'https://farm.example/blog/1'],
])('%s says where it is on the site', async (path, names, url) => {
  const blocks = (await textOf(path)).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g);
  const trail = [...blocks].map(([, json = '']) => JSON.parse(json)).find((each) => each['@type'] === 'BreadcrumbList');

  expect(trail.itemListElement.map(({ name }: { name: string }) => name)).toEqual(names);
  expect(trail.itemListElement.at(-1)).toMatchObject({ position: 3, item: url });
});

test('a page has social media tags', async () => {
  const page = await textOf('/blog/2');

  expect(page).toContain('<link rel="canonical" href="https://farm.example/blog/2">');
  expect(page).toContain(
    '<meta property="og:title" content="First bags of the season are tied and weighed · Heron Slough Ranch">',
  );
  expect(page).toMatch(/<meta property="og:image" content="https:\/\/farm\.example\/blogs\/[0-9a-f]+-1200x800\.jpg">/);
  expect(page).toContain('<link rel="alternate" type="application/atom+xml"');
});

test('the harvest board has a feed of its own, and an offer leads to where it can be reserved', async () => {
  const add = async (deposit_percent: number | null) =>
    wren.send('POST /api/harvests/admin', {
      body: {
        ...{ product_id: 2, kind: 'dried', status: 'growing', expected_on: '2027-09-03', pounds: 80, price: 10 },
        ...{ note: '', deposit_percent, days: [] },
      },
    });
  const { data: reservable } = await add(25);
  await add(null);

  expect(await textOf('/harvest')).toContain('title="Harvest" href="/harvest.xml">');
  expect(await textOf('/blogs')).not.toContain('/harvest.xml');
  const days = (await aboutOf('/harvest')).filter((each) => each['@type'] === 'Event');
  expect(days.map(({ offers }) => offers.url)).toEqual([
    `https://farm.example/harvest/${reservable.id}`,
    'https://farm.example/harvest',
  ]);
});

test.each(['/', '/products', '/shop', '/blogs', '/faqs', '/contact-us', '/about-us', '/products/comet', '/blog/1'])(
  '%s has a title, a description, an address and a picture of its own',
  async (path) => {
    const page = await textOf(path);

    expect(page).toMatch(/<title>[^<]{10,90}<\/title>/);
    expect(page).toMatch(/<meta name="description" content="[^"]{50,}">/);
    expect(page).toContain(`<link rel="canonical" href="https://farm.example${path}">`);
    const [, picture = ''] = /<meta property="og:image" content="https:\/\/farm\.example([^"]+)">/.exec(page) ?? [];
    expect((await visitor.fetch(picture)).status).toBe(200);
  },
);

test('a 404 page is not indexed', async () => {
  expect(await textOf('/nowhere')).toContain('<meta name="robots" content="noindex">');
});

test('structured data describes the farm, products, posts and FAQs', async () => {
  const [farmThing] = await aboutOf('/');
  const [comet] = await aboutOf('/products/comet');
  const [post] = await aboutOf('/blog/2');
  const [questions] = await aboutOf('/faqs');

  expect(farmThing).toMatchObject({
    '@type': 'LocalBusiness',
    name: 'Heron Slough Ranch',
    address: { postalCode: '95641' },
  });
  expect(comet).toMatchObject({
    '@type': 'Product',
    offers: {
      price: '14.50',
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
      priceSpecification: { referenceQuantity: { unitCode: 'LBR' } },
    },
  });
  expect(post).toMatchObject({ '@type': 'BlogPosting', datePublished: '2026-08-29T16:00:00.000Z' });
  expect(questions.mainEntity).toHaveLength(5);
});

test('serves the icons and the manifest', async () => {
  const manifest = await (await visitor.fetch('/manifest.webmanifest')).json();

  for (const { src } of [...manifest.icons, { src: '/favicon.ico' }, { src: '/apple-touch-icon.png' }])
    expect([src, (await visitor.fetch(src)).status]).toEqual([src, 200]);
});

test('a live shop sends HSTS', async () => {
  const { headers } = await visitor.fetch('/blogs');

  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
});
