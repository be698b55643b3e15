// One shop per DATA_DIR: a second process would write the same rows from its own caches.
// Uses SQLite's own lock on a file next to the database, so the OS releases it however the process ends.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export function lockDataDir(dataDir: string): { release(): unknown } {
  mkdirSync(dataDir, { recursive: true });
  const holderFile = join(dataDir, 'shop.pid');
  const lock = new DatabaseSync(join(dataDir, 'shop.lock'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new Error(
      `${resolve(dataDir)} is in use by another shop${describeHolder(holderFile)}. Stop it first, or set another DATA_DIR.`,
    );
  }
  writeFileSync(holderFile, String(process.pid));
  return { release: () => lock.isOpen && lock.close() };
}

const SQLITE_BUSY = 5;
const isBusy = (error: unknown) => error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;

function describeHolder(file: string): string {
  try {
    return ` (process ${Number(readFileSync(file, 'utf8'))})`;
  } catch {
    return '';
  }
}
