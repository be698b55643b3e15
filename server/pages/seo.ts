// For search engines and feed readers: sitemap, robots.txt, web manifest, feeds and the harvest calendar.
import type { FastifyInstance } from 'fastify';
import type { Farm } from '#contracts/farm.ts';
import { HARVEST_CALENDAR, HARVEST_FEED } from '#contracts/harvest-steps.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { Blog } from '#server/blog/blog.ts';
import type { Catalog } from '#server/catalog/catalog.ts';
import type { LotPages } from '#server/catalog/lot-pages.ts';
import type { CacheTag } from '#server/database/cache-tags.ts';
import { escapeHtml } from '#server/escape-html.ts';
import type { Harvests } from '#server/harvests/harvests.ts';
import { buildCompressedResponse, sendCachedResponse } from '#server/http/cached-response.ts';
import type { ResponseCache } from '#server/http/response-cache.ts';
import { blogFeed, harvestFeed } from './atom-feed.ts';

type Options = {
  blog: Blog;
  catalog: Catalog;
  lotPages: LotPages;
  harvests: Harvests;
  cache: ResponseCache;
  headers: Record<string, string>;
  siteUrl(): string;
  farm(): Farm;
};

const ATOM = 'application/atom+xml; charset=utf-8';
const staticPaths = [
  pagePaths.home,
  pagePaths.products,
  pagePaths.placeOrder,
  pagePaths.gallery,
  pagePaths.blogs,
  pagePaths.brew,
  pagePaths.harvest,
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
  '/alerts',
];

export function mountSeo(app: FastifyInstance, options: Options): void {
  const { blog, catalog, lotPages, harvests, cache, headers, siteUrl, farm } = options;
  const site = () => ({ siteUrl: siteUrl(), brand: farm().brand });
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
  mount('/feed.xml', ATOM, ['posts', 'settings'], async () =>
    blogFeed((await blog.list(1, pagePaths.blogs)).data, site()),
  );
  mount(HARVEST_CALENDAR, 'text/calendar; charset=utf-8', ['harvests', 'product-names', 'settings'], harvests.calendar);
  mount(HARVEST_FEED, ATOM, ['harvests', 'product-names', 'settings'], async () =>
    harvestFeed((await harvests.list()).data, site()),
  );

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
}
