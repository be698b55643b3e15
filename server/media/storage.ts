// Storage for uploads: pictures, lot certificates and resale certificates. Names contain a content hash, so a file never changes.
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

export const folders = ['blogs', 'products', 'certificates', 'resale-certificates'] as const;
export type Folder = (typeof folders)[number];

export type OpenFile = { bytes: number; stream: Readable };

export type Storage = {
  write(folder: Folder, name: string, bytes: Buffer): Promise<void>;
  read(folder: Folder, name: string): Promise<Buffer | undefined>;
  /** For large files. The caller must read or destroy the stream. */
  open(folder: Folder, name: string): Promise<OpenFile | undefined>;
  list(folder: Folder): Promise<string[]>;
  /** A missing file is fine. */
  remove(folder: Folder, name: string): Promise<void>;
};

const SAFE_NAME = /^[\w-]+\.(jpg|webp|avif|pdf)$/;

export function diskStorage(dataDir: string): Storage {
  const pathOf = (folder: Folder, name: string) => join(dataDir, 'uploads', folder, name);
  return {
    async write(folder, name, bytes) {
      if (!SAFE_NAME.test(name)) throw new Error(`${name} is not a valid upload name.`);
      await mkdir(join(dataDir, 'uploads', folder), { recursive: true });
      // Rename is atomic: a process killed here never leaves a partial file under the final name.
      const unfinished = pathOf(folder, `.${randomUUID()}`);
      try {
        await writeFile(unfinished, bytes, { flush: true });
        await rename(unfinished, pathOf(folder, name));
      } catch (error) {
        // On a full disk, a partial file would take up space we need.
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async read(folder, name) {
      return SAFE_NAME.test(name) ? readFile(pathOf(folder, name)).catch(undefinedIfMissing) : undefined;
    },
    async open(folder, name) {
      const file = SAFE_NAME.test(name) ? await open(pathOf(folder, name)).catch(undefinedIfMissing) : undefined;
      return file && { bytes: (await file.stat()).size, stream: file.createReadStream() };
    },
    async remove(folder, name) {
      if (SAFE_NAME.test(name)) await rm(pathOf(folder, name), { force: true });
    },
    async list(folder) {
      try {
        return (await readdir(pathOf(folder, ''))).filter((name) => SAFE_NAME.test(name));
      } catch (error) {
        if (isMissing(error)) return [];
        throw error;
      }
    },
  };
}

function undefinedIfMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
