// Links that show a post before it is published, without login. A post has one at most; we store only the token's hash.
import type { Person } from '#contracts/accounts.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { PREVIEW_DAYS } from '#contracts/post-versions.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { hashToken, newToken } from '#server/secret-token.ts';
import * as store from './blog.store.ts';
import type { Blog } from './blog.ts';
import * as previews from './post-previews.store.ts';
import { requirePost } from './to-post.ts';

export type PostPreviews = ReturnType<typeof createPostPreviews>;

type Deps = { database: Database; audit: AuditWriter; now: Clock; siteUrl(): string; blog: Pick<Blog, 'withLinks'> };

const DAY_MS = 86_400_000;

export function createPostPreviews({ database: { db, transaction }, audit, now, siteUrl, blog }: Deps) {
  const time = () => now().toISOString();
  return { open, status, make, revoke, cleanUp };

  /** The post behind a link. With a wrong, revoked or expired one, only if it is published anyway. */
  async function open(post_id: number, token: string) {
    const preview = await previews.find(db, { post_id, now: time() });
    const isValid = preview?.token_hash === hashToken(token);
    const post = requirePost(isValid ? await store.find(db, post_id) : await store.findPublished(db, post_id, time()));
    const isPublished = post.published_at !== null && post.published_at <= time();
    return { ...(await blog.withLinks(post)), ...(!isPublished && { preview_until: preview?.expires_at }) };
  }

  async function status(post_id: number) {
    requirePost(await store.find(db, post_id));
    const preview = await previews.find(db, { post_id, now: time() });
    return { data: preview ? { expires_at: preview.expires_at } : null };
  }

  async function make(post_id: number, actor: Person) {
    const token = newToken();
    const expires_at = new Date(now().getTime() + PREVIEW_DAYS * DAY_MS).toISOString();
    await transaction([], async (tx) => {
      const { title } = requirePost(await store.lock(tx, post_id));
      await previews.put(tx, { post_id, token_hash: hashToken(token), expires_at });
      await audit.record(tx, { actor, action: 'preview link made', subject: title, subject_id: post_id });
    });
    return { data: { url: `${siteUrl()}${pagePaths.blog(post_id)}?preview=${token}`, expires_at } };
  }

  async function revoke(post_id: number, actor: Person) {
    await transaction([], async (tx) => {
      const { title } = requirePost(await store.lock(tx, post_id));
      if (await previews.remove(tx, post_id))
        await audit.record(tx, { actor, action: 'preview link revoked', subject: title, subject_id: post_id });
    });
    return { message: 'The preview link no longer works.' };
  }

  async function cleanUp(): Promise<void> {
    await transaction([], (tx) => previews.removeExpired(tx, time()));
  }
}
