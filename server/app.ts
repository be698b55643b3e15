// The composition root: makes each feature from what it needs and mounts its routes.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { farm } from '../content/farm.ts';
import { firstPosts } from '../content/first-posts.ts';
import { firstProducts } from '../content/first-products.ts';
import { accountRoutes } from './accounts/accounts.routes.ts';
import { createAccounts } from './accounts/accounts.ts';
import { blogRoutes } from './blog/blog.routes.ts';
import { createBlog } from './blog/blog.ts';
import { catalogueRoutes } from './catalogue/catalogue.routes.ts';
import { createCatalogue } from './catalogue/catalogue.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { fillOnce } from './database/fill.store.ts';
import { createAnswerCache } from './http/answer-cache.ts';
import { createHttpServer } from './http/http-server.ts';
import { securityHeaders } from './http/security-headers.ts';
import { mount } from './http/serve.ts';
import { createMedia } from './media/media.ts';
import { s3Storage } from './media/s3-storage.ts';
import { diskStorage } from './media/storage.ts';
import { serveApiDocs } from './site/api-docs.ts';
import { troubleDocument } from './site/document.ts';
import { serveFound } from './site/found.ts';
import { serveHealth } from './site/health.ts';
import { dropAtNewYear } from './site/new-year.ts';
import { servePages } from './site/pages.ts';
import { servePictures } from './site/pictures.ts';
import type { WebBuild } from './site/web-build.ts';

const CACHE_BYTES = 32 * 1024 * 1024;
const PICTURE_BYTES = 12 * 1024 * 1024;

type Parts = { config: Config; database: Database; web: WebBuild; log: FastifyBaseLogger; now: Clock };

export type App = {
  http: FastifyInstance;
  /** Fills an empty shop; answers with the first admin's password if it had to invent one. */
  open(): Promise<{ email: string; password: string } | undefined>;
  /** Where the shop is found from outside; known at the latest when it listens. */
  siteUrl(): string;
};

export async function createApp({ config, database, web, log, now }: Parts): Promise<App> {
  const pageHeaders = securityHeaders(web.intercept ? 'development' : 'site', config.live);
  const adminHeaders = securityHeaders(web.intercept ? 'development' : 'admin', config.live);
  const dataHeaders = securityHeaders('data', config.live);
  const cache = createAnswerCache(web.intercept ? 0 : CACHE_BYTES);
  const pictures = createAnswerCache(PICTURE_BYTES);
  database.onChange(cache.drop);
  dropAtNewYear(cache, now);

  const media = createMedia({
    storage: config.s3 ? s3Storage(config.s3) : diskStorage(config.dataDir),
    built: web.pictures,
  });
  const accounts = createAccounts({ database, now });
  const catalogue = createCatalogue({ database, media, now });
  const blog = createBlog({ database, media, now });
  const routes = [...accountRoutes(accounts), ...catalogueRoutes(catalogue), ...blogRoutes(blog)];

  const http = await createHttpServer({
    log,
    trustProxy: config.trustProxy,
    headers: dataHeaders,
    intercept: web.intercept,
    kept: (url) => cache.get(url) ?? web.files.get(url) ?? pictures.get(url),
    troublePage: (message, requestId) => troubleDocument(farm.brand, message, requestId),
  });
  const siteUrl = () => config.siteUrl ?? `http://localhost:${portOf(http) ?? config.port}`;
  mount(http, routes, { whoIs: accounts.whoIs, cache, headers: dataHeaders });
  serveHealth(http, database.db);
  serveApiDocs(http, { siteUrl, pageHeaders, styles: web.assetsOf('site').styles });
  serveFound(http, { blog, catalogue, cache, headers: dataHeaders, siteUrl });
  servePictures(http, {
    media,
    cache: pictures,
    builtDir: web.pictures.dir,
    headers: securityHeaders('picture', config.live),
  });
  servePages(http, { web, routes, cache, headers: pageHeaders, adminHeaders, siteUrl });

  return { http, open, siteUrl };

  async function open() {
    await fillOnce(database, async () => {
      const posts = await Promise.all(
        firstPosts.map(async (post) => ({ ...post, image_url: await media.adopt(post.picture, 'blogs') })),
      );
      const products = await Promise.all(
        firstProducts.map(async (product) => ({
          ...product,
          image_url: await media.adopt(product.picture, 'products'),
        })),
      );
      return async (tx) => {
        await catalogue.firstFill(tx, products);
        await blog.firstFill(tx, posts);
      };
    });
    return accounts.ensureAdmin(config.admin);
  }
}

function portOf(http: FastifyInstance): number | undefined {
  const [address] = http.addresses();
  return typeof address === 'object' ? address.port : undefined;
}
