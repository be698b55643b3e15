import type { ListedOrder } from '#contracts/orders.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { capitalize, StatusPill } from './status-pill.tsx';

/** Read-only: an order's status is changed on its own page. */
export function OrderTable({ label, orders }: { label: string; orders: ListedOrder[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be keyboard-accessible
    <section className="order-table-box" aria-label={label} tabIndex={0}>
      <table className="admin-table order-table">
        <thead>
          <tr>
            <th scope="col">Order ID</th>
            <th scope="col">Customer Name</th>
            <th scope="col">Customer Email</th>
            <th scope="col">Customer Address</th>
            <th scope="col">Customer Phone</th>
            <th scope="col" className="admin-number">
              Order Quantity
            </th>
            <th scope="col">Location Option</th>
            <th scope="col">Payment ID</th>
            <th scope="col">Status</th>
            <th scope="col" className="admin-number">
              Created At
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id}>
              <td>
                <a className="order-table-id" href={pagePaths.order(order.id)}>
                  {order.id}
                </a>
              </td>
              <td className="order-table-truncate" title={order.name}>
                <b>{order.name}</b>
              </td>
              <td className="order-table-email" title={order.email ?? undefined}>
                {order.email || <NotAvailable />}
              </td>
              <td className="order-table-address">{order.address || <NotAvailable />}</td>
              <td className="order-table-phone">{order.phone}</td>
              <td className="admin-number">{order.quantity}</td>
              <td>{capitalize(order.location_option)}</td>
              <td className="order-table-truncate" title={order.payment_id ?? undefined}>
                {order.payment_id}
              </td>
              <td>
                <StatusPill status={order.status} />
              </td>
              <td className="admin-number">{new Date(order.created_at).toLocaleDateString()}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const NotAvailable = () => <span className="admin-faint">N/A</span>;

export function OrderTableSkeleton() {
  return Array.from({ length: 8 }, (_, row) => <div key={String(row)} className="skeleton admin-row-skeleton" />);
}
