import { formatShortDateTime } from '#contracts/dates.ts';
import { formatDollars } from '#contracts/money.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { Dashboard } from '#contracts/reports.ts';
import { capitalize } from '#web/ordering/status-pill.tsx';
import { query } from '#web/query/query.ts';
import { useQuery } from '#web/query/use-query.ts';
import { currentUser } from '#web/session/session.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { Meter } from '#web/ui/meter.tsx';
import { ToDo } from './to-do.tsx';

/** Sales, order and stock numbers for staff. */
export function Stats() {
  const dashboard = useQuery(query('GET /api/dashboard/admin', {}));
  return (
    <AsyncView state={dashboard} loading="Loading dashboard..." skeleton={<div className="skeleton stats-skeleton" />}>
      {({ data }) => (
        <>
          <ErrorBoundary>
            <ToDo dashboard={data} />
          </ErrorBoundary>
          <ErrorBoundary>
            <StatCards dashboard={data} />
          </ErrorBoundary>
          <div className="stats-columns">
            <ErrorBoundary>
              <ByStatus orders={data.orders} />
            </ErrorBoundary>
            <ErrorBoundary>
              <TopProducts sales={data.sales} />
            </ErrorBoundary>
          </div>
          {currentUser().staff_role === 'owner' && <SettingsCard />}
          <LastBackup at={data.last_backup_at} />
        </>
      )}
    </AsyncView>
  );
}

function StatCards({ dashboard: { products, orders, sales } }: { dashboard: Dashboard }) {
  return (
    <div className="stat-cards tabular-nums">
      <section>
        <h2>Products</h2>
        <dl>
          <Stat label="Total" value={products.total} />
          <Stat label="Low Stock" value={products.low_stock} warn={products.low_stock > 0} />
        </dl>
        <a className="text-link" href={pagePaths.productManagement}>
          Manage Products
        </a>
      </section>
      <section>
        <h2>Orders</h2>
        <dl>
          <Stat label="Total" value={orders.total} />
          <Stat label="Recent Orders" value={orders.recent} />
        </dl>
        <a className="text-link" href={pagePaths.orderManagement}>
          Manage Orders
        </a>{' '}
        <a className="text-link" href={pagePaths.newOrder}>
          New order
        </a>{' '}
        <a className="text-link" href={pagePaths.customers}>
          Customers
        </a>
      </section>
      <section>
        <h2>Sales</h2>
        <dl>
          <Stat label="Total Revenue" value={`$${formatDollars(Number(sales.total_revenue))}`} />
        </dl>
        <p className="stat-cards-foot">
          <a className="text-link" href={pagePaths.sales}>
            View Sales Details
          </a>
          <span>
            Average Order Value <b>${formatDollars(Number(sales.average_order_value))}</b>
          </span>
        </p>
      </section>
    </div>
  );
}

function Stat({ label, value, warn = false }: { label: string; value: number | string; warn?: boolean }) {
  return (
    <div className={warn ? 'stat low-stock' : 'stat'}>
      <dt>{label}</dt>
      <dd>{typeof value === 'number' ? value.toLocaleString('en-US') : value}</dd>
    </div>
  );
}

function ByStatus({ orders: { by_status } }: { orders: Dashboard['orders'] }) {
  const max = Math.max(1, ...by_status.map(({ count }) => count));
  return (
    <section>
      <h3>Orders by status</h3>
      <table className="admin-table stats-table">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Share</th>
            <th scope="col">Orders</th>
          </tr>
        </thead>
        <tbody>
          {by_status.map(({ status, count }) => (
            <tr key={status}>
              <th scope="row">{capitalize(status)}</th>
              <td>
                <Meter share={count / max} kind={status} />
              </td>
              <td className="admin-number">{count.toLocaleString('en-US')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function TopProducts({ sales: { top_products, total_revenue } }: { sales: Dashboard['sales'] }) {
  const total = Number(total_revenue) || 1;
  return (
    <section>
      <h3>Top products</h3>
      {top_products.length === 0 ? (
        <p className="admin-empty">No sales yet.</p>
      ) : (
        <table className="admin-table stats-table">
          <thead>
            <tr>
              <th scope="col">Product</th>
              <th scope="col" className="admin-number">
                Pounds sold
              </th>
              <th scope="col" className="admin-number">
                Revenue
              </th>
              <th scope="col" colSpan={2}>
                Share of revenue
              </th>
            </tr>
          </thead>
          <tbody>
            {top_products.map(({ id, name, quantity, revenue }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td className="admin-number">{quantity.toLocaleString('en-US')}</td>
                <td className="admin-number">${formatDollars(revenue)}</td>
                <td className="stats-share">
                  <Meter share={revenue / total} kind="share" />
                </td>
                <td className="admin-number">{((revenue / total) * 100).toFixed(1)}%</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="stats-note">
        Low stock: under 50 lbs. Recent orders: the last 7 days. Revenue is what the books count as sales: orders less
        refunds and credit notes, reserved hops once they are weighed.
      </p>
    </section>
  );
}

/** The specification's dashboard data has no backup. */
function LastBackup({ at = null }: { at?: string | null }) {
  const text = at ? `Last backup: ${formatShortDateTime(at)}.` : 'There is no backup yet.';
  const isOwner = currentUser().staff_role === 'owner';
  return <p className="stats-note">{isOwner ? <a href={pagePaths.backups}>{text}</a> : text}</p>;
}

const SettingsCard = () => (
  <section className="stats-settings">
    <h3>Settings</h3>
    <p>Your farm's details, every text of the site, the gallery, people and backups.</p>
    <a className="text-link" href={pagePaths.settings}>
      Open Settings
    </a>
  </section>
);
