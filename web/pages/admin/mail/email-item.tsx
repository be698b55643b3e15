import { useState } from 'react';
import { formatShortDateTime } from '#contracts/dates.ts';
import type { SentEmail } from '#contracts/emails.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { mutate } from '#web/query/mutate.ts';
import { query } from '#web/query/query.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { useQuery } from '#web/query/use-query.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { toast } from '#web/ui/toast.tsx';

const EMAILS = '/api/emails';

export function EmailItem({ email }: { email: SentEmail }) {
  const { id, subject, recipient, order_id, invoice } = email;
  const [open, setOpen] = useState(false);
  return (
    <li>
      <div className="mail-head">
        <h2>{subject}</h2>
        <p>
          To {recipient}
          {order_id && (
            <>
              {' · '}
              <a href={pagePaths.order(order_id)}>Order {order_id}</a>
            </>
          )}
          {invoice && (
            <>
              {' · '}
              <a href={pagePaths.invoice(invoice)}>PDF attached</a>
            </>
          )}
        </p>
        <p className={email.state === 'failed' ? 'mail-failed' : 'admin-faint'}>{describe(email)}</p>
      </div>
      <div className="mail-actions">
        <button
          className="button"
          type="button"
          aria-expanded={open}
          aria-controls={`mail-${id}`}
          aria-label={`${open ? 'Hide' : 'Read'} ${subject}`}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide' : 'Read'}
        </button>
        {!(email.state === 'sent' && email.secret) && <SendAgain email={email} />}
      </div>
      <div id={`mail-${id}`} className="mail-text">
        {open && <Text id={id} />}
      </div>
    </li>
  );
}

function describe({ state, created_at, sent_at, next_try_at, tries, last_error }: SentEmail): string {
  if (state === 'sent') return `Sent ${formatShortDateTime(sent_at ?? created_at)}`;
  const attempts = tries === 1 ? '1 attempt' : `${tries} attempts`;
  const reason = last_error ? `: ${last_error}` : '';
  if (state === 'failed') return `Not sent. We gave up after ${attempts}${reason}`;
  if (tries === 0) return 'Waiting to be sent';
  return `Waiting. Next try ${formatShortDateTime(next_try_at ?? created_at)}, after ${attempts}${reason}`;
}

function Text({ id }: { id: number }) {
  const state = useQuery(query('GET /api/emails/:id', { params: { id } }));
  return (
    <AsyncView state={state} loading="Loading email..." skeleton={<div className="skeleton mail-skeleton" />}>
      {({ data: { text } }) =>
        text === null ? (
          <p>It has a link that opens an account, so only its recipient can read it.</p>
        ) : (
          <pre>{text}</pre>
        )
      }
    </AsyncView>
  );
}

function SendAgain({ email: { id, state, subject, recipient } }: { email: SentEmail }) {
  const queryCache = useQueryCache();
  const { busy, error, submit } = useSubmit();
  const send = () =>
    submit(async () => {
      await mutate('POST /api/emails/:id/deliveries', { params: { id } });
      queryCache.invalidate(EMAILS);
      toast({ text: `The email to ${recipient} goes out in a moment.` });
    });
  return (
    <>
      <button
        className="button"
        type="button"
        aria-busy={busy}
        disabled={busy}
        aria-label={`${state === 'sent' ? 'Send again' : 'Send now'}: ${subject}`}
        onClick={() => void send()}
      >
        {state === 'sent' ? 'Send again' : 'Send now'}
      </button>
      {error.text && (
        <p className="form-error" role="alert">
          {error.text}
        </p>
      )}
    </>
  );
}
