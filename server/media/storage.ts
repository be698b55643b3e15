// Storage for uploads: pictures and lot certificates. Names are content hashes, so a file is written once and never changes.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const folders = ['blogs', 'products', 'certificates'] as const;
export type Folder = (typeof folders)[number];

export type Storage = {
  write(folder: Folder, name: string, bytes: Buffer): Promise<void>;
  read(folder: Folder, name: string): Promise<Buffer | undefined>;
  list(folder: Folder): Promise<string[]>;
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
      if (!SAFE_NAME.test(name)) return undefined;
      try {
        return await readFile(pathOf(folder, name));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
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

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
