import type { ResponseOf } from '#contracts/endpoints.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import { CustomerPage } from '#web/layout/customer-page.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { currentUser } from '#web/session/session.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { GettingStarted } from './getting-started.tsx';
import { MyInvoices } from './my-invoices.tsx';
import { MyOrders } from './my-orders.tsx';
import { Stats } from './stats.tsx';

type Props = { account: QueryState<ResponseOf<'GET /api/account'>> };

export const headFor = (): Head => ({
  title: currentUser().role === 'customer' ? 'Your Orders' : 'Dashboard',
});

export function Page({ account }: Props) {
  // The role from login, until the server confirms it.
  const role = (account.is === 'ready' && account.data.data.role) || currentUser().role;
  return role === 'customer' ? (
    <CustomerPage title="Your orders">
      <MyOrders />
      <MyInvoices />
    </CustomerPage>
  ) : (
    <AdminPage title="Dashboard">
      {role === 'writer' ? (
        <WriterStart />
      ) : role === 'admin' ? (
        <ErrorBoundary resetKey={account}>
          {currentUser().staff_role === 'owner' && <GettingStarted />}
          <Stats />
        </ErrorBoundary>
      ) : (
        <AsyncView
          state={account}
          loading="Loading dashboard..."
          skeleton={<div className="skeleton stats-skeleton" />}
        >
          {() => null}
        </AsyncView>
      )}
    </AdminPage>
  );
}

const WriterStart = () => (
  <p className="writer-links">
    <a className="text-link" href={pagePaths.blogManagement}>
      Write or edit a post
    </a>{' '}
    <a className="text-link" href={pagePaths.settingSection('gallery')}>
      Edit the gallery
    </a>
    <a className="text-link" href={pagePaths.media}>
      Pictures
    </a>
    <a className="text-link" href={pagePaths.help}>
      Owner's guide
    </a>
  </p>
);
