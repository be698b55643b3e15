import type { ResponseOf } from '#contracts/endpoints.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import { CustomerList } from '#web/layout/customer-list.tsx';
import { CustomerSearch } from '#web/layout/customer-search.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import { type Head, useRouteLocation } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';

type Props = { customers: QueryState<ResponseOf<'GET /api/customers'>> };

export const headFor = (): Head => ({ title: 'Customers' });

export function Page({ customers }: Props) {
  const { searchParams } = useRouteLocation();
  const q = searchParams.get('q')?.trim() ?? '';
  const filter = q ? undefined : filters.find(({ name }) => searchParams.get(name) === 'true');
  return (
    <AdminPage title="Customers">
      <p className="admin-lead">{filter?.lead ?? 'People and breweries that bought from you, the latest first.'}</p>
      <CustomerSearch action={pagePaths.customers} q={q}>
        {q || filter ? (
          <a className="button" href={pagePaths.customers}>
            {q ? 'Clear' : 'All customers'}
          </a>
        ) : (
          <a className="button" href={pagePaths.newCustomer}>
            Add customer
          </a>
        )}
      </CustomerSearch>
      <AsyncView
        state={customers}
        loading="Loading customers..."
        skeleton={<div className="skeleton admin-row-skeleton" />}
      >
        {({ data, more }) => (
          <>
            {data.length === 0 ? (
              <p className="admin-empty">{filter?.none ?? (q ? 'No customers match.' : NO_CUSTOMERS)}</p>
            ) : (
              <CustomerList customers={data} linkTo={pagePaths.customer} />
            )}
            {q ? (
              more && <p className="admin-faint">More customers match. Type more of the name.</p>
            ) : (
              <Pager last={more ? data.at(-1)?.id : undefined} filter={filter?.name} />
            )}
          </>
        )}
      </AsyncView>
    </AdminPage>
  );
}

const filters = [
  { name: 'overdue', lead: 'Customers with an invoice that is past its due date.', none: 'Nobody is overdue.' },
  {
    name: 'resale',
    lead: 'Customers whose resale certificate has expired or soon will.',
    none: 'No resale certificate expires soon.',
  },
];

const NO_CUSTOMERS = 'No customers yet. Each paid order adds its buyer.';

/** No page numbers: a new order moves its buyer to the top. */
function Pager({ last, filter }: { last: number | undefined; filter: string | undefined }) {
  const hasNewer = useRouteLocation().searchParams.has('after');
  if (last === undefined && !hasNewer) return undefined;
  return (
    <nav className="pager" aria-label="Pages">
      {hasNewer && (
        <a className="button" href={filter ? `${pagePaths.customers}?${filter}=true` : pagePaths.customers}>
          Latest
        </a>
      )}
      {last !== undefined && (
        <a className="button" href={`${pagePaths.customers}?${filter ? `${filter}=true&` : ''}after=${last}`}>
          Next
        </a>
      )}
    </nav>
  );
}
