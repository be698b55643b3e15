// Everything that is left lying about by a shop, as text, to be searched for what must not be there.
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

type Found = { where: string; text: string };

/** Secrets by their names, each as it is and in the forms it is sent in. Answers with `secret in place`. */
export function findLeaks(secrets: Record<string, string>, places: Found[]): string[] {
  const forms = Object.entries(secrets).flatMap(([name, secret]) => formsOf(secret).map((form) => ({ name, form })));
  return places.flatMap(({ where, text }) =>
    forms.filter(({ form }) => text.includes(form)).map(({ name }) => `${name} in ${where}`),
  );
}

export async function tablesAsText({ database: { db } }: FuzzShop): Promise<Found[]> {
  const names = [...backedUpTables.map(({ name }) => name), ...excludedTables];
  return Promise.all(
    names.map(async (name) => ({
      where: `the table ${name}`,
      text: JSON.stringify(await db.selectFrom(name).selectAll().execute()),
    })),
  );
}

export async function backupAsText({ database }: FuzzShop, dataDir: string): Promise<Found> {
  const file = join(dataDir, 'canary.backup');
  await backUp({ database, storage: diskStorage(dataDir), folders }, file, new Date());
  const lines: string[] = [];
  for await (const line of readArchive(file)) lines.push(JSON.stringify(line));
  return { where: 'a backup', text: lines.join('\n') };
}

/** Scripts, styles and their like; pictures are made from files that were there before any secret. */
export async function builtFiles(): Promise<Found[]> {
  const files = await readdir('dist', { recursive: true });
  const written = files.filter((file) => /\.(js|mjs|css|html|json|svg|txt|map)$/.test(file));
  return Promise.all(written.map(async (file) => ({ where: file, text: await readFile(join('dist', file), 'utf8') })));
}

/** Each page and each reading call, as the person of the token sees it, with the headers. */
export async function answers({ url }: FuzzShop, token: string | undefined): Promise<Found[]> {
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
  const found: Found[] = [];
  for (const path of [...pages, ...reads, ...others, '/healthz', '/livez', '/metrics']) {
    const response = await apiClient(url, token).fetch(path);
    found.push({ where: path, text: JSON.stringify([...response.headers]) + (await response.text()) });
  }
  return found;
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString('base64').replace(/=+$/, '');
  return [...new Set([secret, encodeURIComponent(secret), base64, bytes.toString('hex')])];
}
