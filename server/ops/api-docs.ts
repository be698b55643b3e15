// API documentation: OpenAPI at /api/openapi.json and a readable page at /api/docs.
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { farm } from '#content/farm.ts';
import { buildOpenApi } from '#server/http/openapi.ts';
import { renderApiDocs } from './api-docs-page.ts';

const STYLES_PATH = '/api/docs.css';
const STYLES = new URL('../../server/ops/api-docs.css', import.meta.url);

type Options = { siteUrl(): string; pageHeaders: Record<string, string>; styles: string[] };

export function mountApiDocs(app: FastifyInstance, { siteUrl, pageHeaders, styles }: Options): void {
  let openApi: object | undefined;
  let page: string | undefined;
  app.get('/api/openapi.json', () => {
    openApi ??= buildOpenApi(`${farm.brand} API`, siteUrl());
    return openApi;
  });
  app.get('/api/docs', (_, reply) => {
    page ??= renderApiDocs(siteUrl(), [...styles, STYLES_PATH]);
    return reply.headers({ ...pageHeaders, 'content-type': 'text/html; charset=utf-8' }).send(page);
  });
  app.get(STYLES_PATH, (_, reply) => reply.type('text/css; charset=utf-8').send(readFileSync(STYLES)));
}
