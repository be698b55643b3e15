// The media library: every uploaded picture once, where it is used, its alternative text, and the removal of what nothing uses.
import type { Person } from '#contracts/accounts.ts';
import { type LibraryPicture, PICTURES_PER_PAGE, UNUSED_DAYS } from '#contracts/media.ts';
import { pictureFolders, storedPicture } from '#contracts/pictures.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import { batchesOf } from '#server/database/batches.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { findState, setState } from '#server/database/shop-state.store.ts';
import type { Upload } from '#server/http/multipart.ts';
import { pagination } from '#server/http/pagination.ts';
import { conflict, notFound } from '#server/http-errors.ts';
import type { Media } from './media.ts';
import * as store from './pictures.store.ts';

export type Library = ReturnType<typeof createLibrary>;

/** A place that shows a picture. */
export type PictureUse = { name: string } & LibraryPicture['uses'][number];
/** Lists every place of one kind. Anything that shows uploaded pictures needs one, or its pictures are removed. */
export type PictureUser = (db: Db, now: string) => Promise<PictureUse[]>;

type Deps = {
  database: Database;
  media: Media;
  audit: AuditWriter;
  now: Clock;
  users: readonly PictureUser[];
  /** A backup copies the files after the rows that refer to them. */
  isBackupRunning(tx: Db): Promise<boolean>;
};

const DAY_MS = 86_400_000;
/** Longer than deleting the files of so many pictures takes. */
const LEASE_MS = 5 * 60_000;
const DELETED_TOGETHER = 20;
const ADOPTED = 'pictures listed';
const BACKUP_RUNNING = 'A backup is being made. Try again when it is done.';

export function createLibrary({ database, media, audit, now, users, isBackupRunning }: Deps) {
  const { db, transaction } = database;
  return { list, upload, describe, remove, cleanUp };

  async function list({ page, unused }: { page: number; unused?: 'true' | undefined }) {
    const [uses, pictures] = await Promise.all([findUses(db), store.listAll(db)]);
    const all = pictures.filter(({ name }) => !unused || !uses.has(name));
    const start = (page - 1) * PICTURES_PER_PAGE;
    const data = all.slice(start, start + PICTURES_PER_PAGE).map((picture) => present(picture, uses));
    const path = unused ? '/api/pictures?unused=true' : '/api/pictures';
    return { data, pagination: pagination({ path, page, total: all.length, perPage: PICTURES_PER_PAGE }) };
  }

  async function upload(picture: Upload, alt: string, actor: Person) {
    const name = await media.savePicture(picture, 'blogs', { keep: true });
    const uses = await findUses(db);
    return transaction([], async (tx) => {
      const known = requirePicture(await store.find(tx, name));
      const described = alt ? await store.describe(tx, known, alt) : undefined;
      await audit.record(tx, { actor, action: 'picture uploaded', subject: name });
      return { data: present(described ?? known, uses) };
    });
  }

  async function describe(
    name: string,
    { alt, version }: { alt: string; version?: number | undefined },
    actor: Person,
  ) {
    const uses = await findUses(db);
    return transaction([], async (tx) => {
      const current = requirePicture(await store.find(tx, name));
      const described = await store.describe(tx, { name, version: version ?? current.version }, alt);
      if (!described) throw conflict('Someone else changed this text. Nothing was saved.', present(current, uses));
      await audit.record(tx, { actor, action: 'picture described', subject: name });
      return { data: present(described, uses) };
    });
  }

  async function remove(name: string, actor: Person) {
    await transaction([], async (tx) => {
      // The claim comes first. A form that is being saved with this picture has locked it, and is seen after the wait.
      requirePicture(await claimDeletion(tx, name));
      if (await isBackupRunning(tx)) throw conflict(BACKUP_RUNNING);
      const [use] = (await findUses(tx)).get(name) ?? [];
      if (use) throw conflict(`This picture is used: ${use.where}.`);
    });
    await deleteClaimed(name, actor);
    return { message: 'The picture was removed.' };
  }

  /** Removes what nothing has used for a while. Uploads of a form that is not saved yet have as much time. */
  async function cleanUp(): Promise<void> {
    await adoptStored();
    const uses = await findUses(db);
    const pictures = await store.listAll(db);
    const at = now().toISOString();
    const names = (those: typeof pictures) => those.map(({ name }) => name);
    await transaction([], async (tx) => {
      const stale = pictures.filter(({ name, unused_since }) => uses.has(name) && unused_since);
      await store.setUnusedSince(tx, names(stale), null);
      const unused = pictures.filter(({ name, unused_since }) => !uses.has(name) && !unused_since);
      await store.setUnusedSince(tx, names(unused), at);
    });
    const unusedBefore = new Date(now().getTime() - UNUSED_DAYS * DAY_MS).toISOString();
    for (const due of batchesOf(await store.listDue(db, { now: at, unusedBefore }), DELETED_TOGETHER))
      for (const name of await claimUnused(due)) await deleteClaimed(name, undefined);
  }

  async function claimUnused(names: string[]): Promise<string[]> {
    return transaction([], async (tx) => {
      if (await isBackupRunning(tx)) return [];
      const claimed: string[] = [];
      for (const name of names) if (await claimDeletion(tx, name)) claimed.push(name);
      const uses = await findUses(tx);
      await store.release(
        tx,
        claimed.filter((name) => uses.has(name)),
      );
      return claimed.filter((name) => !uses.has(name));
    });
  }

  /** Pictures uploaded before there was a library. */
  async function adoptStored(): Promise<void> {
    if (await findState(db, ADOPTED)) return;
    const names = await media.listStoredPictures();
    await transaction([], async (tx) => {
      await store.addStored(tx, names, now().toISOString());
      await setState(tx, ADOPTED, now().toISOString());
    });
  }

  function claimDeletion(tx: Db, name: string) {
    const until = new Date(now().getTime() + LEASE_MS).toISOString();
    return store.lease(tx, name, { now: now().toISOString(), until });
  }

  /** The files first: the cache tag makes every instance forget them once they are gone. */
  async function deleteClaimed(name: string, actor: Person | undefined): Promise<void> {
    await media.deletePictureFiles(name);
    await transaction(['pictures'], async (tx) => {
      await store.remove(tx, name);
      if (actor) await audit.record(tx, { actor, action: 'picture removed', subject: name });
    });
  }

  async function findUses(from: Db): Promise<Map<string, LibraryPicture['uses']>> {
    const uses = new Map<string, LibraryPicture['uses']>();
    const lists = await Promise.all(users.map((listUses) => listUses(from, now().toISOString())));
    for (const { name, where, path } of lists.flat()) {
      const known = uses.get(name) ?? [];
      if (!known.some((use) => use.where === where)) uses.set(name, [...known, { where, path }]);
    }
    return uses;
  }
}

function requirePicture<T>(picture: T | undefined): T {
  if (!picture) throw notFound('Picture not found.');
  return picture;
}

function present(
  { name, alt, kept, version, created_at, unused_since }: store.StoredPicture,
  allUses: Map<string, LibraryPicture['uses']>,
): LibraryPicture {
  const { width = 0, height = 0 } = storedPicture(name) ?? {};
  const uses = allUses.get(name) ?? [];
  // The hourly clean-up may not have noticed yet.
  const since = kept || uses.length > 0 ? null : unused_since;
  const removal_at = since && new Date(Date.parse(since) + UNUSED_DAYS * DAY_MS).toISOString();
  return { name, url: pictureFolders.blogs + name, width, height, alt, version, created_at, uses, removal_at };
}
