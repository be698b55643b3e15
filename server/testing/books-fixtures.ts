// Reads the files of the books as an accountant's program would.
import type { ApiClient } from './api-client.ts';

export type FileRow = Record<string, string>;

export async function booksFile(client: ApiClient, month: string, layout = 'lines'): Promise<string> {
  const response = await client.fetch(`/api/books/file?${new URLSearchParams({ month, layout })}`);
  if (!response.ok) throw new Error(`The books returned ${response.status}.`);
  return Buffer.from(await response.arrayBuffer()).toString();
}

/** Each row by the names of the columns. */
export function parseCsv(file: string): FileRow[] {
  const [header = [], ...rows] = file
    .replace('\uFEFF', '')
    .split('\r\n')
    .filter(Boolean)
    .map((line) => [...line.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/g)].map(cellOf));
  return rows.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])));
}

const cellOf = ([, quoted, plain]: RegExpMatchArray): string => quoted?.replaceAll('""', '"') ?? plain ?? '';

/** In cents, so that sums are exact. */
export const centsOf = (dollars: string | undefined): number => Math.round(Number(dollars || 0) * 100);

export const sumCents = (rows: FileRow[], column = 'Amount'): number =>
  rows.reduce((sum, row) => sum + centsOf(row[column]), 0);
