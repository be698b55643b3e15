import type { ResponseOf } from '#contracts/endpoints.ts';
import { formatDollars } from '#contracts/money.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { StatusPill } from '#web/ordering/status-pill.tsx';
import { query } from '#web/query/query.ts';
import { useQuery } from '#web/query/use-query.ts';
import { useRouteLocation } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { Pager } from '#web/ui/pager.tsx';

export function MyOrders() {
  const page = Number(useRouteLocation().searchParams.get('page') ?? 1) || 1;
  const orders = useQuery(query('GET /api/orders', { query: { page } }));
  return (
    <>
      <h2>Your orders</h2>
      <p className="admin-lead">Orders placed from this account.</p>
      <AsyncView state={orders} loading="Loading orders..." skeleton={<div className="skeleton skeleton-line" />}>
        {({ data, pagination }) => (
          <>
            {data.length === 0 ? <p className="admin-empty">No orders found.</p> : <OrderTable orders={data} />}
            <Pager items="orders" count={data.length} action={pagePaths.dashboard} pagination={pagination} />
          </>
        )}
      </AsyncView>
    </>
  );
}

function OrderTable({ orders }: { orders: ResponseOf<'GET /api/orders'>['data'] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be keyboard-accessible
    <section className="order-table-box" aria-label="Your orders" tabIndex={0}>
      <table className="admin-table my-orders">
        <thead>
          <tr>
            <th scope="col">Order ID</th>
            <th scope="col">Date</th>
            <th scope="col" className="admin-number">
              Pounds
            </th>
            <th scope="col" className="admin-number">
              Total
            </th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {orders.map(({ id, created_at, quantity, total, status }) => (
            <tr key={id}>
              <td className="order-table-id">
                <a href={pagePaths.order(id)}>{id}</a>
              </td>
              <td>{new Date(created_at).toLocaleDateString()}</td>
              <td className="admin-number">{quantity}</td>
              <td className="admin-number">${formatDollars(total)}</td>
              <td>
                <StatusPill status={status} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
