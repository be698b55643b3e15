// When a post is published: what staff choose, and what is sent.
import type { Post } from '#contracts/blog.ts';
import { stateOf, stateText } from './post-state.ts';

export type PublishChoice = 'keep' | 'now' | 'date' | 'draft';

/** `date` is the value of a datetime-local input, in the reader's time zone. */
export type Publishing = { choice: PublishChoice; date: string };

/** A new post is published at once, an edited one keeps its date. */
export const publishingOf = (post: Post | undefined): Publishing => ({ choice: post ? 'keep' : 'now', date: '' });

export function choicesFor(post: Post | undefined): { value: PublishChoice; label: string }[] {
  const state = post && stateOf(post);
  const date: PublishChoice = 'date';
  return [
    ...(post ? [{ value: 'keep' as const, label: stateText(post) }] : []),
    ...(state === 'published' ? [] : [{ value: 'now' as const, label: 'Right away' }]),
    { value: date, label: state === 'scheduled' || state === 'published' ? 'At another time' : 'At a time you choose' },
    ...(state === 'draft' ? [] : [{ value: 'draft' as const, label: 'Not yet (draft)' }]),
  ];
}

/** The form field; undefined leaves it to the server. */
export function publishedAt({ choice, date }: Publishing): string | undefined {
  switch (choice) {
    case 'keep':
      return undefined;
    case 'now':
      return 'now';
    case 'draft':
      return '';
    case 'date':
      // The server rejects what is no date; empty would be a draft.
      return Number.isNaN(Date.parse(date)) ? 'no date' : new Date(date).toISOString();
  }
}

/** For a datetime-local input: where the post is now, or the next full hour. */
export function suggestedDate(post: Post | undefined, now = new Date()): string {
  const time = post?.published_at ? new Date(post.published_at) : new Date(now.getTime() + 3_600_000);
  if (!post?.published_at) time.setMinutes(0);
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
