// The HTML document around what React draws.
import { farm } from '#content/farm.ts';
import { escaped } from '#server/escape-html.ts';
import type { Assets, Head } from './build-manifest.ts';
import { heronSymbol } from './logo-svg.ts';

type Site = {
  head: Head;
  siteUrl: string;
  /** The page's one true address; none for pages that are not to be found by search engines. */
  path: string | undefined;
  /** Schema.org objects. */
  about: object[];
  html: string;
  /** Carried to the browser as data: no script stands in the document. */
  sent: unknown;
  assets: Assets;
};

export function siteDocument({ head, siteUrl, path, about, html, sent, assets }: Site): string {
  return documentOf(
    assets,
    headTags(head, siteUrl, path).join('\n'),
    // What nobody sees comes after what is painted first.
    [
      `<div id="root">${html}</div>`,
      dataElement('application/json', sent, 'sent'),
      ...about.map((thing) => dataElement('application/ld+json', thing)),
    ].join('\n'),
  );
}

function headTags(
  { title, description, picture, preloads = [] }: Head,
  siteUrl: string,
  path: string | undefined,
): string[] {
  const text = escaped(description);
  const name = escaped(title);
  const tags = [`<title>${name}</title>`, `<meta name="description" content="${text}">`];
  if (path === undefined) return [...tags, '<meta name="robots" content="noindex">'];
  const url = escaped(siteUrl + path);
  for (const { srcSet, sizes, media } of preloads)
    tags.push(
      `<link rel="preload" as="image" type="image/avif" imagesrcset="${srcSet}" imagesizes="${sizes}" media="${media}" fetchpriority="high">`,
    );
  return [
    ...tags,
    `<link rel="canonical" href="${url}">`,
    `<link rel="alternate" type="application/atom+xml" title="${escaped(farm.brand)}" href="/feed.xml">`,
    `<meta property="og:type" content="website">`,
    `<meta property="og:site_name" content="${escaped(farm.brand)}">`,
    `<meta property="og:title" content="${name}">`,
    `<meta property="og:description" content="${text}">`,
    `<meta property="og:url" content="${url}">`,
    ...(picture ? [`<meta property="og:image" content="${escaped(siteUrl + picture)}">`] : []),
    `<meta name="twitter:card" content="summary_large_image">`,
  ];
}

/** The back office is drawn in the browser: its document is the same for every page. */
export function adminDocument(brand: string, sent: unknown, assets: Assets): string {
  return documentOf(
    assets,
    `<title>${escaped(brand)}</title>
<meta name="robots" content="noindex">`,
    `<div id="root"></div>
<noscript><p>The back office needs JavaScript.</p></noscript>
${dataElement('application/json', sent, 'sent')}`,
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

function documentOf(assets: Assets, head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}
<meta name="theme-color" content="#f7f1e3">
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">
${styleTags(assets)}
</head>
<body>
${fetchedAhead(assets)}
${heronSymbol}
${body}
</body>
</html>
`;
}

/**
 * Where the styles stand in the document their files are named all the same: a disabled one is not fetched, and the
 * script that loads a page's module sees that its styles are there.
 */
function styleTags({ styles, inline }: Assets): string {
  if (!inline) return styles.map((file) => `<link rel="stylesheet" href="${file}">`).join('\n');
  const named = styles.map((file) => `<link rel="stylesheet" href="${file}" disabled>`);
  return [...named, `<style>${inline.text}</style>`].join('\n');
}

/** In the body: a browser that finds a face to fetch in the head waits with the first paint until it is there. */
function fetchedAhead({ script, modules, fonts }: Assets): string {
  return [
    ...fonts.map((file) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`),
    ...modules.map((file) => `<link rel="modulepreload" href="${file}" fetchpriority="low">`),
    `<script type="module" src="${script}" fetchpriority="low"></script>`,
  ].join('\n');
}

/** Data that a browser does not run. `</script>` or `<!--` in a post must not end the element that carries it. */
function dataElement(type: string, data: unknown, id?: string): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="${type}"${id ? ` id="${id}"` : ''}>${json}</script>`;
}
