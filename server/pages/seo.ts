// For search engines and feed readers: sitemap, robots.txt, web manifest and the blog feed.
import type { FastifyInstance } from 'fastify';
import type { Post } from '#contracts/blog.ts';
import type { Farm } from '#contracts/farm.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { pictureFolders } from '#contracts/pictures.ts';
import type { Blog } from '#server/blog/blog.ts';
import type { Catalog } from '#server/catalog/catalog.ts';
import type { LotPages } from '#server/catalog/lot-pages.ts';
import type { CacheTag } from '#server/database/cache-tags.ts';
import { escapeHtml, escapeXml } from '#server/escape-html.ts';
import { buildCompressedResponse, sendCachedResponse } from '#server/http/cached-response.ts';
import type { ResponseCache } from '#server/http/response-cache.ts';

type Options = {
  blog: Blog;
  catalog: Catalog;
  lotPages: LotPages;
  cache: ResponseCache;
  headers: Record<string, string>;
  siteUrl(): string;
  farm(): Farm;
};

const staticPaths = [
  pagePaths.home,
  pagePaths.products,
  pagePaths.placeOrder,
  pagePaths.gallery,
  pagePaths.blogs,
  pagePaths.brew,
  pagePaths.faqs,
  pagePaths.contact,
  pagePaths.about,
  pagePaths.privacy,
  pagePaths.terms,
  pagePaths.refunds,
];
const manifest = ({ brand, description }: Farm) => ({
  name: brand,
  description,
  start_url: '/',
  display: 'browser',
  background_color: '#f7f1e3',
  theme_color: '#f7f1e3',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
});
const disallowedPaths = [
  '/api/',
  '/dashboard',
  '/Product-Management',
  '/Order-Management',
  '/Blog-Management',
  '/order/',
];

export function mountSeo(app: FastifyInstance, options: Options): void {
  const { blog, catalog, lotPages, cache, headers, siteUrl, farm } = options;
  mount('/robots.txt', 'text/plain; charset=utf-8', [], async () =>
    [
      'User-agent: *',
      ...disallowedPaths.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${siteUrl()}/sitemap.xml`,
      '',
    ].join('\n'),
  );
  mount('/manifest.webmanifest', 'application/manifest+json', ['settings'], async () =>
    JSON.stringify(manifest(farm())),
  );
  mount('/sitemap.xml', 'application/xml; charset=utf-8', ['posts', 'products'], sitemap);
  mount('/feed.xml', 'application/atom+xml; charset=utf-8', ['posts', 'settings'], feed);

  function mount(url: string, type: string, tags: readonly CacheTag[], write: () => Promise<string>) {
    app.get(url, async (request, reply) => {
      const response = await cache.getOrCreate(url, tags, async () => ({
        response: await buildCompressedResponse({
          cacheable: true,
          body: await write(),
          headers: { ...headers, 'content-type': type, 'cache-control': 'no-cache' },
        }),
        cacheable: true,
      }));
      reply.hijack();
      sendCachedResponse(request.raw, reply.raw, response);
    });
  }

  async function sitemap() {
    const [{ data: products }, lots, posts] = await Promise.all([
      catalog.list(),
      lotPages.listOnSale(),
      blog.listForSitemap(),
    ]);
    const entries = [
      ...staticPaths.map((path) => entry(path)),
      ...products.map(({ slug }) => entry(pagePaths.product(slug))),
      ...lots.map((number) => entry(pagePaths.lot(number))),
      ...posts.map(({ id, updated_at }) => entry(pagePaths.blog(id), updated_at)),
    ];
    return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
  }

  function entry(path: string, changed?: string) {
    const date = changed ? `<lastmod>${changed}</lastmod>` : '';
    return `<url><loc>${escapeHtml(siteUrl() + path)}</loc>${date}</url>`;
  }

  async function feed() {
    const { data: posts } = await blog.list(1, pagePaths.blogs);
    const updated = posts.map(({ updated_at }) => updated_at).toSorted();
    return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>${escapeXml(farm().brand)}</title>
<subtitle>Latest News &amp; Updates</subtitle>
<id>${siteUrl()}${pagePaths.blogs}</id>
<link href="${siteUrl()}${pagePaths.blogs}"/>
<link rel="self" href="${siteUrl()}/feed.xml"/>
<updated>${updated.at(-1) ?? new Date(0).toISOString()}</updated>
<author><name>${escapeXml(farm().brand)}</name></author>
${posts.map(feedEntry).join('\n')}
</feed>
`;
  }

  function feedEntry({ id, title, content, excerpt, description, image_url, ...post }: Post) {
    const url = siteUrl() + pagePaths.blog(id);
    const picture = image_url ? `<p><img src="${siteUrl()}${pictureFolders.blogs}${image_url}" alt=""></p>` : '';
    return `<entry>
<title>${escapeXml(title)}</title>
<id>${url}</id>
<link href="${url}"/>
<published>${post.published_at}</published>
<updated>${post.updated_at}</updated>
<summary>${escapeXml(description || excerpt)}</summary>
<content type="html">${escapeXml(picture + withAbsolutePictures(content, siteUrl()))}</content>
</entry>`;
  }
}

/** Feed readers show a post on their own site. The sanitizer wrote the tags, so they have a fixed form. */
const withAbsolutePictures = (content: string, siteUrl: string): string =>
  content.replaceAll('<img src="/', `<img src="${siteUrl}/`);
