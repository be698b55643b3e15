// Uploaded pictures. A row exists before the files are written and until they are deleted.
import { batchesOf } from '#server/database/batches.ts';
import type { Db } from '#server/database/schema.ts';

const columns = ['name', 'alt', 'kept', 'version', 'created_at', 'unused_since'] as const;
const NAMES_PER_STATEMENT = 200;

export type StoredPicture = NonNullable<Awaited<ReturnType<typeof find>>>;

type Registration = { name: string; now: string; kept: boolean };

/** `busy` while another process deletes its files; `new` if none of its files can be relied on. */
export async function register(tx: Db, { name, now, kept }: Registration): Promise<'new' | 'known' | 'busy'> {
  const added = await tx
    .insertInto('pictures')
    .values({ name, created_at: now, kept: kept ? 1 : 0 })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  if (added) return 'new';
  const changes = { unused_since: null, ...(kept && { kept: 1 }) };
  const known = await tx
    .updateTable('pictures')
    .set(changes)
    .where('name', '=', name)
    .where('leased_until', 'is', null)
    .returning('name')
    .executeTakeFirst();
  if (known) return 'known';
  // A deletion that was interrupted.
  const revived = await tx
    .updateTable('pictures')
    .set({ ...changes, leased_until: null })
    .where('name', '=', name)
    .where('leased_until', '<=', now)
    .returning('name')
    .executeTakeFirst();
  return revived ? 'new' : 'busy';
}

/** Adds pictures that are in storage already. */
export async function addStored(tx: Db, names: string[], now: string): Promise<void> {
  for (const batch of batchesOf(names, NAMES_PER_STATEMENT))
    await tx
      .insertInto('pictures')
      .values(batch.map((name) => ({ name, created_at: now })))
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
}

/** Also locks it until the end of the transaction, so that it is not deleted meanwhile. False if it is gone. */
export async function use(tx: Db, name: string): Promise<boolean> {
  const used = await tx
    .updateTable('pictures')
    .set({ unused_since: null })
    .where('name', '=', name)
    .where('leased_until', 'is', null)
    .returning('name')
    .executeTakeFirst();
  return used !== undefined;
}

/** Newest first. */
export function listAll(db: Db) {
  return db
    .selectFrom('pictures')
    .select(columns)
    .where('leased_until', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('name')
    .execute();
}

export function find(db: Db, name: string) {
  return db
    .selectFrom('pictures')
    .select(columns)
    .where('name', '=', name)
    .where('leased_until', 'is', null)
    .executeTakeFirst();
}

/** Undefined when it is no longer at that version. Someone who describes a picture wants to keep it. */
export function describe(tx: Db, { name, version }: { name: string; version: number }, alt: string) {
  return tx
    .updateTable('pictures')
    .set({ alt, kept: 1, version: version + 1 })
    .where('name', '=', name)
    .where('version', '=', version)
    .where('leased_until', 'is', null)
    .returning(columns)
    .executeTakeFirst();
}

export async function setUnusedSince(tx: Db, names: string[], unused_since: string | null): Promise<void> {
  for (const batch of batchesOf(names, NAMES_PER_STATEMENT))
    await tx.updateTable('pictures').set({ unused_since }).where('name', 'in', batch).execute();
}

/** Claims the deletion. Undefined if it is gone or another process deletes it. */
export function lease(tx: Db, name: string, { now, until }: { now: string; until: string }) {
  return tx
    .updateTable('pictures')
    .set({ leased_until: until })
    .where('name', '=', name)
    .where((picture) => picture.or([picture('leased_until', 'is', null), picture('leased_until', '<=', now)]))
    .returning('name')
    .executeTakeFirst();
}

/** Gives up the deletion: it is used again. */
export async function release(tx: Db, names: string[]): Promise<void> {
  for (const batch of batchesOf(names, NAMES_PER_STATEMENT))
    await tx
      .updateTable('pictures')
      .set({ leased_until: null, unused_since: null })
      .where('name', 'in', batch)
      .execute();
}

export async function remove(tx: Db, name: string): Promise<void> {
  await tx.deleteFrom('pictures').where('name', '=', name).execute();
}

/** What the clean-up deletes: unused for too long, or left by an interrupted deletion. */
export async function listDue(db: Db, { now, unusedBefore }: { now: string; unusedBefore: string }): Promise<string[]> {
  const rows = await db
    .selectFrom('pictures')
    .select('name')
    .where((picture) =>
      picture.or([
        picture.and([picture('kept', '=', 0), picture('unused_since', '<=', unusedBefore)]),
        picture('leased_until', '<=', now),
      ]),
    )
    .execute();
  return rows.map(({ name }) => name);
}
