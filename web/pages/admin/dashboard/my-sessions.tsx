import { useId } from 'react';
import type { Session } from '#contracts/accounts.ts';
import { formatDateTime } from '#contracts/dates.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { send } from '#web/query/mutate.ts';
import { get } from '#web/query/query.ts';
import { useAnswers } from '#web/query/query-cache.ts';
import { useAnswer } from '#web/query/use-query.ts';
import { useSending } from '#web/query/use-submit.ts';
import { Loaded } from '#web/ui/async-view.tsx';
import { toast } from '#web/ui/toast.tsx';

const sessionsCall = get('GET /api/account/sessions', {});
type Listed = ResponseOf<'GET /api/account/sessions'>;

/** Where somebody is logged in, and how to end it there. */
export function OwnSessions() {
  const sessions = useAnswer(sessionsCall);
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>Where you are logged in</h3>
      <Loaded from={sessions} loading="Loading sessions..." skeleton={<div className="skeleton office-row-skeleton" />}>
        {({ data }) => <SessionTable sessions={data} />}
      </Loaded>
    </section>
  );
}

function SessionTable({ sessions }: { sessions: Session[] }) {
  const answers = useAnswers();
  const { busy, refused, run } = useSending();

  function end(id: string) {
    void run(async () => {
      const { message } = await send('DELETE /api/account/sessions/:id', { params: { id } });
      keepOnly((session) => session.id !== id);
      toast({ text: message });
    });
  }

  function endOthers() {
    void run(async () => {
      const { message } = await send('DELETE /api/account/sessions', {});
      keepOnly(({ current }) => current);
      toast({ text: message });
    });
  }

  function keepOnly(goesOn: (session: Session) => boolean) {
    answers.update(sessionsCall.url, ({ data }: Listed) => ({ data: data.filter(goesOn) }));
  }

  return (
    <>
      <table className="office-table sessions-table">
        <thead>
          <tr>
            <th scope="col">Device</th>
            <th scope="col">Address</th>
            <th scope="col">Since</th>
            <th scope="col">Last used</th>
            <th scope="col">
              <span className="unseen">End it</span>
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
          End all others
        </button>
      )}
      {refused.text && <p role="alert">{refused.text}</p>}
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
        {formatDateTime(created_at)}
      </td>
      <td>
        <span className="sessions-label">Last used </span>
        {current ? 'Now' : formatDateTime(used_at)}
      </td>
      <td>
        {current ? (
          <b>This one</b>
        ) : (
          <button className="button" type="button" aria-disabled={busy} aria-label={`End ${name}`} onClick={onEnd}>
            End
          </button>
        )}
      </td>
    </tr>
  );
}
