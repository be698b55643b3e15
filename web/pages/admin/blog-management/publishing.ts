// When a post is published: what staff choose, and what is sent.
import type { Post } from '#contracts/blog.ts';
import { farmDateTime, farmInstant } from '#contracts/dates.ts';
import { stateOf, stateText } from './post-state.ts';

export type PublishChoice = 'keep' | 'now' | 'date' | 'draft';

/** `date` is the value of a datetime-local input, in the farm's time zone. */
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
      return Number.isNaN(Date.parse(date)) ? 'no date' : farmInstant(date.slice(0, 10), date.slice(11, 16));
  }
}

/** For a datetime-local input: where the post is now, or the next full hour. */
export function suggestedDate(post: Post | undefined, now = new Date()): string {
  const time = farmDateTime(post?.published_at ?? new Date(now.getTime() + 3_600_000).toISOString()).replace(' ', 'T');
  return post?.published_at ? time : time.replace(/\d\d$/, '00');
}
