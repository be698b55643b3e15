// Sends a post to everyone who wants the news, in batches. Each batch is queued in the transaction that notes how far it got, so
// a restart goes on where it stopped, and nobody gets it twice.
import type { Person } from '#contracts/accounts.ts';
import type { Newsletter } from '#contracts/alerts.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { StoredPost } from '#server/blog/blog.store.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { conflict, notFound } from '#server/http-errors.ts';
import type { Email, Sender } from '#server/mail/email-template.ts';
import type { Outbox } from '#server/mail/mail.ts';
import { newsEmail } from './alert-emails.ts';
import * as store from './newsletters.store.ts';
import * as subscriptions from './subscriptions.store.ts';

export type Newsletters = ReturnType<typeof createNewsletters>;

const BATCH = 100;

type Deps = {
  database: Database;
  outbox: Outbox;
  audit: AuditWriter;
  sender(): Sender;
  now: Clock;
  findPost(db: Db, id: number): Promise<StoredPost | undefined>;
  /** As mail programs show it without HTML. */
  preview(email: Email): string;
  /** Starts sending now instead of with the next run of the job. */
  onStart(): void;
};

export function createNewsletters({ database, outbox, audit, sender, now, findPost, preview, onStart }: Deps) {
  const { db, transaction } = database;
  return { find, start, sendUnfinished };

  async function find(id: number): Promise<{ data: Newsletter }> {
    const post = await requirePost(db, id);
    const [subscribers, sent] = await Promise.all([subscriptions.countNews(db), store.find(db, id)]);
    const example = newsEmail({ ...post, email: '', token: 'example' }, sender());
    return {
      data: {
        ...{ post_id: id, subject: example.subject, text: preview(example), subscribers },
        started_at: sent?.started_at ?? null,
        emails: sent?.emails ?? 0,
        finished_at: sent?.finished_at ?? null,
      },
    };
  }

  async function start(id: number, actor: Person) {
    const started_at = now().toISOString();
    await transaction([], async (tx) => {
      const post = await requirePost(tx, id);
      if (!isPublished(post, started_at)) throw conflict('Publish the post before you send it.');
      if (!(await store.start(tx, { post_id: id, account_id: actor.id, started_at })))
        throw conflict('This post was sent before. Each post goes out once.');
      await audit.record(tx, { actor, action: 'post sent as news', subject: post.title, subject_id: id });
    });
    onStart();
    return find(id);
  }

  async function sendUnfinished(isStopping: () => boolean): Promise<void> {
    for (const id of await store.listUnfinished(db)) {
      let more = true;
      while (more && !isStopping()) more = await transaction([], (tx) => sendBatch(tx, id));
    }
  }

  /**
   * Those who confirmed after the start read the post on the website. A post that was taken back waits until it is
   * published again: its link would lead nowhere.
   */
  async function sendBatch(tx: Db, id: number): Promise<boolean> {
    const newsletter = await store.lockUnfinished(tx, id);
    const post = await findPost(tx, id);
    if (!newsletter || !post || !isPublished(post, now().toISOString())) return false;
    const { last_subscription_id, started_at } = newsletter;
    const range = { after: last_subscription_id, confirmedBy: started_at, limit: BATCH };
    const batch = await subscriptions.nextNews(tx, range);
    await outbox.queue(tx, ...batch.map(({ email, token }) => newsEmail({ ...post, email, token }, sender())));
    const more = batch.length === BATCH;
    await store.advance(tx, {
      ...{ post_id: id, last_subscription_id: batch.at(-1)?.id ?? last_subscription_id, queued: batch.length },
      finished_at: more ? null : now().toISOString(),
    });
    return more;
  }

  async function requirePost(db: Db, id: number): Promise<StoredPost> {
    const post = await findPost(db, id);
    if (!post) throw notFound('Blog post not found.');
    return post;
  }
}

const isPublished = ({ published_at }: StoredPost, at: string): boolean => published_at !== null && published_at <= at;
