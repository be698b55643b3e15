// The files of a month, in both layouts, from one pass over its rows.
import { createHash } from 'node:crypto';
import { createGzip } from 'node:zlib';
import { type BookLayout, daysOfMonth } from '#contracts/book-types.ts';
import type { Db } from '#server/database/schema.ts';
import type { BookRow } from './book-row.ts';
import { bookRows } from './book-rows.ts';
import { addRow, type Totals } from './book-totals.ts';
import { createJournal, journalHeader } from './journal-csv.ts';
import { linesHeader, toLine } from './lines-csv.ts';

/** One layout, to be streamed. */
export async function* monthFile(db: Db, month: string, layout: BookLayout): AsyncGenerator<string> {
  const writer = writers[layout]();
  yield writer.header;
  for await (const row of bookRows(db, daysOfMonth(month))) {
    const text = writer.add(row);
    if (text) yield text;
  }
  const rest = writer.finish();
  if (rest) yield rest;
}

type Writer = { header: string; add(row: BookRow): string; finish(): string };

const writers: Record<BookLayout, () => Writer> = {
  lines: () => ({ header: linesHeader, add: toLine, finish: () => '' }),
  quickbooks: () => ({ header: journalHeader, ...createJournal() }),
};

type StoredFile = { layout: BookLayout; content: string; bytes: number; sha256: string };

/** Both layouts, compressed. Only what is compressed stays in memory. */
export async function compressMonth(db: Db, month: string): Promise<{ files: StoredFile[]; totals: Totals }> {
  const layouts: BookLayout[] = ['lines', 'quickbooks'];
  const targets = layouts.map((layout) => ({ layout, writer: writers[layout](), file: createCompressedFile() }));
  const totals: Totals = {};
  for (const { writer, file } of targets) await file.write(writer.header);
  for await (const row of bookRows(db, daysOfMonth(month))) {
    addRow(totals, row);
    for (const { writer, file } of targets) await file.write(writer.add(row));
  }
  const files = targets.map(async ({ layout, writer, file }) => {
    await file.write(writer.finish());
    return { layout, ...(await file.finish()) };
  });
  return { files: await Promise.all(files), totals };
}

function createCompressedFile() {
  const hash = createHash('sha256');
  const gzip = createGzip({ level: 9 });
  const compressed = Array.fromAsync<Buffer>(gzip);
  let bytes = 0;
  return { write, finish };

  async function write(text: string): Promise<void> {
    if (!text) return;
    const chunk = Buffer.from(text);
    hash.update(chunk);
    bytes += chunk.length;
    if (!gzip.write(chunk)) await new Promise((resolve) => gzip.once('drain', resolve));
  }

  async function finish() {
    gzip.end();
    const content = Buffer.concat(await compressed).toString('base64');
    return { content, bytes, sha256: hash.digest('hex') };
  }
}
