import type { Db, Tables } from '#server/database/schema.ts';

type Preview = Tables['post_previews'];

/** Replaces the post's earlier link. */
export async function put(tx: Db, preview: Preview): Promise<void> {
  const { token_hash, expires_at } = preview;
  await tx
    .insertInto('post_previews')
    .values(preview)
    .onConflict((conflict) => conflict.column('post_id').doUpdateSet({ token_hash, expires_at }))
    .execute();
}

export function find(db: Db, { post_id, now }: { post_id: number; now: string }): Promise<Preview | undefined> {
  return db
    .selectFrom('post_previews')
    .selectAll()
    .where('post_id', '=', post_id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export function remove(tx: Db, post_id: number): Promise<{ post_id: number } | undefined> {
  return tx.deleteFrom('post_previews').where('post_id', '=', post_id).returning('post_id').executeTakeFirst();
}

export async function removeExpired(tx: Db, now: string): Promise<void> {
  await tx.deleteFrom('post_previews').where('expires_at', '<=', now).execute();
}
