// The farm's news: what visitors read and staff write.

import type { FirstPost } from '#content/first-posts.ts';
import type { Person } from '#contracts/accounts.ts';
import { CONTENT_LENGTH, CONTENT_TOO_LONG, POSTS_PER_PAGE, type Post, type PostDraft } from '#contracts/blog.ts';
import { dayAtTheFarm } from '#contracts/dates.ts';
import { pictureFolders, pictureInPost } from '#contracts/pictures.ts';
import type { Notes } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import type { Upload } from '#server/http/multipart.ts';
import { pagination } from '#server/http/pagination.ts';
import { invalid, notFound } from '#server/http-errors.ts';
import type { Media } from '#server/media/media.ts';
import * as store from './blog.store.ts';
import { cleanHtml, excerptOf } from './post-html.ts';

export type Blog = ReturnType<typeof createBlog>;

type Parts = { database: Database; media: Media; audit: Notes; now: Clock };
type Work = { picture: Upload | undefined; actor: Person };

export function createBlog({ database, media, audit, now }: Parts) {
  const { db, change } = database;
  return { page, post, addresses: () => store.addresses(db), keepPicture, publish, revise, withdraw, firstFill };

  async function page(number: number, path: string) {
    const { posts, total } = await store.newestFirst(db, number);
    return { data: posts.map(shown), pagination: pagination({ path, page: number, total, perPage: POSTS_PER_PAGE }) };
  }

  async function post(id: number) {
    return { data: found(await store.find(db, id)) };
  }

  /** A picture for the text; one that no post takes up stays where it is and is never asked for. */
  async function keepPicture(picture: Upload) {
    const url = pictureFolders.blogs + (await media.keep(picture, 'blogs'));
    const { width = 0, height = 0 } = pictureInPost(url) ?? {};
    return { data: { url, width, height } };
  }

  async function publish(draft: PostDraft, { picture, actor }: Work) {
    const written = writtenFrom(draft);
    const image_url = picture ? await media.keep(picture, 'blogs') : null;
    const post = { ...written, image_url, created_at: now().toISOString() };
    return {
      data: await change(['posts'], async (tx) => {
        const published = await store.insert(tx, post);
        await audit.note(tx, { actor, action: 'post published', subject: post.title, subject_id: published.id });
        return shown(published);
      }),
    };
  }

  async function revise(id: number, draft: PostDraft, { picture, actor }: Work) {
    found(await store.find(db, id));
    const written = writtenFrom(draft);
    const image = picture ? { image_url: await media.keep(picture, 'blogs') } : {};
    return {
      data: await change(['posts'], async (tx) => {
        const revised = found(await store.update(tx, id, { ...written, ...image }));
        await audit.note(tx, { actor, action: 'post revised', subject: revised.title, subject_id: id });
        return revised;
      }),
    };
  }

  async function withdraw(id: number, actor: Person) {
    await change(['posts'], async (tx) => {
      const { title } = found(await store.remove(tx, id));
      await audit.note(tx, { actor, action: 'post withdrawn', subject: title, subject_id: id });
    });
    return { message: 'The blog post was deleted.' };
  }

  /** The posts an empty shop starts with, written in the transaction that fills it. */
  async function firstFill(tx: Db, posts: (FirstPost & { image_url: string })[]) {
    for (const { title, content, image_url, created_at } of posts)
      await store.insert(tx, { ...writtenFrom({ title, content }), image_url, created_at });
  }
}

const MISSING = 'Blog post not found.';

function found(post: store.StoredPost | undefined): Post {
  if (!post) throw notFound(MISSING);
  return shown(post);
}

const shown = (post: store.StoredPost): Post => ({ ...post, day: dayAtTheFarm(post.created_at) });

function writtenFrom({ title, content }: PostDraft) {
  const clean = cleanHtml(content);
  // Cleaning makes some things longer: a bare < becomes four letters.
  if (clean.length > CONTENT_LENGTH) throw invalid({ content: [CONTENT_TOO_LONG] });
  return { title, content: clean, excerpt: excerptOf(clean) };
}
