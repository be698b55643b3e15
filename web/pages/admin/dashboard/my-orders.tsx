import { farmDay, formatShortDay } from '#contracts/dates.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { formatDollars } from '#contracts/money.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { StatusPill } from '#web/ordering/status-pill.tsx';
import { query } from '#web/query/query.ts';
import { useQuery } from '#web/query/use-query.ts';
import { useRouteLocation } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { tableRoles as roles } from '#web/ui/table-roles.ts';

export function MyOrders() {
  const page = Number(useRouteLocation().searchParams.get('page') ?? 1) || 1;
  const orders = useQuery(query('GET /api/orders', { query: { page } }));
  return (
    <>
      <p className="admin-lead">Orders placed from this account.</p>
      <AsyncView state={orders} loading="Loading orders..." skeleton={<div className="skeleton skeleton-line" />}>
        {({ data, pagination }) => (
          <>
            {data.length === 0 ? <NoOrders /> : <OrderTable orders={data} />}
            <Pager items="orders" count={data.length} action={pagePaths.dashboard} pagination={pagination} />
          </>
        )}
      </AsyncView>
    </>
  );
}

function OrderTable({ orders }: { orders: ResponseOf<'GET /api/orders'>['data'] }) {
  return (
    <table className="admin-table my-orders" {...roles.table}>
      <thead {...roles.rowGroup}>
        <tr {...roles.row}>
          <th {...roles.columnHeader}>Order ID</th>
          <th {...roles.columnHeader}>Date</th>
          <th className="admin-number" {...roles.columnHeader}>
            Pounds
          </th>
          <th className="admin-number" {...roles.columnHeader}>
            Total
          </th>
          <th {...roles.columnHeader}>Status</th>
        </tr>
      </thead>
      <tbody {...roles.rowGroup}>
        {orders.map(({ id, created_at, quantity, total, status }) => (
          <tr key={id} {...roles.row}>
            <td className="my-orders-id" {...roles.cell}>
              <a href={pagePaths.order(id)}>{id}</a>
            </td>
            <td {...roles.cell}>{formatShortDay(farmDay(created_at))}</td>
            <td className="admin-number" {...roles.cell}>
              {quantity}
            </td>
            <td className="admin-number" {...roles.cell}>
              ${formatDollars(total)}
            </td>
            <td className="my-orders-status" {...roles.cell}>
              <StatusPill status={status} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function NoOrders() {
  return (
    <>
      <p className="admin-empty">No orders found.</p>
      <a className="text-link" href={pagePaths.products}>
        See our hops
      </a>
    </>
  );
}
