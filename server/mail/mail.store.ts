import { type Insertable, sql } from 'kysely';
import { isAvailable, type Lease } from '#server/database/leases.ts';
import { preparedWrite } from '#server/database/prepared-queries.ts';
import type { Db, Tables } from '#server/database/schema.ts';

const columns = [
  ...(['id', 'recipient', 'subject', 'text', 'html', 'created_at', 'tries'] as const),
  ...(['invoice_number', 'unsubscribe_url', 'calendar'] as const),
];

export const insert = preparedWrite((db, { emails }: { emails: Insertable<Tables['emails']>[] }) =>
  db.insertInto('emails').values(emails),
);

/** What people subscribed to comes last: a buyer does not wait for a receipt until a newsletter is out. */
export async function listDue(db: Db, now: string): Promise<number[]> {
  const mails = await db
    .selectFrom('emails')
    .select('id')
    .where(isAvailable('next_try_at', now))
    .orderBy(sql`case when unsubscribe_url is null then 0 else 1 end`)
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

/** Clears the body if a link in it gives access to an account. */
export async function markSent(db: Db, id: number, now: string): Promise<void> {
  await db
    .updateTable('emails')
    .set({
      ...{ sent_at: now, next_try_at: null, leased_until: null, last_error: null },
      text: sql`case when secret = 1 then '' else text end`,
      html: sql`case when secret = 1 then '' else html end`,
    })
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

const logColumns = [
  ...(['id', 'recipient', 'subject', 'text', 'html', 'created_at', 'sent_at'] as const),
  ...(['next_try_at', 'tries', 'last_error', 'order_id', 'invoice_number', 'secret'] as const),
  ...(['unsubscribe_url', 'calendar'] as const),
];

export function listNewestFirst(
  db: Db,
  { unsentOnly, before, limit }: { unsentOnly: boolean; before: number; limit: number },
) {
  return db
    .selectFrom('emails')
    .select(logColumns)
    .where('id', '<', before)
    .$if(unsentOnly, (emails) => emails.where('sent_at', 'is', null))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export function find(db: Db, id: number) {
  return db.selectFrom('emails').select(logColumns).where('id', '=', id).executeTakeFirst();
}

/** Leased ones stay with the instance that is sending them. */
export function retry(tx: Db, id: number, now: string) {
  return tx
    .updateTable('emails')
    .set({ next_try_at: now, tries: 0 })
    .where('id', '=', id)
    .returning(logColumns)
    .executeTakeFirstOrThrow();
}

type Copied = Pick<
  Tables['emails'],
  'recipient' | 'subject' | 'text' | 'html' | 'order_id' | 'invoice_number' | 'unsubscribe_url' | 'calendar'
>;

export function insertCopy(tx: Db, copied: Copied, now: string) {
  const { recipient, subject, text, html, order_id, invoice_number, unsubscribe_url, calendar } = copied;
  const copy = { recipient, subject, text, html, order_id, invoice_number, unsubscribe_url, calendar };
  return tx
    .insertInto('emails')
    .values({ ...copy, secret: 0, created_at: now, next_try_at: now })
    .returning(logColumns)
    .executeTakeFirstOrThrow();
}

/** Leased ones stay with the instance that is sending them. */
export async function removeUnsent(tx: Db, unsubscribe_url: string, now: string): Promise<void> {
  await tx
    .deleteFrom('emails')
    .where('unsubscribe_url', '=', unsubscribe_url)
    .where('sent_at', 'is', null)
    .where((email) => email.or([email('leased_until', 'is', null), email('leased_until', '<=', now)]))
    .execute();
}

export async function removeSent(db: Db, before: string): Promise<void> {
  await db.deleteFrom('emails').where('sent_at', '<', before).execute();
}
