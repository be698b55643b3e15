// What docs/security.md and docs/payments.md claim has to be shown by a test or a file, and a few claims are shown here.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folders = ['server', 'web', 'contracts', 'cli', 'scripts', 'stress', 'e2e'];
const paths = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
);
const exists = (file: string) => existsSync(file) || paths.some((path) => path.endsWith(`/${file}`));
const sourceOf = (file: string) =>
  paths
    .filter((path) => path.endsWith(`/${file}`))
    .map((path) => readFileSync(path, 'utf8'))
    .join();
const filesIn = (text: string) =>
  [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs|yaml|cfg|md)|deploy\/\w+)`/g)].map(([, file = '']) => file);

test.each(['docs/security.md', 'docs/payments.md', 'ARCHITECTURE.md'])('every file named in %s exists', (doc) => {
  // x.ts stands for any.
  const named = filesIn(readFileSync(doc, 'utf8')).filter((file) => !file.startsWith('x.'));

  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((file) => !exists(file))).toEqual([]);
});

test('every claim in docs/security.md names what shows it, unless it is not met or up to the operator', () => {
  const [, ...sections] = readFileSync('docs/security.md', 'utf8').split(/^## /m);
  const claims = sections
    .flatMap((section) =>
      section
        .split('\n')
        .slice(1)
        .join('\n')
        .split(/\n\n|\n(?=\|)/),
    )
    .filter(isClaim);

  expect(claims.length).toBeGreaterThan(100);
  expect(claims.filter((claim) => filesIn(claim).length === 0)).toEqual([]);
});

test.each(['security', 'payments'])(
  'where the name of a file does not state the claim, docs/%s.md names the test, which exists',
  (doc) => {
    const text = readFileSync(`docs/${doc}.md`, 'utf8');
    const tests = [...text.matchAll(/`([\w.-]+\.test\.ts)`(?: "([^"]+)")?/g)];
    const isBroad = (file: string) =>
      /^(accounts|config|http|lots|mail|orders|pages|settings|shop|storage|terms|two-factor)\.test\.ts$/.test(file);
    const wrong = tests.filter(([, file = '', title]) =>
      title === undefined ? isBroad(file) : !sourceOf(file).includes(title),
    );

    expect(wrong.map(([named]) => named)).toEqual([]);
  },
);

test('every paragraph and every point of docs/payments.md names what shows it', () => {
  const [, ...sections] = readFileSync('docs/payments.md', 'utf8').split(/^## /m);
  const claims = sections
    .flatMap((section) =>
      section
        .split('\n')
        .slice(1)
        .join('\n')
        .split(/\n\n|\n(?=- )/),
    )
    .filter((claim) => claim.trim() && !claim.startsWith('|'));

  expect(claims.length).toBeGreaterThan(30);
  expect(claims.filter((claim) => filesIn(claim).length === 0)).toEqual([]);
});

test('the server starts no process but the one that makes backups', () => {
  expect(serverFilesWith(/node:child_process|node:cluster/)).toEqual(['server/backup/backup-child.ts']);
});

test('the server evaluates no text as code, and builds a regular expression only from the escaped name of a hop', () => {
  expect(serverFilesWith(/\beval\(|new Function\(|'node:vm'/)).toEqual([]);
  expect(serverFilesWith(/new RegExp\(/)).toEqual(['server/blog/mentioned-hops.ts']);
});

test('only the clients of Square, object storage and mail send requests, and verify certificates', () => {
  expect(serverFilesWith(/(?<![\w.])fetch\(|new AwsClient|createTransport\(|https?\.request\(/)).toEqual([
    'server/charges/providers/square-client.ts',
    'server/mail/mail-transport.ts',
    'server/media/s3-storage.ts',
  ]);
  expect(serverFilesWith(/rejectUnauthorized|NODE_TLS_REJECT/)).toEqual([]);
});

/** What runs in the shop. */
function serverFilesWith(pattern: RegExp): string[] {
  return paths
    .filter((path) => /^server\/.*\.ts$/.test(path) && !/\.test\.ts$|^server\/testing\//.test(path))
    .filter((path) => pattern.test(readFileSync(path, 'utf8')))
    .toSorted();
}

/** A paragraph or a row of a table, but not its head, nor what does not apply. */
function isClaim(text: string): boolean {
  const isHead = /^\|[ -]+\|[ -]+\|/.test(text) || /\| (shown by|test) \|$/.test(text);
  return text.trim() !== '' && !isHead && !/^Does not apply|\*\*(not met|the operator's part)/.test(text.trim());
}
