// The farm's news: what visitors read and staff write.

import type { FirstPost } from '../../content/first-posts.ts';
import { CONTENT_LENGTH, CONTENT_TOO_LONG, POSTS_PER_PAGE, type Post, type PostDraft } from '../../contracts/blog.ts';
import { dayAtTheFarm } from '../../contracts/dates.ts';
import { pictureFolders, pictureInPost } from '../../contracts/pictures.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Db } from '../database/schema.ts';
import { pagination } from '../http/pagination.ts';
import type { Upload } from '../http/read-form.ts';
import type { Media } from '../media/media.ts';
import { invalid, notFound } from '../problems.ts';
import * as store from './blog.store.ts';
import { cleanHtml, excerptOf } from './post-html.ts';

export type Blog = ReturnType<typeof createBlog>;

export function createBlog({ database, media, now }: { database: Database; media: Media; now: Clock }) {
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

  async function publish(draft: PostDraft, picture: Upload | undefined) {
    const written = writtenFrom(draft);
    const image_url = picture ? await media.keep(picture, 'blogs') : null;
    const post = { ...written, image_url, created_at: now().toISOString() };
    return { data: shown(await change(['posts'], (tx) => store.insert(tx, post))) };
  }

  async function revise(id: number, draft: PostDraft, picture: Upload | undefined) {
    found(await store.find(db, id));
    const written = writtenFrom(draft);
    const image = picture ? { image_url: await media.keep(picture, 'blogs') } : {};
    return { data: found(await change(['posts'], (tx) => store.update(tx, id, { ...written, ...image }))) };
  }

  async function withdraw(id: number) {
    const removed = await change(['posts'], (tx) => store.remove(tx, id));
    if (!removed) throw notFound(MISSING);
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
