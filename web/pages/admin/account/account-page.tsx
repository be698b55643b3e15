import type { ReactNode } from 'react';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import { ThemeSwitch } from '#web/layout/admin-theme-switch.tsx';
import { CustomerPage } from '#web/layout/customer-page.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { currentUser } from '#web/session/session.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { MySessions } from './my-sessions.tsx';
import { PasswordForm } from './password-form.tsx';
import { TwoFactor } from './two-factor.tsx';

type Props = { account: QueryState<ResponseOf<'GET /api/account'>> };

export const headFor = (): Head => ({ title: 'Your Account' });

/** Password, two-step login and sessions, of staff and of customers. */
export function Page({ account }: Props) {
  return (
    <Frame>
      <AsyncView
        state={account}
        loading="Loading your account..."
        skeleton={<div className="skeleton skeleton-line" />}
      >
        {({ data }) =>
          data.must_set_up_two_factor ? (
            <>
              <p className="admin-lead" role="status">
                This shop requires two-step login of its staff. Set it up to continue.
              </p>
              <TwoFactor required />
            </>
          ) : (
            <>
              <p className="admin-lead">
                {data.name}, {data.email}
              </p>
              <div className="account-columns">
                <PasswordForm />
                {data.staff_role && <TwoFactor />}
              </div>
              <MySessions />
            </>
          )
        }
      </AsyncView>
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return currentUser().role === 'customer' ? (
    <CustomerPage title="Your account">{children}</CustomerPage>
  ) : (
    <AdminPage title="Your Account">
      {children}
      <p className="account-theme">
        <ThemeSwitch />
        <span aria-hidden="true">Dark mode</span>
      </p>
    </AdminPage>
  );
}
