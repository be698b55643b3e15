import { useId } from 'react';
import type { Session } from '#contracts/accounts.ts';
import { formatShortDateTime } from '#contracts/dates.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { mutate } from '#web/query/mutate.ts';
import { query } from '#web/query/query.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { useQuery } from '#web/query/use-query.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { toast } from '#web/ui/toast.tsx';

const sessionsQuery = query('GET /api/account/sessions', {});
type SessionList = ResponseOf<'GET /api/account/sessions'>;

/** The account's sessions, which can be ended from here. */
export function MySessions() {
  const sessions = useQuery(sessionsQuery);
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h2 className="admin-section" id={heading}>
        Where you're logged in
      </h2>
      <AsyncView
        state={sessions}
        loading="Loading sessions..."
        skeleton={<div className="skeleton admin-row-skeleton" />}
      >
        {({ data }) => <SessionTable sessions={data} />}
      </AsyncView>
    </section>
  );
}

function SessionTable({ sessions }: { sessions: Session[] }) {
  const queryCache = useQueryCache();
  const { busy, error, submit } = useSubmit();

  function end(id: string) {
    void submit(async () => {
      const { message } = await mutate('DELETE /api/account/sessions/:id', { params: { id } });
      keepOnly((session) => session.id !== id);
      toast({ text: message });
    });
  }

  function endOthers() {
    void submit(async () => {
      const { message } = await mutate('DELETE /api/account/sessions', {});
      keepOnly(({ current }) => current);
      toast({ text: message });
    });
  }

  function keepOnly(isKept: (session: Session) => boolean) {
    queryCache.update(sessionsQuery.url, ({ data }: SessionList) => ({ data: data.filter(isKept) }));
  }

  return (
    <>
      <table className="admin-table sessions-table">
        <thead>
          <tr>
            <th scope="col">Device</th>
            <th scope="col">IP address</th>
            <th scope="col">Since</th>
            <th scope="col">Last used</th>
            <th scope="col">
              <span className="visually-hidden">Log out</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} busy={busy} onEnd={() => end(session.id)} />
          ))}
        </tbody>
      </table>
      {sessions.length > 1 && (
        <button className="button sessions-others" type="button" aria-disabled={busy} onClick={endOthers}>
          Log out everywhere else
        </button>
      )}
      {error.text && <p role="alert">{error.text}</p>}
    </>
  );
}

type RowProps = { session: Session; busy: boolean; onEnd(): void };

function SessionRow({ session: { device, address, created_at, used_at, current }, busy, onEnd }: RowProps) {
  const name = device || 'Unknown device';
  return (
    <tr>
      <td>{name}</td>
      <td className="sessions-address">{address}</td>
      <td>
        <span className="sessions-label">Since </span>
        {formatShortDateTime(created_at)}
      </td>
      <td>
        <span className="sessions-label">Last used </span>
        {current ? 'Now' : formatShortDateTime(used_at)}
      </td>
      <td>
        {current ? (
          <b>This device</b>
        ) : (
          <button className="button" type="button" aria-disabled={busy} aria-label={`Log out ${name}`} onClick={onEnd}>
            Log out
          </button>
        )}
      </td>
    </tr>
  );
}
