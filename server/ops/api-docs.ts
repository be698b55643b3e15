// API documentation: OpenAPI at /api/openapi.json and a readable page at /api/docs.
import type { FastifyInstance } from 'fastify';
import { farm } from '#content/farm.ts';
import type { Endpoint } from '#contracts/endpoint.ts';
import { endpoints } from '#contracts/endpoints.ts';
import { type FileEndpoint, fileEndpoints } from '#contracts/file-endpoints.ts';
import { escapeHtml } from '#server/escape-html.ts';
import { buildOpenApi, schemaOf } from '#server/http/openapi.ts';

type Options = { siteUrl(): string; pageHeaders: Record<string, string>; styles: string[] };

export function mountApiDocs(app: FastifyInstance, { siteUrl, pageHeaders, styles }: Options): void {
  let openApi: object | undefined;
  app.get('/api/openapi.json', () => {
    openApi ??= buildOpenApi(`${farm.brand} API`, siteUrl());
    return openApi;
  });
  app.get('/api/docs', (_, reply) =>
    reply.headers({ ...pageHeaders, 'content-type': 'text/html; charset=utf-8' }).send(docsPage(styles)),
  );
}

function docsPage(styles: string[]): string {
  const sections = [
    ...Object.entries<Endpoint>(endpoints).map(([name, spec]) => section(name, spec)),
    ...Object.entries<FileEndpoint>(fileEndpoints).map(([name, spec]) => section(name, spec)),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · ${escapeHtml(farm.brand)}</title>
${styles.map((file) => `<link rel="stylesheet" href="${file}">`).join('\n')}
</head>
<body class="api-docs">
<main class="wrap">
<h1>${escapeHtml(farm.brand)} API</h1>
<p>Responses are JSON. Errors are <code>{"message": ..., "errors": {"field": ["text"]}}</code> with a matching HTTP
status. Endpoints for customers and staff need the header <code>Authorization: Bearer TOKEN</code>; get a token
from <code>POST /api/login</code>. For tools: <a href="/api/openapi.json">openapi.json</a>.</p>
${sections.join('\n')}
</main>
</body>
</html>
`;
}

const audiences = {
  anyone: 'anyone; logged-in users may see more',
  visitor: 'anyone',
  customer: 'logged-in users',
  admin: 'staff',
};

function section(name: string, spec: Partial<Endpoint> & Pick<Endpoint, 'summary'>): string {
  const parts = [
    ['Path', spec.params],
    ['Query', spec.query],
    ['Headers', spec.headers],
    ['JSON body', spec.body],
    [`Multipart form${spec.picture ? `, with a picture in "image" (${spec.picture})` : ''}`, spec.form],
    ['Response', spec.response],
  ] as const;
  const blocks = parts.map(([title, schema]) =>
    schema
      ? `<h3>${title}</h3>\n<pre tabindex="0" role="region" aria-label="${escapeHtml(`${name}: ${title}`)}">${escapeHtml(JSON.stringify(schemaOf(schema), null, 1))}</pre>`
      : '',
  );
  return `<section>
<h2>${escapeHtml(name)}</h2>
<p>${escapeHtml(spec.summary)}. For ${audiences[spec.for ?? 'visitor']}.</p>
${blocks.join('\n')}
</section>`;
}
