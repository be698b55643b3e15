// The shop's files: uploaded pictures, which are encoded, pictures that ship with the project, which the build encodes, and
// certificates of lots and customers, which are stored as they are.
import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPictureName, storedPicture } from '#contracts/pictures.ts';
import type { Clock } from '#server/clock.ts';
import { limitConcurrency } from '#server/concurrency-limit.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import type { Upload } from '#server/http/multipart.ts';
import { invalid, serverBusy } from '#server/http-errors.ts';
import { encodePicture } from './encode-picture.ts';
import { certificateFileName } from './pdf-certificate.ts';
import * as store from './pictures.store.ts';
import type { Storage } from './storage.ts';

/** One per core, but at most half of Node's four threadpool threads, which also read files and hash passwords. */
const MAX_DECODERS = Math.min(availableParallelism(), 2);
/** A picture that is being deleted can be uploaded again once it is gone. */
const BUSY_TRIES = 20;
const BUSY_WAIT_MS = 250;

export type Media = ReturnType<typeof createMedia>;

/** Where a picture was first uploaded to. Its name encodes its content, so each may serve the pictures of the other. */
const pictureStores = ['blogs', 'products'] as const;
type PictureStore = (typeof pictureStores)[number];

/** File names in content/pictures and the encoded name of each. */
export type BuiltPictures = { dir: string; names: Record<string, string> };

/** A new file, or a picture of the library. */
type Chosen = { picture: Upload | undefined; stored_image?: string | undefined };
type Deps = { storage: Storage; built: BuiltPictures; database: Database; now: Clock };

export function createMedia({ storage, built, database, now }: Deps) {
  const limited = limitConcurrency(MAX_DECODERS);

  return {
    savePicture,
    chosenPicture,
    requirePicture,
    keepPicture,
    keepPictures,
    readPicture,
    deletePictureFiles,
    listStoredPictures,
    saveCertificate,
    adoptBuiltPicture,
    open: storage.open,
    resaleCertificates: createResaleFiles(storage),
  };

  /** `keep`: until someone removes it, even if nothing uses it. */
  async function savePicture({ bytes }: Upload, folder: PictureStore, { keep = false } = {}): Promise<string> {
    const { name, files } = await limited(() => encodePicture(bytes));
    await writePicture(name, keep, () =>
      Promise.all(files.map((file) => storage.write(folder, file.name, file.bytes))),
    );
    return name;
  }

  /** The name of the picture that a form asks for, if it asks for one. */
  async function chosenPicture({ picture, stored_image }: Chosen, folder: PictureStore): Promise<string | undefined> {
    return picture ? savePicture(picture, folder) : stored_image || undefined;
  }

  /** In the transaction that starts to use it: it must be there, and stays. */
  async function requirePicture(tx: Db, name: string): Promise<void> {
    if (!(await store.use(tx, name)))
      throw invalid({ image: ['This picture is no longer in the library. Choose another.'] });
  }

  /** In the transaction that starts to use it: false if there is no such upload and none that ships with the shop. */
  async function keepPicture(tx: Db, name: string): Promise<boolean> {
    return Object.hasOwn(built.names, name) || store.use(tx, name);
  }

  /** For pictures in a text: those that are there stay. */
  async function keepPictures(tx: Db, names: string[]): Promise<void> {
    // In one order, so that two transactions don't wait for each other.
    for (const name of [...new Set(names)].toSorted((a, b) => (a < b ? -1 : 1))) await store.use(tx, name);
  }

  async function readPicture(folder: PictureStore, file: string): Promise<Buffer | undefined> {
    for (const each of [folder, ...pictureStores.filter((other) => other !== folder)]) {
      const bytes = await storage.read(each, file);
      if (bytes) return bytes;
    }
    return undefined;
  }

  async function deletePictureFiles(name: string): Promise<void> {
    const stored = storedPicture(name);
    const variants = stored?.widths.flatMap((width) => [stored.file(width, 'avif'), stored.file(width, 'webp')]) ?? [];
    for (const folder of pictureStores)
      await Promise.all([name, ...variants].map((file) => storage.remove(folder, file)));
  }

  async function listStoredPictures(): Promise<string[]> {
    const files = await Promise.all(pictureStores.map((folder) => storage.list(folder)));
    return [...new Set(files.flat().filter(isPictureName))];
  }

  async function saveCertificate({ bytes }: Upload): Promise<string> {
    const name = certificateFileName(bytes);
    await storage.write('certificates', name, bytes);
    return name;
  }

  /** Copies a picture that ships with the project into storage, as if it had been uploaded. */
  async function adoptBuiltPicture(picture: string, folder: PictureStore): Promise<string> {
    const name = built.names[picture];
    const stored = name && storedPicture(name);
    if (!stored) throw new Error(`The build has no picture for ${picture}.`);
    const stem = name.replace(/\.jpg$/, '');
    const files = (await readdir(built.dir)).filter((file) => file.startsWith(stem));
    await writePicture(name, false, () =>
      Promise.all(files.map(async (file) => storage.write(folder, file, await readFile(join(built.dir, file))))),
    );
    return name;
  }

  /** The row comes first, so that every file has one and nobody deletes files that are being written. */
  async function writePicture(name: string, kept: boolean, write: () => Promise<unknown>): Promise<void> {
    const isNew = await register(name, kept);
    try {
      await write();
    } catch (error) {
      // Leaves it to the clean-up. On a full disk this may fail too; then the library shows it without a picture.
      const at = now().toISOString();
      if (isNew) await database.transaction([], (tx) => store.lease(tx, name, { now: at, until: at })).catch(() => {});
      throw error;
    }
  }

  async function register(name: string, kept: boolean): Promise<boolean> {
    for (let attempt = 0; attempt < BUSY_TRIES; attempt += 1) {
      const state = await database.transaction([], (tx) =>
        store.register(tx, { name, now: now().toISOString(), kept }),
      );
      if (state !== 'busy') return state === 'new';
      await sleep(BUSY_WAIT_MS);
    }
    throw serverBusy('This picture is being removed. Please try again in a moment.');
  }
}

/** For staff only: no public route opens them. */
function createResaleFiles(storage: Storage) {
  const folder = 'resale-certificates';
  return {
    async save({ bytes }: Upload, prefix: string): Promise<string> {
      const name = `${prefix}-${certificateFileName(bytes)}`;
      await storage.write(folder, name, bytes);
      return name;
    },
    open: (name: string) => storage.open(folder, name),
    list: () => storage.list(folder),
    remove: (name: string) => storage.remove(folder, name),
  };
}
