// Writes a post with its version and audit entry, in the caller's transaction.
import type { Person } from '#contracts/accounts.ts';
import type { Action } from '#contracts/audit.ts';
import type { PostField } from '#contracts/post-versions.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Db } from '#server/database/schema.ts';
import { conflict } from '#server/http-errors.ts';
import * as store from './blog.store.ts';
import { excerptOf } from './post-html.ts';
import * as versions from './post-versions.store.ts';
import { toPost } from './to-post.ts';

/** What a version records. */
export type PostValues = Pick<store.StoredPost, PostField>;

type Save = {
  audit: AuditWriter;
  /** Undefined for the posts of a new shop. */
  actor: Person | undefined;
  at: string;
  restored?: number;
};

export async function insertPost(
  tx: Db,
  post: PostValues & { created_at: string },
  save: Save,
): Promise<store.StoredPost> {
  const added = await store.insert(tx, { ...post, excerpt: excerptOf(post.content) });
  await record(tx, added, save);
  await auditPost(tx, added, firstAction(added, save.at), save);
  return added;
}

/** Saves nothing if nothing has changed. */
export async function updatePost(
  tx: Db,
  current: store.StoredPost,
  values: PostValues,
  save: Save,
): Promise<store.StoredPost> {
  if (changedFields(current, values).length === 0) return current;
  const { id, version } = current;
  const changes = { ...values, excerpt: excerptOf(values.content), updated_at: save.at, version: version + 1 };
  const saved = await store.update(tx, id, changes);
  await record(tx, saved, save);
  await auditPost(tx, saved, save.restored ? 'post version restored' : nextAction(current, saved, save.at), save);
  return saved;
}

/** `seen` is the version that the caller based the change on. */
export function rejectOutdated(current: store.StoredPost, seen: number | undefined): void {
  if (seen !== undefined && seen !== current.version)
    throw conflict('Someone else changed this post. Nothing was saved.', toPost(current));
}

export const changedFields = (before: PostValues, after: PostValues): PostField[] =>
  fields.filter((field) => before[field] !== after[field]);
const fields: PostField[] = ['title', 'content', 'description', 'image_url', 'published_at'];

function record(tx: Db, post: store.StoredPost, { actor, at, restored }: Save): Promise<void> {
  const { id, version, title, content, description, image_url, published_at } = post;
  return versions.insert(tx, {
    ...{ post_id: id, version, title, content, description, image_url, published_at, at },
    account_id: actor?.id ?? null,
    restored_version: restored ?? null,
  });
}

async function auditPost(
  tx: Db,
  { id, title }: store.StoredPost,
  action: Action,
  { audit, actor }: Save,
): Promise<void> {
  if (actor) await audit.record(tx, { actor, action, subject: title, subject_id: id });
}

function firstAction({ published_at }: PostValues, now: string): Action {
  if (published_at === null) return 'post drafted';
  return published_at > now ? 'post scheduled' : 'post published';
}

function nextAction(before: PostValues, after: PostValues, now: string): Action {
  const [was, is] = [firstAction(before, now), firstAction(after, now)];
  if (was === is && (is !== 'post scheduled' || before.published_at === after.published_at)) return 'post revised';
  return is === 'post drafted' ? 'post unpublished' : is;
}
