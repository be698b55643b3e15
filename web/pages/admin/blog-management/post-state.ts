// Whether a post is published, as staff see it.

import type { Post } from '#contracts/blog.ts';
import { formatShortDateTime } from '#contracts/dates.ts';

export type PostState = 'draft' | 'scheduled' | 'published';

/** The specification's post has no publication date. */
export function stateOf({ published_at }: Partial<Pick<Post, 'published_at'>>): PostState {
  if (published_at === null) return 'draft';
  return published_at !== undefined && Date.parse(published_at) > Date.now() ? 'scheduled' : 'published';
}

/** Draft, Scheduled for Nov 20, 9:00 am or Published Nov 20, 9:00 am */
export function stateText(post: Pick<Post, 'published_at' | 'created_at'>): string {
  const time = formatShortDateTime(post.published_at ?? post.created_at);
  return { draft: 'Draft', scheduled: `Scheduled for ${time}`, published: `Published ${time}` }[stateOf(post)];
}
