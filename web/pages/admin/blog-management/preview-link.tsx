import { useState } from 'react';
import type { Post } from '#contracts/blog.ts';
import { formatShortDateTime } from '#contracts/dates.ts';
import { mutate } from '#web/query/mutate.ts';
import { query } from '#web/query/query.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { useQuery } from '#web/query/use-query.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { Field, FormError } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.tsx';

/** A link that shows an unpublished post without login. Only who makes it sees it, and only once. */
export function PreviewLink({ post: { id } }: { post: Post }) {
  const params = { id };
  const status = query('GET /api/admin/blogs/:id/preview-link', { params });
  const state = useQuery(status);
  const queryCache = useQueryCache();
  const { busy, error, submit } = useSubmit();
  const [url, setUrl] = useState<string>();

  const make = () =>
    submit(async () => {
      const { data } = await mutate('POST /api/admin/blogs/:id/preview-link', { params });
      setUrl(data.url);
      queryCache.update(status.url, () => ({ data: { expires_at: data.expires_at } }));
    });
  const revoke = () =>
    submit(async () => {
      const { message } = await mutate('DELETE /api/admin/blogs/:id/preview-link', { params });
      setUrl(undefined);
      queryCache.update(status.url, () => ({ data: null }));
      toast({ text: message });
    });

  return (
    <section className="preview-link" aria-labelledby="preview-link-heading">
      <h4 id="preview-link-heading">Preview link</h4>
      <AsyncView state={state} loading="Loading preview link..." skeleton={<div className="skeleton post-skeleton" />}>
        {({ data }) => (
          <>
            <p className="admin-faint">
              {data
                ? `Anyone with the link can read this post until ${formatShortDateTime(data.expires_at)}, as it was last saved.`
                : 'Shows this post to people without a login, as it was last saved. It works for seven days.'}
            </p>
            {url && <Copyable url={url} />}
            <div className="version-actions">
              <button className="button" type="button" disabled={busy} onClick={() => void make()}>
                {data ? 'Make a new link' : 'Make a preview link'}
              </button>
              {data && (
                <button className="button" type="button" disabled={busy} onClick={() => void revoke()}>
                  Revoke
                </button>
              )}
            </div>
            {error.text && <FormError text={error.text} />}
          </>
        )}
      </AsyncView>
    </section>
  );
}

function Copyable({ url }: { url: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      toast({ text: 'Link copied.' });
    } catch {
      toast({
        text: "Your browser doesn't allow copying. Select the link and copy it yourself.",
        variant: 'destructive',
      });
    }
  }
  return (
    <div className="preview-link-url">
      <Field
        label="Link"
        help="Copy it now: it is shown only once."
        readOnly
        value={url}
        onFocus={({ target }) => target.select()}
      />
      <button className="button" type="button" onClick={() => void copy()}>
        Copy
      </button>
    </div>
  );
}
