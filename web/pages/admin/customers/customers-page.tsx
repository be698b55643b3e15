import type { Customer } from '#contracts/customers.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import { type Head, useRouteLocation } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { Field } from '#web/ui/field.tsx';
import { localDate } from '#web/ui/local-date.ts';

type Props = { customers: QueryState<ResponseOf<'GET /api/customers'>> };

export const headFor = (): Head => ({ title: 'Customers' });

export function Page({ customers }: Props) {
  const { searchParams } = useRouteLocation();
  const q = searchParams.get('q')?.trim() ?? '';
  const overdue = !q && searchParams.get('overdue') === 'true';
  return (
    <AdminPage title="Customers">
      <p className="admin-lead">
        {overdue
          ? 'Customers with an invoice that is past its due date.'
          : 'People and breweries that bought from you, the latest first.'}
      </p>
      <SearchForm q={q} filtered={q !== '' || overdue} />
      <AsyncView
        state={customers}
        loading="Loading customers..."
        skeleton={<div className="skeleton admin-row-skeleton" />}
      >
        {({ data, more }) => (
          <>
            {data.length === 0 ? (
              <p className="admin-empty">{overdue ? 'Nobody is overdue.' : q ? 'No customers match.' : NO_CUSTOMERS}</p>
            ) : (
              <CustomerList customers={data} />
            )}
            {q ? (
              more && <p className="admin-faint">More customers match. Type more of the name.</p>
            ) : (
              <Pager last={more ? data.at(-1)?.id : undefined} overdue={overdue} />
            )}
          </>
        )}
      </AsyncView>
    </AdminPage>
  );
}

/** A plain GET form: the URL holds the search. */
function SearchForm({ q, filtered }: { q: string; filtered: boolean }) {
  return (
    <search>
      <form className="customers-form" action={pagePaths.customers} method="get" key={q}>
        <Field
          label="Name, company, email or phone"
          type="search"
          name="q"
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          defaultValue={q}
        />
        <button className="button button-gold" type="submit">
          Search
        </button>
        {filtered ? (
          <a className="button" href={pagePaths.customers}>
            {q ? 'Clear' : 'All customers'}
          </a>
        ) : (
          <a className="button" href={pagePaths.newCustomer}>
            Add customer
          </a>
        )}
      </form>
    </search>
  );
}

const NO_CUSTOMERS = 'No customers yet. Each paid order adds its buyer.';

function CustomerList({ customers }: { customers: Customer[] }) {
  return (
    <ul className="customers-list">
      {customers.map(({ id, name, company, email, phone, last_order_at }) => (
        <li key={id}>
          <a href={pagePaths.customer(id)}>
            <b>{company || name}</b>
            {company && <span>{name}</span>}
          </a>
          <span className="customers-contact">
            <span>{email}</span>
            <span>{phone}</span>
          </span>
          <span className="admin-faint">
            {last_order_at ? `Last order ${localDate(last_order_at)}` : 'No orders yet'}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** No page numbers: a new order moves its buyer to the top. */
function Pager({ last, overdue }: { last: number | undefined; overdue: boolean }) {
  const hasNewer = useRouteLocation().searchParams.has('after');
  if (last === undefined && !hasNewer) return undefined;
  return (
    <nav className="pager" aria-label="Pages">
      {hasNewer && (
        <a className="button" href={overdue ? `${pagePaths.customers}?overdue=true` : pagePaths.customers}>
          Latest
        </a>
      )}
      {last !== undefined && (
        <a className="button" href={`${pagePaths.customers}?${overdue ? 'overdue=true&' : ''}after=${last}`}>
          Next
        </a>
      )}
    </nav>
  );
}
