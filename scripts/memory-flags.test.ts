import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test.each(['scripts/launcher.mjs', 'scripts/running-shop.ts', 'Dockerfile', 'deploy/heron-slough-ranch.service'])(
  '%s starts the shop with the memory limits',
  (file) => {
    const text = readFileSync(file, 'utf8');

    expect(text).toMatch(/NODE_OPTIONS\W+--max-old-space-size=512 --max-semi-space-size=8\b/);
    expect(text).toMatch(/MALLOC_ARENA_MAX\W+1\b/);
  },
);
