// The versions of a post: what each save changed, and the way back.
import type { Person } from '#contracts/accounts.ts';
import { MAX_ID } from '#contracts/endpoint.ts';
import { type PostRevision, REVISIONS_PER_PAGE } from '#contracts/post-versions.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { invalid } from '#server/http-errors.ts';
import * as store from './blog.store.ts';
import * as versions from './post-versions.store.ts';
import { changedFields, type PostValues, rejectOutdated, updatePost } from './save-post.ts';
import { requirePost, toPost } from './to-post.ts';

export type PostVersions = ReturnType<typeof createPostVersions>;

type Deps = { database: Database; audit: AuditWriter; now: Clock };
type Restoration = { to: number; version?: number | undefined };

export function createPostVersions({ database: { db, transaction }, audit, now }: Deps) {
  return { list, restore };

  async function list(post_id: number, before = MAX_ID) {
    const [post, rows] = await Promise.all([
      store.find(db, post_id),
      versions.listNewestFirst(db, { post_id, before: Math.min(before, MAX_ID) }),
    ]);
    requirePost(post);
    const data = rows.slice(0, REVISIONS_PER_PAGE).map((row, index): PostRevision => {
      const { version, at, who, restored_version } = row;
      return { version, at, who, restored_version, changes: changesBetween(rows[index + 1], row) };
    });
    const next = `/api/admin/blogs/${post_id}/revisions?before=${data.at(-1)?.version}`;
    return { data, next_page_url: rows.length > data.length ? next : null };
  }

  /** Everything goes back, including whether it is published. The restored version is a new one, so this can be undone. */
  async function restore(id: number, { to, version }: Restoration, actor: Person) {
    return {
      data: await transaction(['posts'], async (tx) => {
        const current = requirePost(await store.lock(tx, id));
        rejectOutdated(current, version);
        const values = await versions.find(tx, { post_id: id, version: Math.min(to, MAX_ID) });
        if (!values) throw invalid({ to: ['This post has no such version.'] });
        const save = { audit, actor, at: now().toISOString(), restored: to };
        return toPost(await updatePost(tx, current, values, save));
      }),
    };
  }
}

function changesBetween(before: PostValues | undefined, after: PostValues): PostRevision['changes'] {
  if (!before) return [];
  return changedFields(before, after).map((field) => ({
    field,
    before: before[field] ?? '',
    after: after[field] ?? '',
  }));
}
