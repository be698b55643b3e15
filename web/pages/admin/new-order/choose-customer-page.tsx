import type { ResponseOf } from '#contracts/endpoints.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import { CustomerList } from '#web/layout/customer-list.tsx';
import { CustomerSearch } from '#web/layout/customer-search.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import { type Head, useRouteLocation } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';

type Props = { customers: QueryState<ResponseOf<'GET /api/customers'>> };

export const headFor = (): Head => ({ title: 'New order' });

/** The first step of an order by phone or at the market: who is it for? */
export function Page({ customers }: Props) {
  const q = useRouteLocation().searchParams.get('q')?.trim() ?? '';
  return (
    <AdminPage title="New order">
      <p className="admin-lead">Who is it for?</p>
      <CustomerSearch action={pagePaths.newOrder} q={q}>
        <a className="button" href={pagePaths.newCustomer}>
          Add customer
        </a>
      </CustomerSearch>
      <AsyncView
        state={customers}
        loading="Loading customers..."
        skeleton={<div className="skeleton admin-row-skeleton" />}
      >
        {({ data }) =>
          data.length === 0 ? (
            <p className="admin-empty">{q ? 'No customers match.' : 'No customers yet.'}</p>
          ) : (
            <CustomerList customers={data} linkTo={pagePaths.newOrderFor} />
          )
        }
      </AsyncView>
    </AdminPage>
  );
}
