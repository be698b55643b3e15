// API documentation: OpenAPI at /api/openapi.json and a readable page at /api/docs.
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Farm } from '#contracts/farm.ts';
import { buildCompressedResponse, sendCachedResponse } from '#server/http/cached-response.ts';
import { buildOpenApi } from '#server/http/openapi.ts';
import type { ResponseCache } from '#server/http/response-cache.ts';
import { renderApiDocs } from './api-docs-page.ts';

const STYLES_PATH = '/api/docs.css';
const STYLES = new URL('../../server/ops/api-docs.css', import.meta.url);

type Options = {
  cache: ResponseCache;
  siteUrl(): string;
  farm(): Farm;
  headers: Record<string, string>;
  pageHeaders: Record<string, string>;
  styles: string[];
};

export function mountApiDocs(app: FastifyInstance, options: Options): void {
  const { cache, siteUrl, farm, headers, pageHeaders, styles } = options;
  mount('/api/openapi.json', { ...headers, 'content-type': 'application/json; charset=utf-8' }, () =>
    JSON.stringify(buildOpenApi(`${farm().brand} API`, siteUrl())),
  );
  mount('/api/docs', { ...pageHeaders, 'content-type': 'text/html; charset=utf-8' }, () =>
    renderApiDocs(farm().brand, siteUrl(), [...styles, STYLES_PATH]),
  );
  app.get(STYLES_PATH, (_, reply) => reply.type('text/css; charset=utf-8').send(readFileSync(STYLES)));

  /** Cached: they are long, and writing one holds up everyone else. */
  function mount(url: string, typeHeaders: Record<string, string>, write: () => string) {
    app.get(url, async (request, reply) => {
      const response = await cache.getOrCreate(url, ['settings'], async () => ({
        response: await buildCompressedResponse({
          cacheable: true,
          body: write(),
          headers: { ...typeHeaders, 'cache-control': 'no-cache' },
        }),
        cacheable: true,
      }));
      reply.hijack();
      sendCachedResponse(request.raw, reply.raw, response);
    });
  }
}
