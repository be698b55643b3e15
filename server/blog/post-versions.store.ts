import { REVISIONS_PER_PAGE } from '#contracts/post-versions.ts';
import type { Db, Tables } from '#server/database/schema.ts';

type Revision = Tables['post_revisions'];

const columns = ['title', 'content', 'description', 'image_url', 'published_at'] as const;

export async function insert(tx: Db, revision: Revision): Promise<void> {
  await tx.insertInto('post_revisions').values(revision).execute();
}

/** One more than a page, to compare the last one with. */
export function listNewestFirst(db: Db, { post_id, before }: { post_id: number; before: number }) {
  return db
    .selectFrom('post_revisions')
    .leftJoin('accounts', 'accounts.id', 'post_revisions.account_id')
    .select(['version', 'at', 'accounts.name as who', 'restored_version'])
    .select(columns)
    .where('post_id', '=', post_id)
    .where('version', '<', before)
    .orderBy('version', 'desc')
    .limit(REVISIONS_PER_PAGE + 1)
    .execute();
}

export function find(db: Db, { post_id, version }: Pick<Revision, 'post_id' | 'version'>) {
  return db
    .selectFrom('post_revisions')
    .select(columns)
    .where('post_id', '=', post_id)
    .where('version', '=', version)
    .executeTakeFirst();
}
