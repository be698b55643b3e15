// Backup of a whole shop in one file: rows and uploads. Made while the shop runs; restored into an empty one, on either database.
import type { BackupProgress } from '#contracts/backups.ts';
import type { Database } from '#server/database/database.ts';
import type { Folder, Storage } from '#server/media/storage.ts';
import { type Header, readArchive, verifyArchive, writeArchive } from './archive.ts';
import { backedUpTables } from './backed-up-tables.ts';
import * as store from './rows.store.ts';

type Shop = { database: Database; storage: Storage; folders: readonly Folder[] };

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

/** `open` opens the empty shop, with its schema at the version of the backup. */
export async function restore(
  file: string,
  open: (header: Header) => Promise<Shop>,
): Promise<Header & { rows: number }> {
  const header = await verifyArchive(file);
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
    });
    return { ...header, rows };
  } finally {
    await database.close();
  }
}
