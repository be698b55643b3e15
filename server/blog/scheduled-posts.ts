// Publishes scheduled posts on cached pages. Uncached ones need no help: they compare each post's time with the clock.
import type { Clock } from '#server/clock.ts';
import { ALL_TAGS, type CacheTag } from '#server/database/cache-tags.ts';
import type { Database } from '#server/database/database.ts';
import { findNextPublication } from './blog.store.ts';

type Deps = { database: Pick<Database, 'db' | 'onChange'>; now: Clock; invalidate(tag: CacheTag): void };

/**
 * Every instance runs this each second, with its own cache. It remembers the next time a post is due and asks the database only
 * after posts have changed.
 */
export function createScheduledPosts({ database, now, invalidate }: Deps) {
  /** Undefined if it is not known. */
  let next: { at: string | undefined } | undefined;
  let changes = 0;
  // Posts due before this were published by an earlier run, or by the change that set their time.
  let checkedUntil = now().toISOString();
  database.onChange((changed) => {
    if (changed !== 'posts' && changed !== ALL_TAGS) return;
    next = undefined;
    changes += 1;
  });
  return { publishDue };

  async function publishDue(): Promise<void> {
    const time = now().toISOString();
    // The clock was set back.
    if (time < checkedUntil) [next, checkedUntil] = [undefined, time];
    const { at } = next ?? (await findNext());
    if (at !== undefined && at <= time) {
      next = undefined;
      invalidate('posts');
    }
    checkedUntil = time;
  }

  async function findNext() {
    const seen = changes;
    const found = { at: await findNextPublication(database.db, checkedUntil) };
    if (seen === changes) next = found;
    return found;
  }
}
