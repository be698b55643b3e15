// The farm's blog: public reads and staff edits.

import type { FirstPost } from '#content/first-posts.ts';
import type { Person } from '#contracts/accounts.ts';
import {
  CONTENT_TOO_LONG,
  MAX_CONTENT_LENGTH,
  type MentionedHop,
  POSTS_PER_PAGE,
  type PostDraft,
  type PostEdit,
} from '#contracts/blog.ts';
import { pictureFolders, picturesInPost, postPicture } from '#contracts/pictures.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import type { Upload } from '#server/http/multipart.ts';
import { pagination } from '#server/http/pagination.ts';
import { invalid } from '#server/http-errors.ts';
import type { Media } from '#server/media/media.ts';
import * as store from './blog.store.ts';
import { mentionedHops } from './mentioned-hops.ts';
import { sanitizePostHtml } from './post-html.ts';
import { insertPost, rejectOutdated, updatePost } from './save-post.ts';
import { lastChangeOf, requirePost, toPost } from './to-post.ts';

export type Blog = ReturnType<typeof createBlog>;

export type BlogDeps = {
  database: Database;
  media: Media;
  audit: AuditWriter;
  now: Clock;
  /** The hops on sale. */
  listHops(): Promise<MentionedHop[]>;
};
type Change = { picture: Upload | undefined; actor: Person };

export function createBlog({ database, media, audit, now, listHops }: BlogDeps) {
  const { db, transaction } = database;
  const time = () => now().toISOString();
  return { list, listAll, find, withLinks, listForSitemap, savePicture, publish, revise, withdraw, seed };

  async function list(page: number, path: string) {
    const { posts, total } = await store.listPublished(db, { page, now: time() });
    return { data: posts.map(toPost), pagination: pagination({ path, page, total, perPage: POSTS_PER_PAGE }) };
  }

  /** With drafts and scheduled posts. */
  async function listAll(page: number, path: string) {
    const { posts, total } = await store.listAll(db, page);
    return { data: posts.map(toPost), pagination: pagination({ path, page, total, perPage: POSTS_PER_PAGE }) };
  }

  async function find(id: number) {
    return withLinks(requirePost(await store.findPublished(db, id, time())));
  }

  async function withLinks(post: store.StoredPost) {
    const [{ previous = null, next = null }, hops] = await Promise.all([
      store.findNeighbors(db, post, time()),
      listHops(),
    ]);
    return { data: toPost(post), previous, next, hops: mentionedHops(post, hops) };
  }

  async function listForSitemap() {
    const posts = await store.listForSitemap(db, time());
    return posts.map((post) => ({ id: post.id, updated_at: lastChangeOf(post) }));
  }

  /** Saves a picture for use in a post. If no post ends up using it, the library removes it after a while. */
  async function savePicture(picture: Upload) {
    const url = pictureFolders.blogs + (await media.savePicture(picture, 'blogs'));
    const { width = 0, height = 0 } = postPicture(url) ?? {};
    return { data: { url, width, height } };
  }

  async function publish(draft: PostDraft, { picture, actor }: Change) {
    const { description = '', published_at = 'now', stored_image } = draft;
    const words = { ...sanitizeDraft(draft), description };
    const image_url = (await media.chosenPicture({ picture, stored_image }, 'blogs')) ?? null;
    const at = time();
    const post = { ...words, image_url, created_at: at, published_at: publicationTime(published_at, at) };
    return {
      data: await transaction(['posts'], async (tx) => {
        await keepPictures(tx, image_url, words.content);
        return toPost(await insertPost(tx, post, { audit, actor, at }));
      }),
    };
  }

  async function revise(id: number, { version, ...draft }: PostEdit, { picture, actor }: Change) {
    requirePost(await store.find(db, id));
    const words = sanitizeDraft(draft);
    const saved = await media.chosenPicture({ picture, stored_image: draft.stored_image }, 'blogs');
    return {
      data: await transaction(['posts'], async (tx) => {
        const current = requirePost(await store.lock(tx, id));
        rejectOutdated(current, version);
        await keepPictures(tx, saved, words.content);
        const at = time();
        const { description = current.description, published_at } = draft;
        const values = {
          ...{ ...words, description, image_url: saved ?? current.image_url },
          published_at: published_at === undefined ? current.published_at : publicationTime(published_at, at),
        };
        return toPost(await updatePost(tx, current, values, { audit, actor, at }));
      }),
    };
  }

  async function withdraw(id: number, actor: Person) {
    await transaction(['posts'], async (tx) => {
      const { title } = requirePost(await store.remove(tx, id));
      await audit.record(tx, { actor, action: 'post withdrawn', subject: title, subject_id: id });
    });
    return { message: 'The blog post was deleted.' };
  }

  /** So that nobody removes them from the library while the post is saved. */
  async function keepPictures(tx: Db, image_url: string | null | undefined, content: string): Promise<void> {
    if (image_url) await media.requirePicture(tx, image_url);
    await media.keepPictures(tx, picturesInPost(content));
  }

  /** The posts of a new shop, inserted in the seeding transaction. */
  async function seed(tx: Db, posts: (FirstPost & { image_url: string })[]) {
    for (const { title, content, image_url, created_at } of posts) {
      const words = { ...sanitizeDraft({ title, content }), description: '' };
      // Never scheduled, even if this machine's clock is behind.
      const published_at = created_at < time() ? created_at : time();
      await insertPost(
        tx,
        { ...words, image_url, created_at, published_at },
        { audit, actor: undefined, at: created_at },
      );
    }
  }
}

function sanitizeDraft({ title, content }: Pick<PostDraft, 'title' | 'content'>) {
  const clean = sanitizePostHtml(content);
  // Sanitizing can make text longer: a bare < becomes &lt;.
  if (clean.length > MAX_CONTENT_LENGTH) throw invalid({ content: [CONTENT_TOO_LONG] });
  return { title, content: clean };
}

/** What staff sent, as a time; null for a draft. */
function publicationTime(text: string, now: string): string | null {
  if (text === '') return null;
  return text === 'now' ? now : new Date(text).toISOString();
}
