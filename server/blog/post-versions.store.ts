import { pagePaths } from '#contracts/page-paths.ts';
import { picturesInPost } from '#contracts/pictures.ts';
import { REVISIONS_PER_PAGE } from '#contracts/post-versions.ts';
import type { Db, Tables } from '#server/database/schema.ts';
import type { PictureUse } from '#server/media/library.ts';

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

const TEXTS_PER_BATCH = 100;

/** Pictures of older versions, for the media library: going back to one brings its pictures back. */
export async function listPictureUses(db: Db): Promise<PictureUse[]> {
  const uses: PictureUse[] = [];
  for (let after = { post_id: 0, version: 0 }; ; ) {
    const versions = await db
      .selectFrom('post_revisions')
      .innerJoin('posts', 'posts.id', 'post_revisions.post_id')
      .select(['post_id', 'post_revisions.version', 'posts.title as post', 'post_revisions.image_url'])
      .select('post_revisions.content')
      .whereRef('post_revisions.version', '<>', 'posts.version')
      .where((revision) =>
        revision(
          revision.refTuple('post_id', 'post_revisions.version'),
          '>',
          revision.tuple(after.post_id, after.version),
        ),
      )
      .orderBy('post_id')
      .orderBy('post_revisions.version')
      .limit(TEXTS_PER_BATCH)
      .execute();
    for (const { post, image_url, content } of versions)
      for (const name of [...(image_url ? [image_url] : []), ...picturesInPost(content)])
        uses.push({ name, where: `Older version of “${post}”`, path: pagePaths.blogManagement });
    const last = versions.at(-1);
    if (!last || versions.length < TEXTS_PER_BATCH) return uses;
    after = last;
  }
}
