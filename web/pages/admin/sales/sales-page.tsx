import { formatShortDay } from '#contracts/dates.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { formatDollars, signedDollars } from '#contracts/money.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { Sales } from '#contracts/reports.ts';
import { countDays } from '#contracts/sales-range.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import { capitalize } from '#web/ordering/status-pill.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { Meter } from '#web/ui/meter.tsx';
import { RangeForm } from './range-form.tsx';
import { RevenueChart } from './revenue-chart.tsx';
import { RevenueTable } from './revenue-table.tsx';

type Props = { sales: QueryState<ResponseOf<'GET /api/sales'>> };

export const headFor = (): Head => ({ title: 'Sales' });

export function Page({ sales }: Props) {
  return (
    <AdminPage title="Sales">
      <ErrorBoundary resetKey={sales}>
        <RangeForm sales={sales.is === 'ready' ? sales.data.data : undefined} />
      </ErrorBoundary>
      <AsyncView state={sales} loading="Loading sales..." skeleton={<div className="skeleton sales-skeleton" />}>
        {({ data }) => (
          <>
            <ErrorBoundary>
              <Summary sales={data} />
            </ErrorBoundary>
            <div className="sales-columns">
              <div>
                <ErrorBoundary>
                  <RevenueChart periods={data.periods} />
                </ErrorBoundary>
                <ErrorBoundary>
                  <ByProduct products={data.products} />
                </ErrorBoundary>
                <ErrorBoundary>
                  <ByStatus sales={data} />
                </ErrorBoundary>
              </div>
              <ErrorBoundary>
                <RevenueTable periods={data.periods} />
              </ErrorBoundary>
            </div>
          </>
        )}
      </AsyncView>
    </AdminPage>
  );
}

function Summary({ sales: { total, open, before, last_year, from, to } }: { sales: Sales }) {
  const orders = total.orders === 1 ? '1 order' : `${total.orders.toLocaleString('en-US')} orders`;
  const days = countDays({ from, to });
  return (
    <>
      <p className="sales-summary tabular-nums">
        <b>{signedDollars(total.revenue)}</b> and <b>{total.pounds.toLocaleString('en-US')} lbs</b>{' '}
        {total.orders < 0 ? 'with more refunds than orders' : `from ${orders}`}, {formatShortDay(from)} to{' '}
        {formatShortDay(to)}.
      </p>
      <ul className="sales-comparison tabular-nums">
        {open > 0 && <li>${formatDollars(open)} of it is invoiced and not paid yet.</li>}
        {before && (
          <li>
            {compare(total.revenue, before.revenue, days === 1 ? 'the previous day' : `the previous ${days} days`)}
          </li>
        )}
        {last_year && <li>{compare(total.revenue, last_year.revenue, 'the same days a year earlier')}</li>}
      </ul>
      <p className="stats-note">A sale counts on the day of its order; a refund or cancellation on its own day.</p>
    </>
  );
}

function compare(now: number, before: number, when: string): string {
  if (before <= 0) return `No sales in ${when}.`;
  const change = ((now - before) / before) * 100;
  return `${Math.abs(change).toFixed(1)}% ${change >= 0 ? 'more' : 'less'} than ${when} ($${formatDollars(before)}).`;
}

function ByProduct({ products }: { products: Sales['products'] }) {
  const max = Math.max(1, ...products.map(({ revenue }) => revenue));
  return (
    <section>
      <h2 className="admin-section">By product</h2>
      <table className="admin-table stats-table">
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col" className="stats-share">
              Share
            </th>
            <th scope="col" className="admin-number">
              Pounds
            </th>
            <th scope="col" className="admin-number">
              Revenue
            </th>
          </tr>
        </thead>
        <tbody>
          {products.map(({ id, name, pounds, revenue }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td className="stats-share">
                <Meter share={Math.max(0, revenue) / max} kind="share" />
              </td>
              <td className="admin-number">{pounds.toLocaleString('en-US')}</td>
              <td className="admin-number">{signedDollars(revenue)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {products.length === 0 && <p>No sales in this range.</p>}
    </section>
  );
}

/** Each status links to its orders. */
function ByStatus({ sales: { statuses, from, to } }: { sales: Sales }) {
  const max = Math.max(1, ...statuses.map(({ orders }) => orders));
  return (
    <section>
      <h2 className="admin-section">By status</h2>
      <table className="admin-table stats-table">
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col" className="stats-share">
              Share
            </th>
            <th scope="col" className="admin-number">
              Orders
            </th>
          </tr>
        </thead>
        <tbody>
          {statuses.map(({ status, orders }) => (
            <tr key={status}>
              <th scope="row">
                {orders === 0 ? (
                  capitalize(status)
                ) : (
                  <a href={`${pagePaths.findOrder}?${new URLSearchParams({ status, from, to })}`}>
                    {capitalize(status)}
                  </a>
                )}
              </th>
              <td className="stats-share">
                <Meter share={orders / max} kind={status} />
              </td>
              <td className="admin-number">{orders.toLocaleString('en-US')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <a className="text-link" href={pagePaths.findOrder}>
          Find an order
        </a>
      </p>
    </section>
  );
}
