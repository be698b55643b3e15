import { farm } from '#content/farm.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { OfficePage } from '#web/layout/admin-page.tsx';
import type { Load } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { whoIsLoggedIn } from '#web/session/session.ts';
import { Loaded } from '#web/ui/async-view.tsx';
import { OwnOrders } from './my-orders.tsx';
import { OwnSessions } from './my-sessions.tsx';
import { PasswordForm } from './password-form.tsx';
import { FarmFigures } from './stats.tsx';
import { SecondFactor } from './two-factor.tsx';

type Props = { account: Load<ResponseOf<'GET /api/account'>> };

export const headOf = (): Head => ({ title: `Dashboard · ${farm.brand}`, description: '' });

export function Page({ account }: Props) {
  // Who they were at login, until the server says who they are.
  const role = account.is === 'ready' ? account.data.data.role : whoIsLoggedIn().role;
  return (
    <OfficePage title="Dashboard">
      {role === 'admin' && <FarmFigures />}
      {role === 'customer' && <OwnOrders />}
      <Loaded from={account} loading="Loading your account..." skeleton={<div className="skeleton skeleton-line" />}>
        {({ data }) => (
          <>
            <h2 className="account-title">Your account</h2>
            <p className="office-lead">
              {data.name}, {data.email}
            </p>
            <div className="account-two">
              <PasswordForm />
              {data.role === 'admin' && <SecondFactor />}
            </div>
            <OwnSessions />
            {data.role === 'admin' && <AuditLink />}
          </>
        )}
      </Loaded>
    </OfficePage>
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
