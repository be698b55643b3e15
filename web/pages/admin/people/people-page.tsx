import type { ResponseOf } from '#contracts/endpoints.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { InviteForm } from './invite-form.tsx';
import { MemberItem } from './member-item.tsx';
import { roleTexts } from './role-texts.ts';

export const headFor = (): Head => ({ title: 'People' });

/** Who works here and what they may do. For owners. */
export function Page({ people }: { people: QueryState<ResponseOf<'GET /api/people'>> }) {
  return (
    <AdminPage title="People">
      <p className="admin-lead">Everyone who can log in to the back office.</p>
      <AsyncView state={people} loading="Loading people..." skeleton={<div className="skeleton admin-row-skeleton" />}>
        {({ data }) => (
          <ul className="people-list">
            {data.map((member) => (
              <MemberItem key={member.id} member={member} />
            ))}
          </ul>
        )}
      </AsyncView>
      <div className="people-columns">
        <InviteForm />
        <section>
          <h2 className="admin-section">What they may do</h2>
          <dl className="people-roles">
            {roleTexts.map(({ role, label, text }) => (
              <div key={role}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </AdminPage>
  );
}
