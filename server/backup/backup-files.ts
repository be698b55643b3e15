// The folder of backups. A file under its final name is complete; one that is being written has the suffix .part.
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolderPrivate } from '#server/private-files.ts';

export type BackupFile = { name: string; bytes: number; created_at: string };

export const backupFileName = (at: Date): string => `farm-${at.toISOString().replaceAll(':', '-')}.backup`;

const NAME = /^farm-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.backup$/;
const PART = /^farm-[\dTZ.-]+\.backup\.part$/;
/** Longer than any backup takes. */
const ABANDONED_MS = 24 * 60 * 60_000;

/** Newest first. */
export async function listBackups(folder: string): Promise<BackupFile[]> {
  const names = (await entriesOf(folder)).filter((name) => createdAt(name) !== undefined);
  const files = await Promise.all(names.toSorted((a, b) => (a < b ? 1 : -1)).map((name) => describe(folder, name)));
  return files.filter((file) => file !== undefined);
}

/** Undefined unless it is a backup in this folder: `name` comes from a URL. */
export async function findBackup(folder: string, name: string): Promise<BackupFile | undefined> {
  return createdAt(name) === undefined ? undefined : describe(folder, name);
}

/** Also removes what killed processes left half written. */
export async function prepareBackupFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  makeFolderPrivate(folder);
  for (const name of (await entriesOf(folder)).filter((each) => PART.test(each))) {
    const file = await stat(join(folder, name)).catch(() => undefined);
    if (file && Date.now() - file.mtimeMs > ABANDONED_MS) await rm(join(folder, name), { force: true });
  }
}

/** Returns how many were removed. */
export async function keepNewest(folder: string, count: number): Promise<number> {
  const old = (await listBackups(folder)).slice(count);
  for (const { name } of old) await rm(join(folder, name), { force: true });
  return old.length;
}

async function entriesOf(folder: string): Promise<string[]> {
  return readdir(folder).catch((error) => {
    if (['ENOENT', 'ENOTDIR'].includes(Object(error).code)) return [];
    throw error;
  });
}

function createdAt(name: string): string | undefined {
  const [, hour, minute, second] = NAME.exec(name) ?? [];
  const at = `${hour}:${minute}:${second}`;
  return Number.isNaN(Date.parse(at)) ? undefined : at;
}

async function describe(folder: string, name: string): Promise<BackupFile | undefined> {
  // It may have been removed just now.
  const file = await stat(join(folder, name)).catch(() => undefined);
  const created_at = createdAt(name);
  return file?.isFile() && created_at ? { name, bytes: file.size, created_at } : undefined;
}
