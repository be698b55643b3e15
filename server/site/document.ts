// The HTML document around what React draws.
import { escaped } from './escape.ts';
import { heronSymbol } from './heron.ts';
import type { Assets } from './web-build.ts';

type Site = {
  title: string;
  description: string;
  /** The page's one true address; none for pages that are not to be found by search engines. */
  canonical: string | undefined;
  html: string;
  /** Carried to the browser as data: no script stands in the document. */
  sent: unknown;
  assets: Assets;
};

export function siteDocument({ title, description, canonical, html, sent, assets }: Site): string {
  return documentOf(
    assets,
    `<title>${escaped(title)}</title>
<meta name="description" content="${escaped(description)}">
${canonical ? `<link rel="canonical" href="${escaped(canonical)}">` : '<meta name="robots" content="noindex">'}`,
    `<div id="root">${html}</div>
<script type="application/json" id="sent">${jsonIn(sent)}</script>`,
  );
}

/** The back office is drawn in the browser: its document is the same for every page. */
export function adminDocument(brand: string, assets: Assets): string {
  return documentOf(
    assets,
    `<title>${escaped(brand)}</title>
<meta name="robots" content="noindex">`,
    `<div id="root"></div>
<noscript><p>The back office needs JavaScript.</p></noscript>`,
  );
}

/** Stands alone: it must work when nothing else does. */
export function troubleDocument(brand: string, message: string, requestId: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(brand)}</title>
</head>
<body>
<h1>${escaped(brand)}</h1>
<p>${escaped(message)}</p>
<p>If it goes on, tell us this number: ${escaped(requestId)}</p>
</body>
</html>
`;
}

function documentOf({ script, styles, modules, fonts }: Assets, head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${fonts.map((file) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`).join('\n')}
${styles.map((file) => `<link rel="stylesheet" href="${file}">`).join('\n')}
${modules.map((file) => `<link rel="modulepreload" href="${file}">`).join('\n')}
<script type="module" src="${script}"></script>
</head>
<body>
${heronSymbol}
${body}
</body>
</html>
`;
}

/** `</script>` or `<!--` in a post must not end the element that carries it. */
function jsonIn(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
