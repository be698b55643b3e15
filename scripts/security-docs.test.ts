import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

const folders = ['server', 'web', 'contracts', 'cli', 'scripts', 'stress', 'e2e'];
const files = new Set(
  folders.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' })).map((file) => basename(file)),
);

test.each(['docs/security.md', 'docs/payments.md', 'ARCHITECTURE.md'])('every test named in %s exists', (doc) => {
  const named = [...readFileSync(doc, 'utf8').matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map(([, file = '']) =>
    basename(file),
  );

  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((file) => !files.has(file))).toEqual([]);
});
