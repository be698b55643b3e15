// API documentation: OpenAPI at /api/openapi.json and a readable page at /api/docs.
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Farm } from '#contracts/farm.ts';
import { buildOpenApi } from '#server/http/openapi.ts';
import { renderApiDocs } from './api-docs-page.ts';

const STYLES_PATH = '/api/docs.css';
const STYLES = new URL('../../server/ops/api-docs.css', import.meta.url);

type Options = { siteUrl(): string; farm(): Farm; pageHeaders: Record<string, string>; styles: string[] };

export function mountApiDocs(app: FastifyInstance, { siteUrl, farm, pageHeaders, styles }: Options): void {
  const openApi = cacheByBrand((brand) => buildOpenApi(`${brand} API`, siteUrl()));
  const page = cacheByBrand((brand) => renderApiDocs(brand, siteUrl(), [...styles, STYLES_PATH]));
  app.get('/api/openapi.json', () => openApi(farm().brand));
  app.get('/api/docs', (_, reply) =>
    reply.headers({ ...pageHeaders, 'content-type': 'text/html; charset=utf-8' }).send(page(farm().brand)),
  );
  app.get(STYLES_PATH, (_, reply) => reply.type('text/css; charset=utf-8').send(readFileSync(STYLES)));
}

/** Builds again only when the farm has a new name. */
function cacheByBrand<T>(build: (brand: string) => T): (brand: string) => T {
  let last: { brand: string; built: T } | undefined;
  return (brand) => {
    if (last?.brand !== brand) last = { brand, built: build(brand) };
    return last.built;
  };
}
