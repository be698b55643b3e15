import { formatDateTime } from '#contracts/dates.ts';
import { formatDollars } from '#contracts/money.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { Dashboard } from '#contracts/reports.ts';
import { capitalize } from '#web/ordering/status-pill.tsx';
import { query } from '#web/query/query.ts';
import { useQuery } from '#web/query/use-query.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { Meter } from '#web/ui/meter.tsx';

/** Sales, order and stock numbers for staff. */
export function Stats() {
  const dashboard = useQuery(query('GET /api/dashboard/admin', {}));
  return (
    <AsyncView state={dashboard} loading="Loading dashboard..." skeleton={<div className="skeleton stats-skeleton" />}>
      {({ data }) => (
        <>
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
          <ErrorBoundary>
            <ToDo dashboard={data} />
          </ErrorBoundary>
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
        Low stock: under 50 lbs. Recent orders: the last 7 days. Revenue counts paid, ready and completed orders.
      </p>
    </section>
  );
}

/** The specification's dashboard data has no backup. */
function LastBackup({ at = null }: { at?: string | null }) {
  return <p className="stats-note">{at ? `Last backup: ${formatDateTime(at)}.` : 'There is no backup yet.'}</p>;
}

/** The specification's dashboard data has no to-do counts. */
const nothingToDo: Dashboard['to_do'] = { to_pack: 0, to_hand_over: 0, payments_to_look_at: 0, to_refund: [] };

function ToDo({ dashboard }: { dashboard: Dashboard }) {
  const { products } = dashboard;
  const to_do = { ...nothingToDo, ...dashboard.to_do };
  const tasks = [
    { count: to_do.to_pack, text: 'to bag and mark ready', href: pagePaths.toPack },
    { count: to_do.to_hand_over, text: 'ready for pickup or delivery', href: `${pagePaths.findOrder}?status=ready` },
    { count: products.low_stock, text: 'low on stock', href: pagePaths.productManagement },
    {
      count: to_do.payments_to_look_at,
      text: to_do.payments_to_look_at === 1 ? 'payment needing attention' : 'payments needing attention',
      href: pagePaths.payments,
    },
    ...to_do.to_refund.map((id) => ({
      count: `Order ${id}`,
      text: 'was canceled after payment: refund it',
      href: pagePaths.order(id),
    })),
  ].filter(({ count }) => count !== 0);
  return (
    <section>
      <h3>To do today</h3>
      {tasks.length === 0 ? (
        <p>Nothing waits. Go and see the bines.</p>
      ) : (
        <ul className="to-do">
          {tasks.map(({ count, text, href }) => (
            <li key={href}>
              <a className="text-link" href={href}>
                <b className="tabular-nums">{count}</b> {text}
              </a>
            </li>
          ))}
        </ul>
      )}
      <p>
        <a className="text-link" href={pagePaths.findOrder}>
          Find an order
        </a>
      </p>
    </section>
  );
}
