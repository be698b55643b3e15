// The page at /api/docs: an index by group, and for every endpoint a curl command, an example response and its schemas. It
// works without script; endpoints are folded, so that it is short on a phone.
import { type Endpoint, headersOf } from '#contracts/endpoint.ts';
import { endpointGroups } from '#contracts/endpoints.ts';
import { fileEndpoints } from '#contracts/file-endpoints.ts';
import { escapeHtml } from '#server/escape-html.ts';
import { schemaOf } from '#server/http/openapi.ts';
import { exampleOf } from './api-examples.ts';
import { curlCommand } from './curl-command.ts';

/** An endpoint, or one that returns a file. */
type Documented = Partial<Endpoint> & Pick<Endpoint, 'summary'>;

type Group = [title: string, endpoints: Record<string, Documented>];

const groups: Group[] = Object.entries({ ...endpointGroups, Files: fileEndpoints });

export function renderApiDocs(brand: string, siteUrl: string, styles: string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · ${escapeHtml(brand)}</title>
${styles.map((file) => `<link rel="stylesheet" href="${file}">`).join('\n')}
</head>
<body class="api-docs">
<main class="wrap">
<h1>${escapeHtml(brand)} API</h1>
<p>Responses are JSON. Errors are <code>{"message": ..., "errors": {"field": ["text"]}}</code> with a matching HTTP
status. Endpoints for customers and staff need the header <code>Authorization: Bearer TOKEN</code>; get a token
from <a href="#${idOf('POST /api/login')}"><code>POST /api/login</code></a>. For tools: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav aria-label="Endpoints">
${groups.map(indexOf).join('\n')}
</nav>
${groups.map((group) => section(group, siteUrl)).join('\n')}
</main>
</body>
</html>
`;
}

const idOf = (name: string): string => name.toLowerCase().replace(/\W+/g, '-');

function indexOf([title, endpoints]: Group): string {
  const names = Object.keys(endpoints);
  return `<div>
<a class="group" href="#${idOf(title)}">${title}</a>
<ul>
${names.map((name) => `<li><a href="#${idOf(name)}">${nameHtml(name)}</a></li>`).join('\n')}
</ul>
</div>`;
}

/** Long paths may break after a slash. */
function nameHtml(name: string): string {
  const [method = '', path = ''] = name.split(' ');
  return `<b>${method}</b> ${escapeHtml(path).replaceAll('/', '/<wbr>')}`;
}

function section([title, endpoints]: Group, siteUrl: string): string {
  return `<section>
<h2 id="${idOf(title)}">${title}</h2>
${Object.entries(endpoints)
  .map(([name, spec]) => endpoint(name, spec, siteUrl))
  .join('\n')}
</section>`;
}

const audiences = {
  anyone: 'anyone; logged-in users may see more',
  visitor: 'anyone',
  customer: 'logged-in users',
  writer: 'staff and writers',
  admin: 'staff',
  owner: 'owners',
};

function endpoint(name: string, spec: Documented, siteUrl: string): string {
  const example = exampleOf(name, spec);
  const { response } = example;
  const code = (title: string, text: string) =>
    `<pre tabindex="0" role="region" aria-label="${escapeHtml(`${name}: ${title}`)}">${escapeHtml(text)}</pre>`;
  const schemas = schemasOf(spec).map(
    ([title, schema]) => `<h3>${title}</h3>\n${code(title, JSON.stringify(schemaOf(schema), null, 1))}`,
  );
  return `<details id="${idOf(name)}">
<summary><code>${nameHtml(name)}</code> <span>${escapeHtml(spec.summary.split(/[;.]/)[0] ?? '')}</span></summary>
<p>${escapeHtml(spec.summary)}. For ${audiences[spec.for ?? 'visitor']}.</p>
<h3>Example request</h3>
${code('Example request', curlCommand(name, spec, example, siteUrl))}
<h3>Example response</h3>
${code('Example response', typeof response === 'string' ? response : JSON.stringify(response, null, 2))}
${schemas.length > 0 ? `<details>\n<summary>Schemas</summary>\n${schemas.join('\n')}\n</details>` : ''}
</details>`;
}

function schemasOf({ params, query, key, body, form, picture, response }: Documented) {
  const parts = [
    ['Path', params],
    ['Query', query],
    ['Headers', headersOf({ key, body })],
    ['JSON body', body],
    [`Multipart form${picture ? `, with a picture in "image" (${picture})` : ''}`, form],
    ['Response', response],
  ] as const;
  return parts.flatMap(([title, schema]) => (schema ? [[title, schema] as const] : []));
}
