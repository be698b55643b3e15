// The API described: for programs at /api/openapi.json, for people at /api/docs.
import type { FastifyInstance } from 'fastify';
import { farm } from '#content/farm.ts';
import type { Endpoint } from '#contracts/endpoint.ts';
import { endpoints } from '#contracts/endpoints.ts';
import { escapeHtml } from '#server/escape-html.ts';
import { buildOpenApi, schemaOf } from '#server/http/openapi.ts';

type Options = { siteUrl(): string; pageHeaders: Record<string, string>; styles: string[] };

export function mountApiDocs(app: FastifyInstance, { siteUrl, pageHeaders, styles }: Options): void {
  let described: object | undefined;
  app.get('/api/openapi.json', () => {
    described ??= buildOpenApi(`${farm.brand} API`, siteUrl());
    return described;
  });
  app.get('/api/docs', (_, reply) =>
    reply.headers({ ...pageHeaders, 'content-type': 'text/html; charset=utf-8' }).send(docsPage(styles)),
  );
}

function docsPage(styles: string[]): string {
  const sections = Object.entries<Endpoint>(endpoints).map(([name, spec]) => section(name, spec));
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
<h1>The API of ${escapeHtml(farm.brand)}</h1>
<p>Answers are JSON. An error is <code>{"message": ..., "errors": {"field": ["text"]}}</code> with the fitting
status. Calls for customers and staff want the header <code>Authorization: Bearer TOKEN</code>; the token comes
from <code>POST /api/login</code>. The same for programs: <a href="/api/openapi.json">openapi.json</a>.</p>
${sections.join('\n')}
</main>
</body>
</html>
`;
}

const audiences = {
  anyone: 'anyone; who is logged in may see more',
  visitor: 'anyone',
  customer: 'logged in',
  admin: 'staff',
};

function section(name: string, spec: Endpoint): string {
  const parts = [
    ['Path', spec.params],
    ['Query', spec.query],
    ['JSON body', spec.body],
    [`Multipart form${spec.picture ? `, with a picture in "image" (${spec.picture})` : ''}`, spec.form],
    ['Answer', spec.response],
  ] as const;
  const shown = parts.map(([title, schema]) =>
    schema ? `<h3>${title}</h3>\n<pre>${escapeHtml(JSON.stringify(schemaOf(schema), null, 1))}</pre>` : '',
  );
  return `<section>
<h2>${escapeHtml(name)}</h2>
<p>${escapeHtml(spec.summary)}. For ${audiences[spec.for ?? 'visitor']}.</p>
${shown.join('\n')}
</section>`;
}
