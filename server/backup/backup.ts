// One file with all that a shop is: rows and uploads. Made while it serves; brought back into an empty one, on either database.
import type { Database } from '#server/database/database.ts';
import type { Folder, Storage } from '#server/media/storage.ts';
import { type Header, readArchive, verifyArchive, writeArchive } from './archive.ts';
import { backedUpTables } from './backed-up-tables.ts';
import * as store from './rows.store.ts';

type Shop = { database: Database; storage: Storage; folders: readonly Folder[] };

/** The size of the file. */
export function backUp({ database: { db, kind }, storage, folders }: Shop, file: string, at: Date): Promise<number> {
  return writeArchive(file, async (write) => {
    await store.inSnapshot(db, kind, async (snapshot) => {
      const version = await store.schemaVersion(snapshot);
      await write({ backup: 'heron-slough-ranch', format: 1, version, at: at.toISOString() });
      for (const { name, key } of backedUpTables)
        for await (const rows of store.readInBatches(snapshot, name, key)) await write({ table: name, rows });
    });
    // After the rows: a file is written before a row names it, and stays.
    for (const folder of folders)
      for (const name of await storage.list(folder)) {
        const bytes = await storage.read(folder, name);
        if (bytes) await write({ folder, name, bytes: bytes.toString('base64') });
      }
  });
}

/** `open` gives the empty shop, with its tables as they were at the time of the backup. */
export async function restore(file: string, open: (head: Header) => Promise<Shop>): Promise<Header & { rows: number }> {
  const head = await verifyArchive(file);
  const { database, storage, folders } = await open(head);
  try {
    if (!(await store.isEmpty(database.db)))
      throw new Error('There is a shop already. A backup is brought back into an empty one.');
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
      await store.markRestored(tx, database.kind, head.at);
      if (database.kind === 'postgres') for (const table of tablesWithIds) await store.advanceIdSequence(tx, table);
    });
    return { ...head, rows };
  } finally {
    await database.close();
  }
}
