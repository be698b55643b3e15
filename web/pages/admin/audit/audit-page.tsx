import { useEffect } from 'react';
import type { AuditEntry } from '#contracts/audit.ts';
import { formatShortDateTime } from '#contracts/dates.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import { capitalize } from '#web/ordering/status-pill.tsx';
import { useQueryCache } from '#web/query/query-cache.ts';
import type { QueryState } from '#web/query/query-state.ts';
import { type Head, useRouteLocation } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';

export const headFor = (): Head => ({ title: 'Audit trail' });

export function Page({ entries }: { entries: QueryState<ResponseOf<'GET /api/audit'>> }) {
  const queryCache = useQueryCache();
  // Other pages add entries, so cached data may be outdated.
  useEffect(() => queryCache.refetch('/api/audit'), [queryCache]);
  return (
    <AdminPage title="Audit trail">
      <p className="admin-lead">What staff did, newest first. Entries are never changed or removed.</p>
      <AsyncView
        state={entries}
        loading="Loading audit trail..."
        skeleton={<div className="skeleton admin-row-skeleton" />}
      >
        {({ data, next_page_url }) => (
          <>
            {data.length === 0 ? <p className="admin-empty">Nothing yet.</p> : <AuditTable entries={data} />}
            <AuditPager older={next_page_url} />
          </>
        )}
      </AsyncView>
    </AdminPage>
  );
}

function AuditTable({ entries }: { entries: AuditEntry[] }) {
  return (
    <table className="admin-table audit-table">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">Item</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td className="admin-faint">{formatShortDateTime(entry.at)}</td>
            <td>{entry.who ?? 'Command'}</td>
            <td>{capitalize(entry.action)}</td>
            <td className="audit-subject">
              <Subject {...entry} />
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

/** No page numbers: new entries at the top would shift every page. */
function AuditPager({ older }: { older: string | null }) {
  const before = older?.split('before=')[1];
  const hasNewer = useRouteLocation().searchParams.has('before');
  if (!before && !hasNewer) return undefined;
  return (
    <form className="pager" action={pagePaths.audit} method="get" aria-label="Pages">
      {hasNewer && (
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
