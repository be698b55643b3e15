import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test.each(['scripts/launcher.mjs', 'scripts/running-shop.ts', 'Dockerfile', 'deploy/heron-slough-ranch.service'])(
  'started by %s the shop takes no more memory than it needs',
  (file) => {
    const text = readFileSync(file, 'utf8');

    expect(text).toMatch(/NODE_OPTIONS\W+--max-old-space-size=512 --max-semi-space-size=8\b/);
    expect(text).toMatch(/MALLOC_ARENA_MAX\W+1\b/);
  },
);
