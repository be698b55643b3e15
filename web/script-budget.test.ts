// What a visitor downloads, read off the built files.
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

test('the visitor’s files hold nothing of the back office, and no schemas', () => {
  const files = allRoutes
    .filter(({ side }) => side === 'site')
    .flatMap(({ name }) => Object.keys(manifest).filter((key) => manifest[key]?.name === `${name}-page`))
    .reduce((seen, key) => filesFor(key, seen), filesFor('web/site.tsx'));
  const code = [...files].map((file) => readFileSync(`dist/client/${file}`, 'utf8')).join('');

  expect(code).not.toContain('BLOG MANAGEMENT');
  expect(code).not.toContain('ProseMirror');
  expect(code).not.toContain('ZodError');
});

test('the editor comes as a file of its own, of 115 kB at most', () => {
  const files = filesFor('web/pages/admin/blog-management/blog-management-page.tsx', filesFor('web/admin.tsx'));
  const editor = manifest['web/editor/text-editor.tsx'];

  expect(editor?.isDynamicEntry).toBe(true);
  expect([...files]).not.toContain(editor?.file);
  expect(statSync(`dist/client/${editor?.file}.br`).size).toBeLessThanOrEqual(115_000);
});

test('the styles that every public page carries weigh 5 kB at most, those of one page 3 kB more', () => {
  const weightOf = (files: string[] = []) =>
    files.reduce((sum, file) => sum + statSync(`dist/client/${file}.br`).size, 0);
  const every = manifest['web/site.tsx']?.css;
  const own = Object.values(manifest).filter(
    ({ name, isDynamicEntry }) => isDynamicEntry && sitePages.includes(name ?? ''),
  );

  expect(every).toHaveLength(1);
  expect(weightOf(every)).toBeLessThanOrEqual(5000);
  expect(own.length).toBeGreaterThan(10);
  for (const { name, css } of own) expect(weightOf(css), name).toBeLessThanOrEqual(3000);
});

test('the faces that every page may need weigh 36 kB at most', () => {
  const everyday = ['young-serif-400', 'hanken-grotesk-400-700', 'newsreader-italic-24pt-400'];
  const bytes = everyday.reduce((sum, face) => sum + statSync(`web/fonts/${face}.woff2`).size, 0);

  expect(bytes).toBeLessThanOrEqual(36_000);
});

test('the hero weighs 60 kB at most on a phone of 390 px, also on a fine screen', () => {
  const names: Record<string, string> = JSON.parse(readFileSync('dist/pictures/names.json', 'utf8'));
  const stem = names['hero-phone.jpg']?.replace('.jpg', '');

  for (const width of [400, 800])
    expect(statSync(`dist/pictures/${stem}-${width}.avif`).size).toBeLessThanOrEqual(60_000);
});
