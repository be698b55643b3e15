// Files of the shop are for its own user only: they hold buyers' names and addresses.
import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Call first in a process: files it creates, including SQLite's, are then readable by its user only. */
export function keepNewFilesPrivate(): void {
  process.umask(0o077);
}

/** For a folder that may have been created by an older version or by hand. Folders inside it are closed with it. */
export function makeFolderPrivate(folder: string): void {
  try {
    chmodSync(folder, 0o700);
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isFile()) chmodSync(join(folder, entry.name), 0o600);
  } catch (error) {
    // It does not exist yet, or a file was removed just now, or it belongs to another user who must decide.
    if (!['ENOENT', 'EPERM'].includes(Object(error).code)) throw error;
  }
}
