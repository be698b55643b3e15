import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Newsletter } from '#contracts/alerts.ts';
import type { Post } from '#contracts/blog.ts';
import { formatShortDateTime } from '#contracts/dates.ts';
import { mutate } from '#web/query/mutate.ts';
import { query } from '#web/query/query.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { useQuery } from '#web/query/use-query.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FormError } from '#web/ui/field.tsx';

const POLL_MS = 2000;

/** Sends a published post to everyone who asked for news, with a preview and a count. */
export function SendAsNews({ post: { id } }: { post: Post }) {
  const params = { id };
  const newsletter = query('GET /api/newsletters/:id', { params });
  const state = useQuery(newsletter);
  const queryCache = useQueryCache();
  const { busy, error, submit } = useSubmit();
  const [confirming, setConfirming] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const sending = state.is === 'ready' && state.data.data.started_at !== null && state.data.data.finished_at === null;
  useEffect(() => {
    if (!sending) return undefined;
    const timer = setInterval(() => queryCache.refetch(newsletter.url), POLL_MS);
    return () => clearInterval(timer);
  }, [sending, queryCache, newsletter.url]);

  async function send() {
    await submit(async () => {
      const response = await mutate('POST /api/newsletters/:id', { params });
      queryCache.update(newsletter.url, () => response);
    });
    // Close the dialog before moving focus; while it is open, nothing behind it can be focused.
    flushSync(() => setConfirming(false));
    heading.current?.focus();
  }

  return (
    <section className="preview-link" aria-labelledby="send-as-news-heading">
      <h4 ref={heading} id="send-as-news-heading" tabIndex={-1}>
        Send as news
      </h4>
      <AsyncView state={state} loading="Loading subscribers..." skeleton={<div className="skeleton post-skeleton" />}>
        {({ data }) => (
          <>
            <p className="admin-faint" role="status">
              {describe(data)}
            </p>
            {!data.started_at && data.subscribers > 0 && (
              <>
                <details className="news-preview">
                  <summary>Show the email</summary>
                  <p>
                    <strong>{data.subject}</strong>
                  </p>
                  <pre>{data.text}</pre>
                </details>
                <div className="version-actions">
                  <button className="button" type="button" disabled={busy} onClick={() => setConfirming(true)}>
                    Send to {people(data.subscribers)}
                  </button>
                </div>
              </>
            )}
            {error.text && <FormError text={error.text} />}
            {confirming && (
              <ConfirmDialog
                text={`Send this post to ${people(data.subscribers)}? It goes out once and cannot be taken back.`}
                confirmLabel="Send"
                tone="gold"
                busy={busy}
                onConfirm={() => void send()}
                onCancel={() => setConfirming(false)}
              />
            )}
          </>
        )}
      </AsyncView>
    </section>
  );
}

const people = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`);

function describe({ subscribers, started_at, finished_at, emails }: Newsletter): string {
  if (finished_at)
    return `Sent to ${people(emails)}. The last email was queued on ${formatShortDateTime(finished_at)}.`;
  if (started_at) return 'On its way, in batches. The Mail page shows each email.';
  if (subscribers === 0) return 'Nobody has asked for news yet. Visitors can, below the blog.';
  return `Emails the start of the post and a link to ${people(subscribers)} who asked for news. Each post goes out once.`;
}
