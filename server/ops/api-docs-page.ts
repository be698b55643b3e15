// The page at /api/docs: an index by group, and for every endpoint a curl command, an example response and its schemas. It
// works without script; endpoints are folded, so that it is short on a phone.
import { accountEndpoints } from '#contracts/accounts.ts';
import { alertEndpoints } from '#contracts/alerts.ts';
import { auditEndpoints } from '#contracts/audit.ts';
import { backupEndpoints } from '#contracts/backups.ts';
import { blogEndpoints } from '#contracts/blog.ts';
import { bookEndpoints } from '#contracts/books.ts';
import { catalogEndpoints } from '#contracts/catalog.ts';
import { clientErrorEndpoints } from '#contracts/client-errors.ts';
import { customerEndpoints } from '#contracts/customers.ts';
import { deliveryEndpoints } from '#contracts/delivery.ts';
import { emailEndpoints } from '#contracts/emails.ts';
import { type Endpoint, headersOf } from '#contracts/endpoint.ts';
import { fileEndpoints } from '#contracts/file-endpoints.ts';
import { harvestEndpoints } from '#contracts/harvests.ts';
import { labelEndpoints } from '#contracts/labels.ts';
import { lotPageEndpoints } from '#contracts/lot-pages.ts';
import { lotEndpoints } from '#contracts/lots.ts';
import { mediaEndpoints } from '#contracts/media.ts';
import { orderChangeEndpoints } from '#contracts/order-changes.ts';
import { orderSearchEndpoints } from '#contracts/order-search.ts';
import { orderEndpoints } from '#contracts/orders.ts';
import { peopleEndpoints } from '#contracts/people.ts';
import { postVersionEndpoints } from '#contracts/post-versions.ts';
import { reportEndpoints } from '#contracts/reports.ts';
import { resaleCertificateEndpoints } from '#contracts/resale-certificates.ts';
import { reservationEndpoints } from '#contracts/reservations.ts';
import { settingsEndpoints } from '#contracts/settings.ts';
import { statusEndpoints } from '#contracts/status.ts';
import { stockEndpoints } from '#contracts/stock.ts';
import { termsEndpoints } from '#contracts/terms.ts';
import { wordsEndpoints } from '#contracts/words.ts';
import { escapeHtml } from '#server/escape-html.ts';
import { schemaOf } from '#server/http/openapi.ts';
import type { Example } from './api-examples/example.ts';
import { examples } from './api-examples.ts';
import { curlCommand } from './curl-command.ts';

/** An endpoint, or one that returns a file. */
type Documented = Partial<Endpoint> & Pick<Endpoint, 'summary'>;

export const groups: { title: string; endpoints: Record<string, Documented> }[] = [
  { title: 'Products', endpoints: catalogEndpoints },
  { title: 'Lots', endpoints: { ...lotPageEndpoints, ...lotEndpoints } },
  { title: 'Harvest', endpoints: { ...harvestEndpoints, ...reservationEndpoints } },
  { title: 'Stock', endpoints: stockEndpoints },
  {
    title: 'Orders and payments',
    endpoints: { ...orderEndpoints, ...labelEndpoints, ...orderChangeEndpoints, ...orderSearchEndpoints },
  },
  { title: 'Delivery', endpoints: deliveryEndpoints },
  { title: 'Blog', endpoints: { ...blogEndpoints, ...postVersionEndpoints } },
  { title: 'Pictures', endpoints: mediaEndpoints },
  { title: 'Accounts', endpoints: accountEndpoints },
  {
    title: 'Customers and invoices',
    endpoints: { ...customerEndpoints, ...resaleCertificateEndpoints, ...termsEndpoints },
  },
  { title: 'Books', endpoints: bookEndpoints },
  { title: 'People', endpoints: peopleEndpoints },
  { title: 'Settings, words and status', endpoints: { ...settingsEndpoints, ...wordsEndpoints, ...statusEndpoints } },
  { title: 'Reports and audit', endpoints: { ...reportEndpoints, ...auditEndpoints } },
  { title: 'Emails', endpoints: { ...emailEndpoints, ...alertEndpoints } },
  { title: 'Backups', endpoints: backupEndpoints },
  { title: 'Files', endpoints: fileEndpoints },
  { title: 'Browser errors', endpoints: clientErrorEndpoints },
];

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

function indexOf({ title, endpoints }: (typeof groups)[number]): string {
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

function section({ title, endpoints }: (typeof groups)[number], siteUrl: string): string {
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
  const example = exampleOf(name);
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

function exampleOf(name: string): Example {
  const example = Object.entries(examples).find(([each]) => each === name)?.[1];
  if (!example) throw new Error(`There is no example of ${name}.`);
  return example;
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
