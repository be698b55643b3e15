// The life of a page on the server: a redirect, or the kept answer, or its calls answered in-process and drawn.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { farm } from '#content/farm.ts';
import type { ClientConfig } from '#contracts/client-config.ts';
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

type Found = NonNullable<ReturnType<Renderer['findPage']>>;
type Get = { name: EndpointName; url: string; params: object; query: object; trimmed(reply: unknown): unknown };

type Options = {
  web: WebBuild;
  routes: Route[];
  cache: ResponseCache;
  /** With the source of a style that stands in the document. */
  headers(style?: string): Record<string, string>;
  adminHeaders: Record<string, string>;
  siteUrl(): string;
  facts(): ClientConfig;
  gate: LoadShedder;
};

export function servePages(
  app: FastifyInstance,
  { web, routes, cache, headers, adminHeaders, siteUrl, facts, gate }: Options,
): void {
  const sharedPicture = pictureFolders.project + web.pictures.names['hero.jpg'];
  app.get('/*', answerPage);
  app.setNotFoundHandler(async (request, reply) => {
    // A form that was sent before its script had arrived: back to the page.
    if (request.method === 'POST' && (await web.renderer()).findPage(request.url, ''))
      return reply.redirect(request.url, 303);
    if (request.method !== 'GET' && request.method !== 'HEAD') throw notFound();
    return gate.run(() => answerPage(request, reply));
  });

  async function answerPage(request: FastifyRequest, reply: FastifyReply) {
    const [path = '/', query] = request.url.split('?');
    const search = query ? `?${query}` : '';
    if (/^\/api(\/|$)/i.test(path)) throw notFound();
    const moved = redirectFor(path);
    if (moved) return reply.header('cache-control', 'no-cache').redirect(moved + search, 308);
    const answer = await answerTo(path, search);
    reply.hijack();
    sendCachedResponse(request.raw, reply.raw, answer);
  }

  async function answerTo(path: string, search: string): Promise<CachedResponse> {
    const { findPage } = await web.renderer();
    const found = findPage(path, search);
    const gets: Record<string, Get> | undefined = found?.page.gets(found.place);
    if (!found || !gets) return missing();
    if (found.page.side === 'admin') return admin();
    const wanted = Object.values(gets);
    const tags = wanted.flatMap((get) => routeOf(get).tags ?? []);
    return cache.getOrCreate(found.url, tags, () => drawn(found, wanted));
  }

  async function drawn(found: Found, gets: Get[]) {
    try {
      const answers = await Promise.all(
        gets.map(async (get): Promise<Sent> => [get.url, get.trimmed(await routeOf(get).run(get))]),
      );
      // What is for some people only is not kept, here or on the way, and not found by search engines.
      const personal = gets.some((get) => !routeOf(get).tags);
      const { render } = await web.renderer();
      const [address = ''] = found.url.split('?');
      const drawing = await render({ path: address, found, answers, facts: facts() });
      const assets = web.assetsOf('site', found.page.name);
      const body = siteDocument({
        head: { picture: sharedPicture, ...drawing.head },
        siteUrl: siteUrl(),
        path: personal ? undefined : found.url,
        about: structuredData(found.page.name, answers, siteUrl()),
        html: drawing.html,
        sent: { answers, missing: false, facts: facts() },
        assets,
      });
      const countless = personal || found.url.includes('search=') || answers.some(([, data]) => isPastLastPage(data));
      const caching = personal ? 'no-store' : 'no-cache';
      const cacheable = !countless;
      return { response: await answerWith({ status: 200, body, assets, caching, keep: cacheable }), cacheable };
    } catch (error) {
      if (error instanceof HttpError && error.status === 404) return { response: await missing(), cacheable: false };
      throw error;
    }
  }

  /** One document serves every address that leads nowhere. */
  function missing(): Promise<CachedResponse> {
    return cache.getOrCreate('404', [], async () => {
      const { render } = await web.renderer();
      const drawing = await render({ path: '', found: undefined, answers: [], facts: facts() });
      const sent = { answers: [], missing: true, facts: facts() };
      const assets = web.assetsOf('site');
      const body = siteDocument({ ...drawing, siteUrl: siteUrl(), path: undefined, about: [], sent, assets });
      return {
        response: await answerWith({ status: 404, body, assets, caching: 'no-cache', keep: true }),
        cacheable: true,
      };
    });
  }

  function admin(): Promise<CachedResponse> {
    const body = adminDocument(farm.brand, { facts: facts() }, web.assetsOf('admin'));
    const headers = { ...adminHeaders, ...html, 'cache-control': 'no-store' };
    return buildCompressedResponse({ body, headers, cacheable: false });
  }

  function answerWith({ status, body, assets, caching, keep }: Drawn): Promise<CachedResponse> {
    const all = { ...headers(assets.inline?.source), ...html, 'cache-control': caching };
    return buildCompressedResponse({ status, body, headers: all, cacheable: keep });
  }

  function routeOf({ name }: Get): Route {
    const route = routes.find((each) => each.name === name);
    if (!route) throw new Error(`No route answers ${name}.`);
    return route;
  }
}

const html = { 'content-type': 'text/html; charset=utf-8' };

type Sent = [url: string, data: unknown];
type Drawn = { status: number; body: string; assets: Assets; caching: string; keep: boolean };
