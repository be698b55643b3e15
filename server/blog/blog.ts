// The farm's blog: public reads and staff edits.

import type { FirstPost } from '#content/first-posts.ts';
import type { Person } from '#contracts/accounts.ts';
import {
  CONTENT_TOO_LONG,
  MAX_CONTENT_LENGTH,
  type MentionedHop,
  POSTS_PER_PAGE,
  type Post,
  type PostDraft,
} from '#contracts/blog.ts';
import { farmDay } from '#contracts/dates.ts';
import { pictureFolders, picturesInPost, postPicture } from '#contracts/pictures.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import type { Upload } from '#server/http/multipart.ts';
import { pagination } from '#server/http/pagination.ts';
import { invalid, notFound } from '#server/http-errors.ts';
import type { Media } from '#server/media/media.ts';
import * as store from './blog.store.ts';
import { mentionedHops } from './mentioned-hops.ts';
import { excerptOf, sanitizePostHtml } from './post-html.ts';

export type Blog = ReturnType<typeof createBlog>;

type Deps = {
  database: Database;
  media: Media;
  audit: AuditWriter;
  now: Clock;
  /** The hops on sale. */
  listHops(): Promise<MentionedHop[]>;
};
type Change = { picture: Upload | undefined; actor: Person };

export function createBlog({ database, media, audit, now, listHops }: Deps) {
  const { db, transaction } = database;
  return { list, find, listForSitemap: () => store.listForSitemap(db), savePicture, publish, revise, withdraw, seed };

  async function list(page: number, path: string) {
    const { posts, total } = await store.listNewestFirst(db, page);
    return { data: posts.map(toPost), pagination: pagination({ path, page, total, perPage: POSTS_PER_PAGE }) };
  }

  async function find(id: number) {
    const data = requirePost(await store.find(db, id));
    const { previous = null, next = null } = await store.findNeighbors(db, data);
    return { data, previous, next, hops: mentionedHops(data, await listHops()) };
  }

  /** Saves a picture for use in a post. If no post ends up using it, the library removes it after a while. */
  async function savePicture(picture: Upload) {
    const url = pictureFolders.blogs + (await media.savePicture(picture, 'blogs'));
    const { width = 0, height = 0 } = postPicture(url) ?? {};
    return { data: { url, width, height } };
  }

  async function publish(draft: PostDraft, { picture, actor }: Change) {
    const sanitized = sanitizeDraft(draft);
    const image_url = (await media.chosenPicture({ picture, stored_image: draft.stored_image }, 'blogs')) ?? null;
    const post = { ...sanitized, image_url, created_at: now().toISOString() };
    return {
      data: await transaction(['posts'], async (tx) => {
        await keepPictures(tx, image_url, sanitized.content);
        const published = await store.insert(tx, post);
        await audit.record(tx, { actor, action: 'post published', subject: post.title, subject_id: published.id });
        return toPost(published);
      }),
    };
  }

  async function revise(id: number, draft: PostDraft, { picture, actor }: Change) {
    requirePost(await store.find(db, id));
    const sanitized = sanitizeDraft(draft);
    const image_url = await media.chosenPicture({ picture, stored_image: draft.stored_image }, 'blogs');
    return {
      data: await transaction(['posts'], async (tx) => {
        await keepPictures(tx, image_url, sanitized.content);
        const changes = { ...sanitized, ...(image_url && { image_url }), updated_at: now().toISOString() };
        const revised = requirePost(await store.update(tx, id, changes));
        await audit.record(tx, { actor, action: 'post revised', subject: revised.title, subject_id: id });
        return revised;
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
    for (const { title, content, image_url, created_at } of posts)
      await store.insert(tx, { ...sanitizeDraft({ title, content }), image_url, created_at });
  }
}

const NOT_FOUND = 'Blog post not found.';

function requirePost(post: store.StoredPost | undefined): Post {
  if (!post) throw notFound(NOT_FOUND);
  return toPost(post);
}

const toPost = (post: store.StoredPost): Post => ({
  ...post,
  updated_at: post.updated_at ?? post.created_at,
  day: farmDay(post.created_at),
});

function sanitizeDraft({ title, content }: PostDraft) {
  const clean = sanitizePostHtml(content);
  // Sanitizing can make text longer: a bare < becomes &lt;.
  if (clean.length > MAX_CONTENT_LENGTH) throw invalid({ content: [CONTENT_TOO_LONG] });
  return { title, content: clean, excerpt: excerptOf(clean) };
}
