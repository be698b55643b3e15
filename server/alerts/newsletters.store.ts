import type { Db } from '#server/database/schema.ts';

const columns = ['post_id', 'started_at', 'last_subscription_id', 'emails', 'finished_at'] as const;

export function find(db: Db, post_id: number) {
  return db.selectFrom('newsletters').select(columns).where('post_id', '=', post_id).executeTakeFirst();
}

type Start = { post_id: number; account_id: number; started_at: string };

/** False if the post was sent before. */
export async function start(tx: Db, newsletter: Start): Promise<boolean> {
  const started = await tx
    .insertInto('newsletters')
    .values(newsletter)
    .onConflict((conflict) => conflict.column('post_id').doNothing())
    .returning('post_id')
    .executeTakeFirst();
  return started !== undefined;
}

export async function listUnfinished(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('newsletters').select('post_id').where('finished_at', 'is', null).execute();
  return rows.map(({ post_id }) => post_id);
}

/** Locks it until the commit, so that two instances do not send the same batch. Undefined if it is finished. */
export function lockUnfinished(tx: Db, post_id: number) {
  return tx
    .updateTable('newsletters')
    .set((newsletter) => ({ emails: newsletter.ref('emails') }))
    .where('post_id', '=', post_id)
    .where('finished_at', 'is', null)
    .returning(columns)
    .executeTakeFirst();
}

type Progress = { post_id: number; last_subscription_id: number; queued: number; finished_at: string | null };

export async function advance(tx: Db, { post_id, queued, ...progress }: Progress): Promise<void> {
  await tx
    .updateTable('newsletters')
    .set((newsletter) => ({ ...progress, emails: newsletter('emails', '+', queued) }))
    .where('post_id', '=', post_id)
    .execute();
}
