// Whether a post is published, as staff see it.
import type { Post } from '#contracts/blog.ts';
import { localDateTime } from '#web/ui/local-date.ts';

export type PostState = 'draft' | 'scheduled' | 'published';

/** The specification's post has no publication date. */
export function stateOf({ published_at }: Partial<Pick<Post, 'published_at'>>): PostState {
  if (published_at === null) return 'draft';
  return published_at !== undefined && Date.parse(published_at) > Date.now() ? 'scheduled' : 'published';
}

/** Draft, Scheduled for 11/20/2026, 9:00 AM or Published 11/20/2026, 9:00 AM */
export function stateText(post: Pick<Post, 'published_at' | 'created_at'>): string {
  const time = localDateTime(post.published_at ?? post.created_at);
  return { draft: 'Draft', scheduled: `Scheduled for ${time}`, published: `Published ${time}` }[stateOf(post)];
}
