// Reads the build in dist: the renderer, the browser files, and which of them a page needs.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { buildResponse, type CachedResponse } from '#server/http/cached-response.ts';
import type { Intercept } from '#server/http/http-server.ts';
import { immutableHeaders } from '#server/http/immutable-headers.ts';
import type { BuiltPictures } from '#server/media/media.ts';

export type Renderer = Pick<typeof import('#web/render.tsx'), 'matchRoute' | 'render'>;

export type PageHead = Awaited<ReturnType<Renderer['render']>>['head'];

export type Assets = {
  script: string;
  styles: string[];
  /** The same styles as text for inlining, which saves a round trip before the first paint. */
  inline?: InlineStyle;
  modules: string[];
  fonts: string[];
};

/** `source` is the CSP hash that allows exactly this text. */
export type InlineStyle = { text: string; source: string };

export type WebBuild = {
  renderer(): Promise<Renderer>;
  /** The files a document links: those of the entry and, on the public site, of the page's module. */
  assetsOf(entry: 'site' | 'admin', page?: string): Assets;
  files: Map<string, CachedResponse>;
  pictures: BuiltPictures;
  /** In development: handles requests for modules and passes on the rest. */
  intercept?: Intercept;
};

const Chunk = z.object({
  file: z.string(),
  name: z.string().optional(),
  src: z.string().optional(),
  isDynamicEntry: z.boolean().optional(),
  imports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
});
const Manifest = z.record(z.string(), Chunk);
type Manifest = z.output<typeof Manifest>;

// The fonts every page needs right away; the third can wait for its first use.
const PRELOADED_FONTS = ['young-serif-400', 'hanken-grotesk-400-700'];

export async function readWebBuild(dist: string, headers: Record<string, string>): Promise<WebBuild> {
  const client = join(dist, 'client');
  const manifest = Manifest.parse(await readJson(join(client, '.vite/manifest.json')));
  const renderer: Renderer = await import(pathToFileURL(join(dist, 'server/render.js')).href);
  const styles = await readStyles(client, manifest);
  const inlineOf = (files: string[]) => inlineStyle(files.map((file) => styles.get(file) ?? '').join(''));
  const read = (entry: string, page: string): Assets => {
    const assets = assetsIn(manifest, entry, page);
    // Only server-rendered pages have something to paint before their script loads.
    return entry === 'site' ? { ...assets, inline: inlineOf(assets.styles) } : assets;
  };
  const cache = new Map<string, Assets>();
  return {
    renderer: async () => renderer,
    assetsOf(entry, page = '') {
      const assets = cache.get(`${entry} ${page}`) ?? read(entry, page);
      cache.set(`${entry} ${page}`, assets);
      return assets;
    },
    files: await readFiles(client, headers),
    pictures: await readPictures(dist),
  };
}

function assetsIn(manifest: Manifest, entryName: string, page?: string): Assets {
  const entry = manifest[`web/${entryName}.tsx`];
  if (!entry) throw new Error(`The build has no entry ${entryName}.`);
  const module = page && Object.values(manifest).find((chunk) => chunk.isDynamicEntry && chunk.name === `${page}-page`);
  if (page && !module) throw new Error(`The build has no module for page ${page}.`);
  const chunks = [entry, ...(module ? [module] : [])];
  const imported = chunks.flatMap((chunk) => withImports(manifest, chunk));
  const fonts = PRELOADED_FONTS.map((font) => manifest[`web/fonts/${font}.woff2`]?.file ?? '');
  return {
    script: `/${entry.file}`,
    styles: [...new Set(imported.flatMap(({ css }) => css))].map((file) => `/${file}`),
    modules: [...new Set(imported.map(({ file }) => `/${file}`))].filter((file) => file !== `/${entry.file}`),
    fonts: fonts.map((file) => `/${file}`),
  };
}

function withImports(manifest: Manifest, chunk: Manifest[string]): Manifest[string][] {
  const imported = chunk.imports.flatMap((key) => manifest[key] ?? []);
  return [chunk, ...imported.flatMap((each) => withImports(manifest, each))];
}

async function readStyles(client: string, manifest: Manifest): Promise<Map<string, string>> {
  const files = [...new Set(Object.values(manifest).flatMap(({ css }) => css))];
  const texts = await Promise.all(files.map(async (file) => readFile(join(client, file), 'utf8')));
  return new Map(files.map((file, index) => [`/${file}`, texts[index]?.trim() ?? '']));
}

function inlineStyle(text: string): InlineStyle {
  return { text, source: `'sha256-${createHash('sha256').update(text).digest('base64')}'` };
}

async function readFiles(client: string, headers: Record<string, string>): Promise<Map<string, CachedResponse>> {
  const names = (await readdir(client, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(client, join(entry.parentPath, entry.name)))
    .filter((name) => !name.startsWith('.vite'));
  const read = async (name: string) => (names.includes(name) ? readFile(join(client, name)) : undefined);
  const responses = new Map<string, CachedResponse>();
  for (const name of names.filter((each) => !/\.(br|gz)$/.test(each))) {
    const [body = '', br, gzip] = await Promise.all([read(name), read(`${name}.br`), read(`${name}.gz`)]);
    const fileHeaders = name.startsWith('assets/')
      ? immutableHeaders(name)
      : { ...immutableHeaders(name), 'cache-control': 'max-age=86400' };
    const compressed = { ...(br && { br }), ...(gzip && { gzip }) };
    responses.set(`/${name}`, buildResponse({ body, headers: { ...headers, ...fileHeaders }, compressed }));
  }
  return responses;
}

async function readPictures(dist: string): Promise<BuiltPictures> {
  const dir = join(dist, 'pictures');
  return { dir, names: z.record(z.string(), z.string()).parse(await readJson(join(dir, 'names.json'))) };
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}
