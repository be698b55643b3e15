// Serves a page: a redirect, a cached response, or a fresh render from in-process API results.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ClientConfig, InitialData } from '#contracts/client-config.ts';
import type { EndpointName } from '#contracts/endpoints.ts';
import { redirectFor } from '#contracts/page-paths.ts';
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

type Pages = {
  web: WebBuild;
  routes: Route[];
  cache: ResponseCache;
  /** Takes the CSP source of the inline stylesheet. */
  headers(style?: string): Record<string, string>;
  adminHeaders: Record<string, string>;
  siteUrl(): string;
  /** Shown where a page without a picture of its own is shared. */
  sharedPicture(): string;
  clientConfig(): ClientConfig;
  /** A page with settings that are not saved yet. */
  findPreview(token: string): Promise<Preview | undefined>;
  loadShedder: LoadShedder;
};

/** Of two routes with the same name, the first is used. */
type Preview = Pick<Pages, 'routes' | 'clientConfig'> & { path: string };

export function mountPages(app: FastifyInstance, pages: Pages): void {
  const { web, loadShedder } = pages;
  app.get('/*', (request, reply) => handlePage(pages, request, reply));
  app.get<{ Params: { token: string } }>('/preview/:token', async (request, reply) => {
    reply.hijack();
    sendCachedResponse(request.raw, reply.raw, await renderPreview(pages, request.params.token));
  });
  app.setNotFoundHandler(async (request, reply) => {
    // A form submitted before its script loaded: redirect back to the page.
    if (request.method === 'POST' && (await web.renderer()).matchRoute(request.url, ''))
      return reply.redirect(request.url, 303);
    if (request.method !== 'GET' && request.method !== 'HEAD') throw notFound();
    return loadShedder.run(() => handlePage(pages, request, reply));
  });
}

async function handlePage(pages: Pages, request: FastifyRequest, reply: FastifyReply) {
  const [path = '/', query] = request.url.split('?');
  const search = query ? `?${query}` : '';
  if (/^\/api(\/|$)/i.test(path)) throw notFound();
  const moved = redirectFor(path);
  if (moved) return reply.header('cache-control', 'no-cache').redirect(moved + search, 308);
  const response = await findResponse(pages, path, search);
  reply.hijack();
  sendCachedResponse(request.raw, reply.raw, response);
}

async function findResponse(pages: Pages, path: string, search: string): Promise<CachedResponse> {
  const { matchRoute } = await pages.web.renderer();
  const match = matchRoute(path, search);
  const queries: Record<string, PageQuery> | undefined = match?.route.queries(match.location);
  if (!match || !queries) return notFoundPage(pages);
  if (match.route.side === 'admin') return adminPage(pages);
  const bound = bind(pages, queries);
  const tags = bound.flatMap(({ route }) => route.tags ?? []);
  return pages.cache.getOrCreate(match.url, tags, () => renderPage(pages, match, bound));
}

const bind = (pages: Pages, queries: Record<string, PageQuery>): BoundQuery[] =>
  Object.values(queries).map((query) => ({ query, route: findRoute(pages, query) }));

function findRoute({ routes }: Pages, { name }: PageQuery): Route {
  const route = routes.find((each) => each.name === name);
  if (!route) throw new Error(`No route for ${name}.`);
  return route;
}

type BoundQuery = { query: PageQuery; route: Route };

/** Without script: in the browser it would fetch what is published. */
async function renderPreview(pages: Pages, token: string): Promise<CachedResponse> {
  const preview = await pages.findPreview(token);
  const { matchRoute, render } = await pages.web.renderer();
  const match = matchRoute(preview?.path ?? '', '');
  if (!preview || !match) return notFoundPage(pages);
  const { path, clientConfig, routes } = preview;
  const results = await runQueries(bind({ ...pages, routes }, match.route.queries(match.location) ?? {}));
  const rendered = await render({ path, match, results, clientConfig: clientConfig() });
  const { script: _, ...assets } = pages.web.assetsOf('site', match.route.name);
  const body = siteDocument({
    ...rendered,
    html: `<aside class="demo-bar" aria-label="Preview">Preview: this is not published yet.</aside>${rendered.html}`,
    siteUrl: pages.siteUrl(),
    path: undefined,
    structuredData: [],
    initialData: { results: [], notFound: false, clientConfig: clientConfig() },
    assets: { ...assets, modules: [] },
  });
  return buildPage(pages, { status: 200, body, assets, caching: 'no-store', cacheable: false });
}

const runQueries = (queries: BoundQuery[]): Promise<InitialData['results']> =>
  Promise.all(
    queries.map(
      async ({ query, route }): Promise<InitialData['results'][number]> => [
        query.url,
        query.select(await route.run(query)),
      ],
    ),
  );

async function renderPage(pages: Pages, match: Match, queries: BoundQuery[]) {
  const { web, siteUrl, clientConfig } = pages;
  try {
    const results = await runQueries(queries);
    // Pages for certain people only are not cached, here or on the way, and not indexed.
    const personal = queries.some(({ route }) => !route.tags);
    const { render } = await web.renderer();
    const [path = ''] = match.url.split('?');
    const rendered = await render({ path, match, results, clientConfig: clientConfig() });
    const assets = web.assetsOf('site', match.route.name);
    const body = siteDocument({
      head: { picture: pages.sharedPicture(), ...rendered.head },
      siteUrl: siteUrl(),
      path: personal ? undefined : match.url,
      structuredData: personal
        ? []
        : structuredData(match.route.name, results, { url: siteUrl(), farm: clientConfig().farm }),
      html: rendered.html,
      initialData: { results, notFound: false, clientConfig: clientConfig() },
      assets,
    });
    // Searches and pages past the end have endless URLs.
    const unbounded = personal || match.url.includes('search=') || results.some(([, data]) => isPastLastPage(data));
    const caching = personal ? 'no-store' : 'no-cache';
    const cacheable = !unbounded;
    return { response: await buildPage(pages, { status: 200, body, assets, caching, cacheable }), cacheable };
  } catch (error) {
    if (!(error instanceof HttpError && error.status === 404)) throw error;
    const response = match.route.asksAgain ? await missingPage(pages, match) : await notFoundPage(pages);
    return { response, cacheable: false };
  }
}

/** One cached document for every unknown URL. */
const notFoundPage = (pages: Pages): Promise<CachedResponse> =>
  pages.cache.getOrCreate('404', [], async () => ({ response: await missingPage(pages), cacheable: true }));

/** Without a match, the not-found page. With one, a page that the browser asks for again: the same whether it exists or not. */
async function missingPage(pages: Pages, match?: Match): Promise<CachedResponse> {
  const { web, siteUrl, clientConfig } = pages;
  const { render } = await web.renderer();
  const [path = ''] = match?.url.split('?') ?? [];
  const rendered = await render({ path, match, results: [], clientConfig: clientConfig() });
  const assets = web.assetsOf('site', match?.route.name);
  const body = siteDocument({
    ...rendered,
    siteUrl: siteUrl(),
    path: undefined,
    structuredData: [],
    initialData: { results: [], notFound: !match, clientConfig: clientConfig() },
    assets,
  });
  return buildPage(pages, { status: 404, body, assets, caching: 'no-cache', cacheable: !match });
}

function adminPage({ web, adminHeaders, clientConfig }: Pages): Promise<CachedResponse> {
  const initialData = { results: [], notFound: false, clientConfig: clientConfig() };
  const body = adminDocument(initialData, web.assetsOf('admin'));
  return buildCompressedResponse({
    body,
    headers: { ...adminHeaders, ...html, 'cache-control': 'no-store' },
    cacheable: false,
  });
}

type PageParts = { status: number; body: string; assets: Pick<Assets, 'inline'>; caching: string; cacheable: boolean };

function buildPage({ headers }: Pages, { status, body, assets, caching, cacheable }: PageParts) {
  const all = { ...headers(assets.inline?.source), ...html, 'cache-control': caching };
  return buildCompressedResponse({ status, body, headers: all, cacheable });
}

const html = { 'content-type': 'text/html; charset=utf-8' };
