import type { ReactNode } from 'react';
import type { Customer } from '#contracts/customers.ts';
import { farmDay, formatShortDay } from '#contracts/dates.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { formatDollars } from '#contracts/money.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { phoneLink } from '#contracts/phone.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import { capitalize, StatusPill } from '#web/ordering/status-pill.tsx';
import { useQueryCache } from '#web/query/query-cache.ts';
import type { QueryState } from '#web/query/query-state.ts';
import { type Head, useRouteLocation } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { toast } from '#web/ui/toast.tsx';
import { CustomerForm } from './customer-form.tsx';
import { CustomerTerms } from './customer-terms.tsx';
import { ResaleCertificate } from './resale-certificate.tsx';
import { StatementHead } from './statement-head.tsx';

type Orders = ResponseOf<'GET /api/customers/:id/orders'>;
type Props = { customer: QueryState<ResponseOf<'GET /api/customers/:id'>>; orders: QueryState<Orders> };

export const headFor = (): Head => ({ title: 'Customer' });

export function Page({ customer, orders }: Props) {
  const title = customer.is === 'ready' ? customer.data.data.company || customer.data.data.name : 'Customer';
  return (
    <AdminPage title={title}>
      <p className="customer-trail">
        <a className="text-link" href={pagePaths.customers}>
          All customers
        </a>
      </p>
      <AsyncView
        state={customer}
        loading="Loading customer..."
        skeleton={<div className="skeleton admin-row-skeleton" />}
      >
        {({ data }) => (
          <div className="customer-columns">
            <section className="not-on-statement">
              <Contact customer={data} />
              <Edit customer={data} />
            </section>
            <section className="customer-main">
              <StatementHead customer={data} />
              <CustomerTerms id={data.id} />
            </section>
            <section className="customer-main not-on-statement">
              <ResaleCertificate id={data.id} />
              <h2 className="admin-section">Orders</h2>
              <a className="text-link" href={pagePaths.newOrderFor(data.id)}>
                New order
              </a>
              <AsyncView
                state={orders}
                loading="Loading orders..."
                skeleton={<div className="skeleton admin-row-skeleton" />}
              >
                {(page) => <OrderList page={page} id={data.id} />}
              </AsyncView>
            </section>
          </div>
        )}
      </AsyncView>
    </AdminPage>
  );
}

function Contact({ customer: { name, company, email, phone, address, notes, login } }: { customer: Customer }) {
  return (
    <>
      <h2 className="admin-section">Contact</h2>
      <dl className="customer-contact">
        {company && <Entry label="Name">{name}</Entry>}
        {email && (
          <Entry label="Email">
            <a className="text-link" href={`mailto:${email}`}>
              {email}
            </a>
          </Entry>
        )}
        {phone && (
          <Entry label="Phone">
            <a className="text-link" href={phoneLink(phone)}>
              {phone}
            </a>
          </Entry>
        )}
        {address && <Entry label="Address">{address}</Entry>}
        <Entry label="Account">{login ? `Logs in as ${login}` : 'None: orders as a guest'}</Entry>
        {notes && <Entry label="Notes">{notes}</Entry>}
      </dl>
    </>
  );
}

const Entry = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

function Edit({ customer }: { customer: Customer }) {
  const queryCache = useQueryCache();
  return (
    <details className="customer-edit">
      <summary className="text-link">Edit contact data and notes</summary>
      <CustomerForm
        key={customer.version}
        customer={customer}
        onSaved={(data) => {
          queryCache.update(`/api/customers/${customer.id}`, () => ({ data }));
          queryCache.invalidate('/api/customers?');
          toast({ text: 'Saved.' });
        }}
      />
    </details>
  );
}

function OrderList({ page: { data, more }, id }: { page: Orders; id: number }) {
  const hasNewer = useRouteLocation().searchParams.has('before');
  const oldest = data.at(-1)?.id;
  if (data.length === 0) return <p className="admin-empty">No orders yet.</p>;
  return (
    <>
      <ul className="customer-orders">
        {data.map(({ id, created_at, quantity, status, location_option, total }) => (
          <li key={id}>
            <a className="text-link" href={pagePaths.order(id)}>
              Order {id}
            </a>
            <span className="admin-faint">{formatShortDay(farmDay(created_at))}</span>
            <span>
              {quantity} {quantity === 1 ? 'lb' : 'lbs'}, {capitalize(location_option)}
            </span>
            <span className="admin-number">${formatDollars(total)}</span>
            <StatusPill status={status} />
          </li>
        ))}
      </ul>
      {(more || hasNewer) && (
        <nav className="pager" aria-label="Pages">
          {hasNewer && (
            <a className="button" href={pagePaths.customer(id)}>
              Newest
            </a>
          )}
          {more && (
            <a className="button" href={`${pagePaths.customer(id)}?before=${oldest}`}>
              Older
            </a>
          )}
        </nav>
      )}
    </>
  );
}
