import type { ResponseOf } from '#contracts/endpoints.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { Check } from '#contracts/status.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { Icon } from '#web/ui/icon.tsx';

export const headFor = (): Head => ({ title: 'Status' });

/** How the shop is set up, and what to do where something is missing. For owners. */
export function Page({ status }: { status: QueryState<ResponseOf<'GET /api/status'>> }) {
  return (
    <AdminPage title="Status">
      <p className="settings-trail">
        <a className="text-link" href={pagePaths.settings}>
          All settings
        </a>
      </p>
      <AsyncView state={status} loading="Loading status..." skeleton={<div className="skeleton admin-row-skeleton" />}>
        {({ data }) => (
          <dl className="status-list">
            {data.map((check) => (
              <StatusItem key={check.name} check={check} />
            ))}
          </dl>
        )}
      </AsyncView>
    </AdminPage>
  );
}

function StatusItem({ check: { name, state, text, advice, href } }: { check: Check }) {
  return (
    <div>
      <dt>
        <Icon name={state === 'ok' ? 'check' : 'warning'} size={20} />
        {name}
        {state === 'attention' && <span className="visually-hidden">(needs attention)</span>}
      </dt>
      <dd>
        {text}
        {advice && (
          <p>
            {advice} {href && <a href={href}>{href.includes('#') ? 'Read how' : 'Open'}</a>}
          </p>
        )}
      </dd>
    </div>
  );
}
