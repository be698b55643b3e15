// The HTML document around what React renders.
import type { InitialData } from '#contracts/client-config.ts';
import { HARVEST_FEED } from '#contracts/harvest-steps.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { escapeHtml } from '#server/escape-html.ts';
import type { Assets, PageHead } from './build-manifest.ts';
import { logoSymbol } from './logo-svg.ts';

type Site = {
  head: PageHead;
  siteUrl: string;
  /** The canonical path; undefined for pages that search engines must not index. */
  path: string | undefined;
  /** Schema.org objects. */
  structuredData: object[];
  html: string;
  /** Passed to the browser as JSON: there are no inline scripts. */
  initialData: InitialData;
  /** Without a script in a preview. */
  assets: Omit<Assets, 'script'> & { script?: string };
};

export function siteDocument({ head, siteUrl, path, structuredData, html, initialData, assets }: Site): string {
  return htmlDocument(
    assets,
    headTags(head, { siteUrl, brand: initialData.clientConfig.farm.brand, path }).join('\n'),
    // Invisible data goes after what is painted first.
    [
      ...(assets.script ? [`<script type="module" src="${assets.script}" fetchpriority="low"></script>`] : []),
      `<div id="root">${html}</div>`,
      dataElement('application/json', initialData, 'initial-data'),
      ...structuredData.map((thing) => dataElement('application/ld+json', thing)),
    ].join('\n'),
  );
}

type Where = { siteUrl: string; brand: string; path: string | undefined };

function headTags(
  { title, description = '', picture, preloads = [] }: PageHead,
  { siteUrl, brand, path }: Where,
): string[] {
  const text = escapeHtml(description);
  const name = escapeHtml(title);
  const tags = [`<title>${name}</title>`, `<meta name="description" content="${text}">`];
  if (path === undefined) return [...tags, '<meta name="robots" content="noindex">'];
  const url = escapeHtml(siteUrl + path);
  for (const { srcSet, sizes, media } of preloads)
    tags.push(
      `<link rel="preload" as="image" type="image/avif" imagesrcset="${srcSet}" imagesizes="${sizes}" media="${media}" fetchpriority="high">`,
    );
  return [
    ...tags,
    `<link rel="canonical" href="${url}">`,
    `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(brand)}" href="/feed.xml">`,
    ...(path === pagePaths.harvest
      ? [`<link rel="alternate" type="application/atom+xml" title="Harvest" href="${HARVEST_FEED}">`]
      : []),
    `<meta property="og:type" content="website">`,
    `<meta property="og:site_name" content="${escapeHtml(brand)}">`,
    `<meta property="og:title" content="${name}">`,
    `<meta property="og:description" content="${text}">`,
    `<meta property="og:url" content="${url}">`,
    ...(picture ? [`<meta property="og:image" content="${escapeHtml(siteUrl + picture)}">`] : []),
    `<meta name="twitter:card" content="summary_large_image">`,
  ];
}

/**
 * Admin pages render in the browser, so they all share one document. Nothing is painted before its script runs: the page
 * is empty until then, and a bright one would dazzle people who work in the dark.
 */
export function adminDocument(initialData: InitialData, assets: Assets): string {
  return htmlDocument(
    assets,
    `<title>${escapeHtml(initialData.clientConfig.farm.brand)}</title>
<meta name="robots" content="noindex">
<script type="module" src="${assets.script}" blocking="render"></script>`,
    `<noscript><p class="needs-script">This page needs JavaScript. Turn it on, or <a href="${pagePaths.home}">go back to the shop</a>.</p></noscript>
<div id="root"></div>
${dataElement('application/json', initialData, 'initial-data')}`,
  );
}

/** Self-contained: it must work when nothing else does. */
export function errorDocument(brand: string, message: string, requestId: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(brand)}</title>
</head>
<body>
<h1>${escapeHtml(brand)}</h1>
<p>${escapeHtml(message)}</p>
<p>If this keeps happening, contact us and mention this number: ${escapeHtml(requestId)}</p>
</body>
</html>
`;
}

function htmlDocument(assets: Omit<Assets, 'script'>, head: string, body: string): string {
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
${preloadTags(assets)}
${logoSymbol}
${body}
</body>
</html>
`;
}

/**
 * Inlined stylesheets are also linked, so that the module loader sees that the page's styles are already there. It takes both
 * to keep every browser from fetching them: Chromium 150 fetches what is only disabled, Firefox a type it doesn't know.
 */
function styleTags({ styles, inline }: Pick<Assets, 'styles' | 'inline'>): string {
  if (!inline) return styles.map((file) => `<link rel="stylesheet" href="${file}">`).join('\n');
  const links = styles.map((file) => `<link rel="stylesheet" href="${file}" disabled type="text/inlined">`);
  return [...links, `<style>${inline.text}</style>`].join('\n');
}

/** In the body: browsers delay the first paint for fonts preloaded in the head. */
function preloadTags({ modules, fonts }: Pick<Assets, 'modules' | 'fonts'>): string {
  return [
    ...fonts.map((file) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`),
    ...modules.map((file) => `<link rel="modulepreload" href="${file}" fetchpriority="low">`),
  ].join('\n');
}

/** A data block that is not executed. Escapes `<` so `</script>` or `<!--` in a post cannot close the element. */
function dataElement(type: string, data: unknown, id?: string): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="${type}"${id ? ` id="${id}"` : ''}>${json}</script>`;
}
