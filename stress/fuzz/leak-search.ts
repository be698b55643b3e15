// Collects everything a shop leaves behind as text, to search it for secrets.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '#contracts/endpoints.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { readArchive } from '#server/backup/archive.ts';
import { backedUpTables, excludedTables } from '#server/backup/backed-up-tables.ts';
import { backUp } from '#server/backup/backup.ts';
import { diskStorage, folders } from '#server/media/storage.ts';
import { apiClient } from '#server/testing/api-client.ts';
import type { FuzzShop } from './fuzz-shop.ts';

type Source = { where: string; text: string };

/** Searches for each secret in plain and encoded form. Returns lines like `name in source`. */
export function findLeaks(secrets: Record<string, string>, sources: Source[]): string[] {
  const encodings = Object.entries(secrets).flatMap(([name, secret]) =>
    encodingsOf(secret).map((encoded) => ({ name, encoded })),
  );
  return sources.flatMap(({ where, text }) =>
    encodings.filter(({ encoded }) => text.includes(encoded)).map(({ name }) => `${name} in ${where}`),
  );
}

export async function tablesAsText({ database: { db } }: FuzzShop): Promise<Source[]> {
  const names = [...backedUpTables.map(({ name }) => name), ...excludedTables];
  return Promise.all(
    names.map(async (name) => ({
      where: `the table ${name}`,
      text: JSON.stringify(await db.selectFrom(name).selectAll().execute()),
    })),
  );
}

export async function backupAsText({ database }: FuzzShop, dataDir: string): Promise<Source> {
  const file = join(dataDir, 'canary.backup');
  await backUp({ database, storage: diskStorage(dataDir), folders }, { file, at: new Date() });
  const lines: string[] = [];
  for await (const line of readArchive(file)) lines.push(JSON.stringify(line));
  return { where: 'a backup', text: lines.join('\n') };
}

/** Text files only: pictures are built from files that predate any secret. */
export async function builtFiles(): Promise<Source[]> {
  const files = await readdir('dist', { recursive: true });
  const textFiles = files.filter((file) => /\.(js|mjs|css|html|json|svg|txt|map)$/.test(file));
  return Promise.all(
    textFiles.map(async (file) => ({ where: file, text: await readFile(join('dist', file), 'utf8') })),
  );
}

/** Every page and every GET endpoint, with headers, as seen with this token. */
export async function responsesAsText({ url }: FuzzShop, token: string | undefined): Promise<Source[]> {
  const pages = Object.values(pagePaths).filter((path) => typeof path === 'string');
  const reads = Object.keys(endpoints)
    .filter((name) => name.startsWith('GET '))
    .map((name) => name.slice(4).replace(':slug', 'comet').replace(':zip', '94571').replace(':id', '1'));
  const others = [
    '/order/1',
    '/blog/1',
    '/products/comet',
    '/nowhere',
    '/api/nowhere',
    '/api/openapi.json',
    '/api/docs',
    '/feed.xml',
    '/sitemap.xml',
  ];
  const sources: Source[] = [];
  for (const path of [...pages, ...reads, ...others, '/healthz', '/livez', '/metrics']) {
    const response = await apiClient(url, token).fetch(path);
    sources.push({ where: path, text: JSON.stringify([...response.headers]) + (await response.text()) });
  }
  return sources;
}

function encodingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString('base64').replace(/=+$/, '');
  return [...new Set([secret, encodeURIComponent(secret), base64, bytes.toString('hex')])];
}
