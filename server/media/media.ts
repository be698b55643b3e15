// The shop's files: uploaded pictures, which are encoded, pictures that ship with the project, which the build encodes, and
// lot certificates, which are stored as they are.
import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { storedPicture } from '#contracts/pictures.ts';
import { limitConcurrency } from '#server/concurrency-limit.ts';
import type { Upload } from '#server/http/multipart.ts';
import { encodePicture } from './encode-picture.ts';
import { certificateFileName } from './pdf-certificate.ts';
import type { Folder, Storage } from './storage.ts';

/** One per core, but at most half of Node's four threadpool threads, which also read files and hash passwords. */
const MAX_DECODERS = Math.min(availableParallelism(), 2);

export type Media = ReturnType<typeof createMedia>;

/** File names in content/pictures and the encoded name of each. */
export type BuiltPictures = { dir: string; names: Record<string, string> };

export function createMedia({ storage, built }: { storage: Storage; built: BuiltPictures }) {
  const limited = limitConcurrency(MAX_DECODERS);

  return { savePicture, saveCertificate, adoptBuiltPicture, read: storage.read, open: storage.open };

  async function savePicture({ bytes }: Upload, folder: Folder): Promise<string> {
    const { name, files } = await limited(() => encodePicture(bytes));
    await Promise.all(files.map((file) => storage.write(folder, file.name, file.bytes)));
    return name;
  }

  async function saveCertificate({ bytes }: Upload): Promise<string> {
    const name = certificateFileName(bytes);
    await storage.write('certificates', name, bytes);
    return name;
  }

  /** Copies a picture that ships with the project into storage, as if it had been uploaded. */
  async function adoptBuiltPicture(picture: string, folder: Folder): Promise<string> {
    const name = built.names[picture];
    const stored = name && storedPicture(name);
    if (!stored) throw new Error(`The build has no picture for ${picture}.`);
    const stem = name.replace(/\.jpg$/, '');
    const files = (await readdir(built.dir)).filter((file) => file.startsWith(stem));
    await Promise.all(files.map(async (file) => storage.write(folder, file, await readFile(join(built.dir, file)))));
    return name;
  }
}
