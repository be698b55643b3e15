import { farm } from '#content/farm.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { pagePaths } from '#contracts/page-paths.ts';

import { AdminPage } from '#web/layout/admin-page.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { currentUser } from '#web/session/session.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { MyOrders } from './my-orders.tsx';
import { MySessions } from './my-sessions.tsx';
import { PasswordForm } from './password-form.tsx';
import { Stats } from './stats.tsx';
import { TwoFactor } from './two-factor.tsx';

type Props = { account: QueryState<ResponseOf<'GET /api/account'>> };

export const headFor = (): Head => ({ title: `Dashboard · ${farm.brand}`, description: '' });

export function Page({ account }: Props) {
  if (account.is === 'ready' && account.data.data.must_set_up_two_factor) return <RequiredTwoFactor />;
  return (
    <AdminPage title="Dashboard">
      <ErrorBoundary resetKey={account}>
        <Overview account={account} />
      </ErrorBoundary>
      <AsyncView
        state={account}
        loading="Loading your account..."
        skeleton={<div className="skeleton skeleton-line" />}
      >
        {({ data }) => (
          <>
            <h2 className="account-title">Your account</h2>
            <p className="admin-lead">
              {data.name}, {data.email}
            </p>
            <div className="account-columns">
              <PasswordForm />
              {data.role === 'admin' && <TwoFactor />}
            </div>
            <MySessions />
            {data.role === 'admin' && <AuditLink />}
          </>
        )}
      </AsyncView>
    </AdminPage>
  );
}

function Overview({ account }: Props) {
  // The role from login, until the server confirms it.
  const role = account.is === 'ready' ? account.data.data.role : currentUser().role;
  return role === 'customer' ? <MyOrders /> : role === 'admin' && <Stats />;
}

/** Until it is set up, staff of a shop that requires it can do nothing else. */
function RequiredTwoFactor() {
  return (
    <AdminPage title="Dashboard">
      <h2 className="account-title">Your account</h2>
      <p className="admin-lead" role="status">
        This shop requires two-step login of its staff. Set it up to continue.
      </p>
      <TwoFactor required />
    </AdminPage>
  );
}

function AuditLink() {
  return (
    <section>
      <h3>Staff</h3>
      <a className="text-link" href={pagePaths.audit}>
        Audit trail
      </a>
    </section>
  );
}
