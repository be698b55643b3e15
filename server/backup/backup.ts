// Backup of a whole shop in one file: rows and uploads. Made while the shop runs; restored into an empty one, on either database.
import type { BackupProgress } from '#contracts/backups.ts';
import type { Database } from '#server/database/database.ts';
import type { Folder, Storage } from '#server/media/storage.ts';
import { type Header, type Line, readArchive, verifyArchive, writeArchive } from './archive.ts';
import { backedUpTables } from './backed-up-tables.ts';
import * as store from './rows.store.ts';

type Shop = { database: Database; storage: Storage; folders: readonly Folder[] };

/** How far a restored shop stays ahead of its backup. More orders than this are rarely placed between two backups. */
const NUMBERS_AHEAD = 1000;
const numberKinds = ['order', 'invoice'] satisfies store.NumberKind[];

type Target = { file: string; at: Date; onProgress?: (progress: BackupProgress) => void };

/** Returns the size of the file. */
export function backUp(
  { database: { db, kind }, storage, folders }: Shop,
  { file, at, onProgress = () => {} }: Target,
): Promise<number> {
  return writeArchive(file, async (write) => {
    await store.inSnapshot(db, kind, async (snapshot) => {
      const version = await store.schemaVersion(snapshot);
      await write({ backup: 'heron-slough-ranch', format: 1, version, at: at.toISOString() });
      const total = await store.countRows(
        snapshot,
        backedUpTables.map(({ name }) => name),
      );
      let done = 0;
      for (const { name, key } of backedUpTables)
        for await (const rows of store.readInBatches(snapshot, name, key)) {
          await write({ table: name, rows });
          done += rows.length;
          onProgress({ step: 'rows', done, total });
        }
    });
    // Uploads come after the rows: a file is written before any row refers to it, and none is deleted during a backup.
    const files: { folder: Folder; name: string }[] = [];
    for (const folder of folders) for (const name of await storage.list(folder)) files.push({ folder, name });
    for (const [index, { folder, name }] of files.entries()) {
      const bytes = await storage.read(folder, name);
      if (bytes) await write({ folder, name, bytes: bytes.toString('base64') });
      onProgress({ step: 'files', done: index + 1, total: files.length });
    }
  });
}

/** What the shop that made the backup has reached since, if somebody knows. */
export type LastUsed = { order?: number | undefined; invoice?: number | undefined };

/** `open` opens the empty shop, with its schema at the version of the backup. */
export async function restore(
  file: string,
  open: (header: Header) => Promise<Shop>,
  { lastUsed = {}, at = new Date() }: { lastUsed?: LastUsed; at?: Date } = {},
): Promise<Header & { rows: number; last: Record<store.NumberKind, number> }> {
  const inBackup = { order: 0, invoice: 0 };
  const header = await verifyArchive(file, (line) => raise(inBackup, line));
  const last = { order: lastNumber('order', inBackup, lastUsed), invoice: lastNumber('invoice', inBackup, lastUsed) };
  const { database, storage, folders } = await open(header);
  try {
    if (!(await store.isEmpty(database.db))) throw new Error('This shop already has data. Restore into an empty one.');
    let rows = 0;
    const tablesWithIds = new Set<string>();
    await database.transaction([], async (tx) => {
      for await (const line of readArchive(file)) {
        if ('rows' in line) {
          await store.insertRows(tx, line.table, line.rows);
          rows += line.rows.length;
          if (line.rows[0] && 'id' in line.rows[0]) tablesWithIds.add(line.table);
        }
        const folder = 'folder' in line && folders.find((each) => each === line.folder);
        if (folder && 'folder' in line) await storage.write(folder, line.name, Buffer.from(line.bytes, 'base64'));
      }
      await store.markRestored(tx, database.kind, header.at);
      if (database.kind === 'postgres') for (const table of tablesWithIds) await store.advanceIdSequence(tx, table);
      const why = `Restored from the backup of ${header.at}`;
      for (const kind of numberKinds) {
        const [from, to] = [inBackup[kind], last[kind]];
        if (to > from) await store.recordJump(tx, database.kind, { kind, from, to, at: at.toISOString(), why });
        if (to > 0) await store.setLastNumber(tx, database.kind, kind, to);
      }
    });
    return { ...header, rows, last };
  } finally {
    await database.close();
  }
}

/** Notes the highest numbers in a line of a backup, with those that an earlier restore left out. */
function raise(last: Record<store.NumberKind, number>, line: Line): void {
  if (!('rows' in line)) return;
  for (const { id, number, kind, to_number } of line.rows) {
    if (line.table === 'orders') last.order = Math.max(last.order, Number(id));
    if (line.table === 'invoices') last.invoice = Math.max(last.invoice, Number(number));
    const jumped = line.table === 'number_jumps' && numberKinds.find((each) => each === kind);
    if (jumped) last[jumped] = Math.max(last[jumped], Number(to_number));
  }
}

/** The last number that is not given out again. */
function lastNumber(kind: store.NumberKind, inBackup: Record<store.NumberKind, number>, lastUsed: LastUsed): number {
  const last = lastUsed[kind] ?? inBackup[kind] + NUMBERS_AHEAD;
  if (last < inBackup[kind])
    throw new Error(
      `This backup has ${kind} ${inBackup[kind]}, so the last ${kind} can't be ${last}. Nothing was changed.`,
    );
  return last;
}
