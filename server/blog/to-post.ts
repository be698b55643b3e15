// A stored post as the API returns it.
import type { Post } from '#contracts/blog.ts';
import { farmDay } from '#contracts/dates.ts';
import { notFound } from '#server/http-errors.ts';
import type { StoredPost } from './blog.store.ts';

export function requirePost(post: StoredPost | undefined): StoredPost {
  if (!post) throw notFound('Blog post not found.');
  return post;
}

export const toPost = (post: StoredPost): Post => ({
  ...post,
  updated_at: lastChangeOf(post),
  day: farmDay(post.published_at ?? post.created_at),
});

/** When it was last edited or, if that came later, published. */
export function lastChangeOf({
  created_at,
  updated_at,
  published_at,
}: Pick<StoredPost, 'created_at' | 'updated_at' | 'published_at'>): string {
  const edited = updated_at ?? created_at;
  return published_at !== null && published_at > edited ? published_at : edited;
}
