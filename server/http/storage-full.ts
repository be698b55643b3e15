// Out of space: on the disk, in SQLite, or in PostgreSQL. Nothing was written, and the client can retry.
import { HttpError } from '#server/http-errors.ts';

/** SQLITE_FULL, and what SQLite reports when a file cannot grow: SQLITE_IOERR_WRITE, SQLITE_IOERR_SHMSIZE. */
const sqlite = [13, 778, 4874];
const files = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const DISK_FULL = '53100';

export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error) return sqlite.includes(Number(error.errcode));
  const code = 'code' in error ? String(error.code) : '';
  return files.includes(code) || code === DISK_FULL;
}

export const storageFull = () =>
  new HttpError(503, "We can't save anything right now. Nothing was changed. Please try again later, or call us.", {
    headers: { 'retry-after': '60' },
  });
