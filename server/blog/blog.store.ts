import { POSTS_PER_PAGE, type Post, type PostLink } from '#contracts/blog.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { picturesInPost } from '#contracts/pictures.ts';
import type { Db } from '#server/database/schema.ts';
import type { PictureUse } from '#server/media/library.ts';

export type StoredPost = Omit<Post, 'day' | 'updated_at'> & { updated_at: string | null };
type NewPost = Omit<StoredPost, 'id' | 'updated_at' | 'version'>;
type PostPage = { posts: StoredPost[]; total: number };

const columns = [
  ...(['id', 'title', 'content', 'excerpt', 'description', 'image_url'] as const),
  ...(['created_at', 'published_at', 'updated_at', 'version'] as const),
];

/** For staff: drafts and scheduled posts too. */
export async function listAll(db: Db, page: number): Promise<PostPage> {
  const count = db
    .selectFrom('posts')
    .select((posts) => posts.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const list = db
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
  const [{ total }, posts] = await Promise.all([count, list]);
  return { posts, total };
}

export async function listPublished(db: Db, { page, now }: { page: number; now: string }): Promise<PostPage> {
  const count = db
    .selectFrom('posts')
    .select((posts) => posts.fn.countAll<number>().as('total'))
    .where('published_at', '<=', now)
    .executeTakeFirstOrThrow();
  const list = db
    .selectFrom('posts')
    .select(columns)
    // As above.
    .where('id', 'in', (post) =>
      post
        .selectFrom('posts as listed')
        .select('listed.id')
        .where('listed.published_at', '<=', now)
        .orderBy('listed.published_at', 'desc')
        .orderBy('listed.id', 'desc')
        .limit(POSTS_PER_PAGE)
        .offset((page - 1) * POSTS_PER_PAGE),
    )
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const [{ total }, posts] = await Promise.all([count, list]);
  return { posts, total };
}

export function listForSitemap(db: Db, now: string) {
  return db
    .selectFrom('posts')
    .select(['id', 'created_at', 'published_at', 'updated_at'])
    .where('published_at', '<=', now)
    .orderBy('published_at', 'desc')
    .limit(40_000)
    .execute();
}

export function find(db: Db, id: number): Promise<StoredPost | undefined> {
  return db.selectFrom('posts').select(columns).where('id', '=', id).executeTakeFirst();
}

export function findPublished(db: Db, id: number, now: string): Promise<StoredPost | undefined> {
  return db
    .selectFrom('posts')
    .select(columns)
    .where('id', '=', id)
    .where('published_at', '<=', now)
    .executeTakeFirst();
}

/** The first time after `after` at which a scheduled post is published. */
export async function findNextPublication(db: Db, after: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('posts')
    .select('published_at')
    .where('published_at', '>', after)
    .orderBy('published_at')
    .limit(1)
    .executeTakeFirst();
  return row?.published_at ?? undefined;
}

type PostLinks = { previous: PostLink | undefined; next: PostLink | undefined };

/** The published posts before and after, each found in the index of the list. A draft comes last. */
export async function findNeighbors(
  db: Db,
  { id, published_at }: Pick<StoredPost, 'id' | 'published_at'>,
  now: string,
): Promise<PostLinks> {
  const neighbor = (comparison: '<' | '>', direction: 'asc' | 'desc') =>
    db
      .selectFrom('posts')
      .select(['id', 'title'])
      .where((post) => post(post.refTuple('published_at', 'id'), comparison, post.tuple(published_at ?? now, id)))
      .where('published_at', '<=', now)
      .orderBy('published_at', direction)
      .orderBy('id', direction)
      .limit(1)
      .executeTakeFirst();
  const [previous, next] = await Promise.all([neighbor('<', 'desc'), neighbor('>', 'asc')]);
  return { previous, next };
}

export function insert(tx: Db, post: NewPost): Promise<StoredPost> {
  return tx.insertInto('posts').values(post).returning(columns).executeTakeFirstOrThrow();
}

/** Reads a post and locks it until the end of the transaction. */
export function lock(tx: Db, id: number): Promise<StoredPost | undefined> {
  return tx
    .updateTable('posts')
    .set((post) => ({ version: post.ref('version') }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
}

export function update(tx: Db, id: number, changes: Partial<Omit<StoredPost, 'id'>>): Promise<StoredPost> {
  return tx.updateTable('posts').set(changes).where('id', '=', id).returning(columns).executeTakeFirstOrThrow();
}

export function remove(tx: Db, id: number): Promise<StoredPost | undefined> {
  return tx.deleteFrom('posts').where('id', '=', id).returning(columns).executeTakeFirst();
}

/** Pictures above posts, for the media library. */
export async function listPictureUses(db: Db, now: string): Promise<PictureUse[]> {
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'title', 'published_at', 'image_url'])
    .where('image_url', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map((post) => ({
    name: post.image_url ?? '',
    where: `Post “${post.title}”`,
    path: pathOf(post, now),
  }));
}

const TEXTS_PER_BATCH = 100;

/** Pictures in the text of posts. */
export async function listPicturesInTexts(db: Db, now: string): Promise<PictureUse[]> {
  const uses: PictureUse[] = [];
  for (let after = 0; ; ) {
    const posts = await db
      .selectFrom('posts')
      .select(['id', 'title', 'published_at', 'content'])
      .where('id', '>', after)
      .where('content', 'like', '%"/blogs/%')
      .orderBy('id')
      .limit(TEXTS_PER_BATCH)
      .execute();
    for (const post of posts)
      for (const name of picturesInPost(post.content))
        uses.push({ name, where: `Text of “${post.title}”`, path: pathOf(post, now) });
    const last = posts.at(-1);
    if (!last || posts.length < TEXTS_PER_BATCH) return uses;
    after = last.id;
  }
}

/** A draft has no page of its own. */
function pathOf({ id, published_at }: Pick<StoredPost, 'id' | 'published_at'>, now: string): string {
  return published_at && published_at <= now ? pagePaths.blog(id) : pagePaths.blogManagement;
}
