import type { ResponseOf } from '#contracts/endpoints.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import { type Head, useRouteLocation } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { Field } from '#web/ui/field.tsx';

type Props = { customers: QueryState<ResponseOf<'GET /api/customers'>> };

export const headFor = (): Head => ({ title: 'New order' });

/** The first step of an order by phone or at the market: who is it for? */
export function Page({ customers }: Props) {
  const q = useRouteLocation().searchParams.get('q')?.trim() ?? '';
  return (
    <AdminPage title="New order">
      <p className="admin-lead">Who is it for?</p>
      <search>
        <form className="customers-form" action={pagePaths.newOrder} method="get" key={q}>
          <Field label="Name, company, email or phone" type="search" name="q" autoComplete="off" defaultValue={q} />
          <button className="button button-gold" type="submit">
            Search
          </button>
          <a className="button" href={pagePaths.newCustomer}>
            Add customer
          </a>
        </form>
      </search>
      <AsyncView
        state={customers}
        loading="Loading customers..."
        skeleton={<div className="skeleton admin-row-skeleton" />}
      >
        {({ data }) =>
          data.length === 0 ? (
            <p className="admin-empty">{q ? 'No customers match.' : 'No customers yet.'}</p>
          ) : (
            <ul className="customers-list">
              {data.map(({ id, name, company, email, phone }) => (
                <li key={id}>
                  <a href={pagePaths.newOrderFor(id)}>
                    <b>{company || name}</b>
                    {company && <span>{name}</span>}
                  </a>
                  <span className="customers-contact">
                    <span>{email}</span>
                    <span>{phone}</span>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </AsyncView>
    </AdminPage>
  );
}
