import { POSTS_PER_PAGE, type Post, type PostLink } from '#contracts/blog.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { picturesInPost } from '#contracts/pictures.ts';
import type { Db } from '#server/database/schema.ts';
import type { PictureUse } from '#server/media/library.ts';

export type StoredPost = Omit<Post, 'day' | 'updated_at'> & { updated_at: string | null };
type NewPost = Omit<StoredPost, 'id' | 'updated_at'>;

const columns = ['id', 'title', 'content', 'excerpt', 'image_url', 'created_at', 'updated_at'] as const;

export async function listNewestFirst(db: Db, page: number): Promise<{ posts: StoredPost[]; total: number }> {
  const { total } = await db
    .selectFrom('posts')
    .select((posts) => posts.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const posts = await db
    .selectFrom('posts')
    .select(columns)
    // The subquery pages through the index alone: otherwise PostgreSQL would read every skipped post with its content.
    .where('id', 'in', (post) =>
      post
        .selectFrom('posts as listed')
        .select('listed.id')
        .orderBy('listed.created_at', 'desc')
        .orderBy('listed.id', 'desc')
        .limit(POSTS_PER_PAGE)
        .offset((page - 1) * POSTS_PER_PAGE),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return { posts, total };
}

export function listForSitemap(db: Db): Promise<Pick<StoredPost, 'id' | 'created_at' | 'updated_at'>[]> {
  return db
    .selectFrom('posts')
    .select(['id', 'created_at', 'updated_at'])
    .orderBy('created_at', 'desc')
    .limit(40_000)
    .execute();
}

export function find(db: Db, id: number): Promise<StoredPost | undefined> {
  return db.selectFrom('posts').select(columns).where('id', '=', id).executeTakeFirst();
}

type PostLinks = { previous: PostLink | undefined; next: PostLink | undefined };

/** The posts before and after, each found in the index of the list. */
export async function findNeighbors(
  db: Db,
  { id, created_at }: Pick<StoredPost, 'id' | 'created_at'>,
): Promise<PostLinks> {
  const neighbor = (comparison: '<' | '>', direction: 'asc' | 'desc') =>
    db
      .selectFrom('posts')
      .select(['id', 'title'])
      .where((post) => post(post.refTuple('created_at', 'id'), comparison, post.tuple(created_at, id)))
      .orderBy('created_at', direction)
      .orderBy('id', direction)
      .limit(1)
      .executeTakeFirst();
  return { previous: await neighbor('<', 'desc'), next: await neighbor('>', 'asc') };
}

export function insert(db: Db, post: NewPost): Promise<StoredPost> {
  return db.insertInto('posts').values(post).returning(columns).executeTakeFirstOrThrow();
}

export function update(db: Db, id: number, changes: Partial<Omit<StoredPost, 'id'>>): Promise<StoredPost | undefined> {
  return db.updateTable('posts').set(changes).where('id', '=', id).returning(columns).executeTakeFirst();
}

export function remove(db: Db, id: number): Promise<StoredPost | undefined> {
  return db.deleteFrom('posts').where('id', '=', id).returning(columns).executeTakeFirst();
}

/** Pictures above posts, for the media library. */
export async function listPictureUses(db: Db): Promise<PictureUse[]> {
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'title', 'image_url'])
    .where('image_url', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id, title, image_url }) => ({
    name: image_url ?? '',
    where: `Post “${title}”`,
    path: pagePaths.blog(id),
  }));
}

const TEXTS_PER_BATCH = 100;

/** Pictures in the text of posts. */
export async function listPicturesInTexts(db: Db): Promise<PictureUse[]> {
  const uses: PictureUse[] = [];
  for (let after = 0; ; ) {
    const posts = await db
      .selectFrom('posts')
      .select(['id', 'title', 'content'])
      .where('id', '>', after)
      .where('content', 'like', '%"/blogs/%')
      .orderBy('id')
      .limit(TEXTS_PER_BATCH)
      .execute();
    for (const { id, title, content } of posts)
      for (const name of picturesInPost(content))
        uses.push({ name, where: `Text of “${title}”`, path: pagePaths.blog(id) });
    const last = posts.at(-1);
    if (!last || posts.length < TEXTS_PER_BATCH) return uses;
    after = last.id;
  }
}
