import { farm } from '#content/farm.ts';
import type { ReplyOf } from '#contracts/endpoints.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { Load } from '#web/data/load.ts';
import { whoIsLoggedIn } from '#web/data/session.ts';
import { OfficePage } from '#web/layout/office-page.tsx';
import type { Head } from '#web/page.ts';
import { Loaded } from '#web/ui/loaded.tsx';
import { FarmFigures } from './farm-figures.tsx';
import { OwnOrders } from './own-orders.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactor } from './second-factor.tsx';

type Props = { account: Load<ReplyOf<'GET /api/account'>> };

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
