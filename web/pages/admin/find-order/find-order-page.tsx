import type { ResponseOf } from '#contracts/endpoints.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import { OrderTable, OrderTableSkeleton } from '#web/ordering/order-table.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import { type Head, useRouteLocation } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { SearchForm } from './search-form.tsx';
import { SearchPager } from './search-pager.tsx';

type Props = { results: QueryState<ResponseOf<'GET /api/orders/search'>> };

export const headFor = (): Head => ({ title: 'Find an Order' });

/** The non-empty search parameters of the URL. */
export type Search = { name: string; value: string }[];

export function Page({ results }: Props) {
  const { searchParams } = useRouteLocation();
  const search: Search = ['q', 'status', 'from', 'to'].flatMap((name) => {
    const value = searchParams.get(name)?.trim();
    return value ? [{ name, value }] : [];
  });
  return (
    <AdminPage title="Find an Order">
      <SearchForm search={search} />
      <AsyncView state={results} loading="Searching orders..." skeleton={<OrderTableSkeleton />}>
        {(page) => (
          <>
            {page.data.length === 0 ? (
              <NoResults searched={search.length > 0} unfinished={page.unfinished} />
            ) : (
              <OrderTable label="Orders found" orders={page.data} />
            )}
            <SearchPager search={search} page={page} />
          </>
        )}
      </AsyncView>
    </AdminPage>
  );
}

function NoResults({ searched, unfinished }: { searched: boolean; unfinished: boolean }) {
  if (!searched) return <p className="admin-empty">No orders yet.</p>;
  if (unfinished) return <p className="admin-empty">None found so far.</p>;
  return (
    <div className="find-none">
      <p className="admin-empty">No orders match.</p>
      <p>
        Search by the start of a word; all words must match. <q>whit</q> finds Whitlock, <q>tulefog</q> finds
        dana@tulefog.example, <q>0188</q> finds a phone number ending in 0188.
      </p>
      <a className="text-link" href={pagePaths.findOrder}>
        Show the newest orders
      </a>
    </div>
  );
}
