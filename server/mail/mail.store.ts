import type { Insertable } from 'kysely';
import { preparedQuery } from '#server/database/prepared-queries.ts';
import type { Db, Tables } from '#server/database/schema.ts';

const columns = ['id', 'recipient', 'subject', 'text', 'html', 'created_at', 'tries'] as const;

export const insert = preparedQuery((db, { mails }: { mails: Insertable<Tables['mails']>[] }) =>
  db.insertInto('mails').values(mails),
);

export async function listDue(db: Db, now: string): Promise<number[]> {
  const mails = await db
    .selectFrom('mails')
    .select('id')
    .where('next_try_at', '<=', now)
    .where((mail) => mail.or([mail('leased_until', 'is', null), mail('leased_until', '<=', now)]))
    .orderBy('id')
    .limit(50)
    .execute();
  return mails.map(({ id }) => id);
}

/** Undefined when another instance got it first. */
export function lease(db: Db, id: number, { now, until }: { now: string; until: string }) {
  return db
    .updateTable('mails')
    .set({ leased_until: until })
    .where('id', '=', id)
    .where('next_try_at', '<=', now)
    .where((mail) => mail.or([mail('leased_until', 'is', null), mail('leased_until', '<=', now)]))
    .returning(columns)
    .executeTakeFirst();
}

/** Clears the body: a link in it may give access to an account. */
export async function markSent(db: Db, id: number, now: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ sent_at: now, next_try_at: null, leased_until: null, last_error: null, text: '', html: '' })
    .where('id', '=', id)
    .execute();
}

type Failure = { tries: number; last_error: string; next_try_at: string | null };

export async function markFailed(db: Db, id: number, failure: Failure): Promise<void> {
  await db
    .updateTable('mails')
    .set({ ...failure, leased_until: null })
    .where('id', '=', id)
    .execute();
}

/** Emails that are waiting or were given up, oldest first. */
export function listUnsent(db: Db) {
  return db
    .selectFrom('mails')
    .select(['id', 'recipient', 'subject', 'created_at', 'tries', 'next_try_at', 'last_error'])
    .where('sent_at', 'is', null)
    .orderBy('id')
    .limit(1000)
    .execute();
}

export async function retryAll(db: Db, now: string): Promise<number> {
  const retried = await db
    .updateTable('mails')
    .set({ next_try_at: now, tries: 0 })
    .where('sent_at', 'is', null)
    .returning('id')
    .execute();
  return retried.length;
}

export async function removeSent(db: Db, before: string): Promise<void> {
  await db.deleteFrom('mails').where('sent_at', '<', before).execute();
}
