import type { Insertable } from 'kysely';
import { isAvailable, type Lease } from '#server/database/leases.ts';
import { preparedQuery } from '#server/database/prepared-queries.ts';
import type { Db, Tables } from '#server/database/schema.ts';

const columns = ['id', 'recipient', 'subject', 'text', 'html', 'created_at', 'tries'] as const;

export const insert = preparedQuery((db, { emails }: { emails: Insertable<Tables['emails']>[] }) =>
  db.insertInto('emails').values(emails),
);

export async function listDue(db: Db, now: string): Promise<number[]> {
  const mails = await db
    .selectFrom('emails')
    .select('id')
    .where(isAvailable('next_try_at', now))
    .orderBy('id')
    .limit(50)
    .execute();
  return mails.map(({ id }) => id);
}

/** Undefined when another instance got it first. */
export function lease(db: Db, id: number, { now, until }: Lease) {
  return db
    .updateTable('emails')
    .set({ leased_until: until })
    .where('id', '=', id)
    .where(isAvailable('next_try_at', now))
    .returning(columns)
    .executeTakeFirst();
}

/** Clears the body: a link in it may give access to an account. */
export async function markSent(db: Db, id: number, now: string): Promise<void> {
  await db
    .updateTable('emails')
    .set({ sent_at: now, next_try_at: null, leased_until: null, last_error: null, text: '', html: '' })
    .where('id', '=', id)
    .execute();
}

type Failure = { tries: number; last_error: string; next_try_at: string | null };

export async function markFailed(db: Db, id: number, failure: Failure): Promise<void> {
  await db
    .updateTable('emails')
    .set({ ...failure, leased_until: null })
    .where('id', '=', id)
    .execute();
}

/** Emails that are waiting or were given up, oldest first. */
export function listUnsent(db: Db) {
  return db
    .selectFrom('emails')
    .select(['id', 'recipient', 'subject', 'created_at', 'tries', 'next_try_at', 'last_error'])
    .where('sent_at', 'is', null)
    .orderBy('id')
    .limit(1000)
    .execute();
}

export async function retryAll(db: Db, now: string): Promise<number> {
  const retried = await db
    .updateTable('emails')
    .set({ next_try_at: now, tries: 0 })
    .where('sent_at', 'is', null)
    .returning('id')
    .execute();
  return retried.length;
}

export async function removeSent(db: Db, before: string): Promise<void> {
  await db.deleteFrom('emails').where('sent_at', '<', before).execute();
}
