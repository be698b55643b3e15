// What a visitor downloads, read off the built files.
import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pages } from './routes.ts';

type Chunk = { file: string; name?: string; imports?: string[]; isDynamicEntry?: boolean };

const manifest: Record<string, Chunk> = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8'));
const SCRIPT_BUDGET = 80_000;

function filesFor(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const each of chunk.imports ?? []) filesFor(each, seen);
  return seen;
}

test.each(pages.filter(({ side }) => side === 'site').map(({ name }) => name))(
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
  const files = pages
    .filter(({ side }) => side === 'site')
    .flatMap(({ name }) => Object.keys(manifest).filter((key) => manifest[key]?.name === `${name}-page`))
    .reduce((seen, key) => filesFor(key, seen), filesFor('web/site.tsx'));
  const code = [...files].map((file) => readFileSync(`dist/client/${file}`, 'utf8')).join('');

  expect(code).not.toContain('BLOG MANAGEMENT');
  expect(code).not.toContain('ZodError');
});
