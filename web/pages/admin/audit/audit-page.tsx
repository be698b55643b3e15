import { useEffect } from 'react';
import { farm } from '#content/farm.ts';
import type { AuditEntry } from '#contracts/audit.ts';
import { formatDateTime } from '#contracts/dates.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import { capitalize } from '#web/ordering/status-pill.tsx';
import { useQueryCache } from '#web/query/query-cache.ts';
import type { QueryState } from '#web/query/query-state.ts';
import { type Head, useRouteLocation } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';

export const headFor = (): Head => ({ title: `Audit trail · ${farm.brand}`, description: '' });

export function Page({ lines }: { lines: QueryState<ResponseOf<'GET /api/audit'>> }) {
  const answers = useQueryCache();
  // Every other page of the office adds to it: what was read before may be behind.
  useEffect(() => answers.refetch('/api/audit'), [answers]);
  return (
    <AdminPage title="Audit trail">
      <p className="admin-lead">What staff did, newest first. Lines are only ever added.</p>
      <AsyncView
        state={lines}
        loading="Loading audit trail..."
        skeleton={<div className="skeleton admin-row-skeleton" />}
      >
        {({ data, next_page_url }) => (
          <>
            {data.length === 0 ? <p className="admin-empty">Nothing was done yet.</p> : <Lines lines={data} />}
            <Turning older={next_page_url} />
          </>
        )}
      </AsyncView>
    </AdminPage>
  );
}

function Lines({ lines }: { lines: AuditEntry[] }) {
  return (
    <table className="admin-table audit-table">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">On what</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td className="admin-faint">{formatDateTime(line.at)}</td>
            <td>{line.who ?? 'Command'}</td>
            <td>{capitalize(line.action)}</td>
            <td className="audit-subject">
              <Subject {...line} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Subject({ action, subject, subject_id }: AuditEntry) {
  if (!action.startsWith('order ') || !subject_id) return subject;
  return (
    <a className="text-link" href={pagePaths.order(subject_id)}>
      {subject}
    </a>
  );
}

/** No numbers of pages: new lines come in at the top all the time, and would move every page along. */
function Turning({ older }: { older: string | null }) {
  const before = older?.split('before=')[1];
  const later = useRouteLocation().searchParams.has('before');
  if (!before && !later) return undefined;
  return (
    <form className="pager" action={pagePaths.audit} method="get" aria-label="Pages">
      {later && (
        <a className="button" href={pagePaths.audit}>
          Newest
        </a>
      )}
      <button className="button" type="submit" name="before" value={before} disabled={!before}>
        Older
      </button>
    </form>
  );
}
