// Serves a page: a redirect, a cached response, or a fresh render from in-process API results.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { farm } from '#content/farm.ts';
import type { ClientConfig, InitialData } from '#contracts/client-config.ts';
import type { EndpointName } from '#contracts/endpoints.ts';
import { redirectFor } from '#contracts/page-paths.ts';
import { pictureFolders } from '#contracts/pictures.ts';
import { buildCompressedResponse, type CachedResponse, sendCachedResponse } from '#server/http/cached-response.ts';
import type { LoadShedder } from '#server/http/load-shedding.ts';
import { isPastLastPage } from '#server/http/pagination.ts';
import type { ResponseCache } from '#server/http/response-cache.ts';
import type { Route } from '#server/http/route.ts';
import { HttpError, notFound } from '#server/http-errors.ts';
import type { Assets, Renderer, WebBuild } from './build-manifest.ts';
import { adminDocument, siteDocument } from './document.ts';
import { structuredData } from './structured-data.ts';

type Match = NonNullable<ReturnType<Renderer['matchRoute']>>;
type PageQuery = { name: EndpointName; url: string; params: object; query: object; select(response: unknown): unknown };

type Options = {
  web: WebBuild;
  routes: Route[];
  cache: ResponseCache;
  /** Takes the CSP source of the inline stylesheet. */
  headers(style?: string): Record<string, string>;
  adminHeaders: Record<string, string>;
  siteUrl(): string;
  clientConfig(): ClientConfig;
  loadShedder: LoadShedder;
};

export function mountPages(
  app: FastifyInstance,
  { web, routes, cache, headers, adminHeaders, siteUrl, clientConfig, loadShedder }: Options,
): void {
  const sharedPicture = pictureFolders.project + web.pictures.names['hero.jpg'];
  app.get('/*', handlePage);
  app.setNotFoundHandler(async (request, reply) => {
    // A form submitted before its script loaded: redirect back to the page.
    if (request.method === 'POST' && (await web.renderer()).matchRoute(request.url, ''))
      return reply.redirect(request.url, 303);
    if (request.method !== 'GET' && request.method !== 'HEAD') throw notFound();
    return loadShedder.run(() => handlePage(request, reply));
  });

  async function handlePage(request: FastifyRequest, reply: FastifyReply) {
    const [path = '/', query] = request.url.split('?');
    const search = query ? `?${query}` : '';
    if (/^\/api(\/|$)/i.test(path)) throw notFound();
    const moved = redirectFor(path);
    if (moved) return reply.header('cache-control', 'no-cache').redirect(moved + search, 308);
    const response = await findResponse(path, search);
    reply.hijack();
    sendCachedResponse(request.raw, reply.raw, response);
  }

  async function findResponse(path: string, search: string): Promise<CachedResponse> {
    const { matchRoute } = await web.renderer();
    const match = matchRoute(path, search);
    const queries: Record<string, PageQuery> | undefined = match?.route.queries(match.location);
    if (!match || !queries) return notFoundPage();
    if (match.route.side === 'admin') return adminPage();
    const pageQueries = Object.values(queries);
    const tags = pageQueries.flatMap((query) => findRoute(query).tags ?? []);
    return cache.getOrCreate(match.url, tags, () => renderPage(match, pageQueries));
  }

  async function renderPage(match: Match, queries: PageQuery[]) {
    try {
      const results = await Promise.all(
        queries.map(
          async (query): Promise<InitialData['results'][number]> => [
            query.url,
            query.select(await findRoute(query).run(query)),
          ],
        ),
      );
      // Personal pages must not be cached, here or on the way, nor indexed by search engines.
      const personal = queries.some((query) => !findRoute(query).tags);
      const { render } = await web.renderer();
      const [path = ''] = match.url.split('?');
      const rendered = await render({ path, match, results, clientConfig: clientConfig() });
      const assets = web.assetsOf('site', match.route.name);
      const body = siteDocument({
        head: { picture: sharedPicture, ...rendered.head },
        siteUrl: siteUrl(),
        path: personal ? undefined : match.url,
        structuredData: structuredData(match.route.name, results, siteUrl()),
        html: rendered.html,
        initialData: { results, notFound: false, clientConfig: clientConfig() },
        assets,
      });
      // Searches and pages past the end have endless URLs.
      const unbounded = personal || match.url.includes('search=') || results.some(([, data]) => isPastLastPage(data));
      const caching = personal ? 'no-store' : 'no-cache';
      const cacheable = !unbounded;
      return { response: await buildPage({ status: 200, body, assets, caching, cacheable }), cacheable };
    } catch (error) {
      if (error instanceof HttpError && error.status === 404)
        return { response: await notFoundPage(), cacheable: false };
      throw error;
    }
  }

  /** One cached document for every unknown URL. */
  function notFoundPage(): Promise<CachedResponse> {
    return cache.getOrCreate('404', [], async () => {
      const { render } = await web.renderer();
      const rendered = await render({ path: '', match: undefined, results: [], clientConfig: clientConfig() });
      const initialData = { results: [], notFound: true, clientConfig: clientConfig() };
      const assets = web.assetsOf('site');
      const body = siteDocument({
        ...rendered,
        siteUrl: siteUrl(),
        path: undefined,
        structuredData: [],
        initialData,
        assets,
      });
      return {
        response: await buildPage({ status: 404, body, assets, caching: 'no-cache', cacheable: true }),
        cacheable: true,
      };
    });
  }

  function adminPage(): Promise<CachedResponse> {
    const body = adminDocument(
      farm.brand,
      { results: [], notFound: false, clientConfig: clientConfig() },
      web.assetsOf('admin'),
    );
    const headers = { ...adminHeaders, ...html, 'cache-control': 'no-store' };
    return buildCompressedResponse({ body, headers, cacheable: false });
  }

  function buildPage({ status, body, assets, caching, cacheable }: PageParts): Promise<CachedResponse> {
    const all = { ...headers(assets.inline?.source), ...html, 'cache-control': caching };
    return buildCompressedResponse({ status, body, headers: all, cacheable });
  }

  function findRoute({ name }: PageQuery): Route {
    const route = routes.find((each) => each.name === name);
    if (!route) throw new Error(`No route for ${name}.`);
    return route;
  }
}

const html = { 'content-type': 'text/html; charset=utf-8' };

type PageParts = { status: number; body: string; assets: Assets; caching: string; cacheable: boolean };
