// Checks the size of what visitors download, from the built files.
import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allRoutes } from '#web/router/all-routes.ts';

type Chunk = { file: string; name?: string; imports?: string[]; css?: string[]; isDynamicEntry?: boolean };

const manifest: Record<string, Chunk> = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8'));
const SCRIPT_BUDGET = 80_000;
const sitePages = allRoutes.filter(({ side }) => side === 'site').map(({ name }) => `${name}-page`);

function filesFor(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const each of chunk.imports ?? []) filesFor(each, seen);
  return seen;
}

test.each(allRoutes.filter(({ side }) => side === 'site').map(({ name }) => name))(
  '%s stays within the script budget',
  (name) => {
    const module = Object.keys(manifest).find(
      (key) => manifest[key]?.isDynamicEntry && manifest[key]?.name === `${name}-page`,
    );
    expect(module).toBeDefined();

    const files = filesFor(module ?? '', filesFor('web/site.tsx'));
    const bytes = [...files].reduce((sum, file) => sum + statSync(`dist/client/${file}.br`).size, 0);

    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(SCRIPT_BUDGET);
  },
);

test('visitors download no back-office code and no schemas', () => {
  const files = allRoutes
    .filter(({ side }) => side === 'site')
    .flatMap(({ name }) => Object.keys(manifest).filter((key) => manifest[key]?.name === `${name}-page`))
    .reduce((seen, key) => filesFor(key, seen), filesFor('web/site.tsx'));
  const code = [...files].map((file) => readFileSync(`dist/client/${file}`, 'utf8')).join('');

  expect(code).not.toContain('BLOG MANAGEMENT');
  expect(code).not.toContain('ProseMirror');
  expect(code).not.toContain('ZodError');
});

test('the editor is a separate chunk of at most 115 kB', () => {
  const files = filesFor('web/pages/admin/blog-management/blog-management-page.tsx', filesFor('web/admin.tsx'));
  const editor = manifest['web/editor/text-editor.tsx'];

  expect(editor?.isDynamicEntry).toBe(true);
  expect([...files]).not.toContain(editor?.file);
  expect(statSync(`dist/client/${editor?.file}.br`).size).toBeLessThanOrEqual(115_000);
});

test('shared styles are at most 5 kB, page styles at most 3 kB more', () => {
  const totalSize = (files: string[] = []) =>
    files.reduce((sum, file) => sum + statSync(`dist/client/${file}.br`).size, 0);
  const shared = manifest['web/site.tsx']?.css;
  const perPage = Object.values(manifest).filter(
    ({ name, isDynamicEntry }) => isDynamicEntry && sitePages.includes(name ?? ''),
  );

  expect(shared).toHaveLength(1);
  expect(totalSize(shared)).toBeLessThanOrEqual(5000);
  expect(perPage.length).toBeGreaterThan(10);
  for (const { name, css } of perPage) expect(totalSize(css), name).toBeLessThanOrEqual(3000);
});

test('the basic fonts are at most 36 kB', () => {
  const basicFonts = ['young-serif-400', 'hanken-grotesk-400-700', 'newsreader-italic-24pt-400'];
  const bytes = basicFonts.reduce((sum, font) => sum + statSync(`web/fonts/${font}.woff2`).size, 0);

  expect(bytes).toBeLessThanOrEqual(36_000);
});

test('the hero picture is at most 60 kB on a 390 px phone, even at high density', () => {
  const names: Record<string, string> = JSON.parse(readFileSync('dist/pictures/names.json', 'utf8'));
  const stem = names['hero-phone.jpg']?.replace('.jpg', '');

  for (const width of [400, 800])
    expect(statSync(`dist/pictures/${stem}-${width}.avif`).size).toBeLessThanOrEqual(60_000);
});
