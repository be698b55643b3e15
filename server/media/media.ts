// Files of the shop: pictures through the encoder, those that come with the project, encoded when it is built, and
// certificates of lots as they are.
import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { storedPicture } from '#contracts/pictures.ts';
import { limitConcurrency } from '#server/concurrency-limit.ts';
import type { Upload } from '#server/http/multipart.ts';
import { encodePicture } from './encode-picture.ts';
import { certificateFileName } from './pdf-certificate.ts';
import type { Folder, Storage } from './storage.ts';

/** One for each core, and never more than half of the four threads on which Node also reads files and checks passwords. */
const MAX_DECODERS = Math.min(availableParallelism(), 2);

export type Media = ReturnType<typeof createMedia>;

/** File names of content/pictures and what the build made of each. */
export type BuiltPictures = { dir: string; names: Record<string, string> };

export function createMedia({ storage, built }: { storage: Storage; built: BuiltPictures }) {
  const limited = limitConcurrency(MAX_DECODERS);

  return { savePicture, saveCertificate, adoptBuiltPicture, read: storage.read };

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

  /** Takes over a picture that came with the project, as if it had been uploaded. */
  async function adoptBuiltPicture(picture: string, folder: Folder): Promise<string> {
    const name = built.names[picture];
    const stored = name && storedPicture(name);
    if (!stored) throw new Error(`The build made no picture of ${picture}.`);
    const stem = name.replace(/\.jpg$/, '');
    const files = (await readdir(built.dir)).filter((file) => file.startsWith(stem));
    await Promise.all(files.map(async (file) => storage.write(folder, file, await readFile(join(built.dir, file)))));
    return name;
  }
}
