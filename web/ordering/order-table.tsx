import type { ListedOrder } from '#contracts/orders.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { localDate } from '#web/ui/local-date.ts';
import { tableRoles as roles } from '#web/ui/table-roles.ts';
import { capitalize, StatusPill } from './status-pill.tsx';

/** Read-only: an order's status is changed on its own page. */
export function OrderTable({ label, orders }: { label: string; orders: ListedOrder[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be keyboard-accessible
    <section className="order-table-box scroll-box" aria-label={label} tabIndex={0}>
      <table className="admin-table order-table" {...roles.table}>
        <thead {...roles.rowGroup}>
          <tr {...roles.row}>
            {columns.map((name) => (
              <th key={name} scope="col" {...roles.columnHeader}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles.rowGroup}>
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const columns = [
  'Order ID',
  'Customer Name',
  'Customer Email',
  'Customer Address',
  'Customer Phone',
  'Order Quantity',
  'Location Option',
  'Payment ID',
  'Status',
  'Created At',
];

function OrderRow({ order }: { order: ListedOrder }) {
  const { id, name, email, address, phone, quantity, location_option, payment_id, status, on_terms, created_at } =
    order;
  return (
    <tr {...roles.row}>
      <td className="order-table-id" {...roles.cell}>
        <a href={pagePaths.order(id)}>{id}</a>
      </td>
      <td className="order-table-name" title={name} {...roles.cell}>
        <b>{name}</b>
      </td>
      <td className="order-table-email" title={email ?? undefined} {...roles.cell}>
        {email || <NotAvailable />}
      </td>
      <td className="order-table-address" title={address ?? undefined} {...roles.cell}>
        {address ? <span>{address}</span> : <NotAvailable />}
      </td>
      <td className="order-table-phone" title={phone} {...roles.cell}>
        <span>{phone}</span>
      </td>
      <td className="order-table-quantity" {...roles.cell}>
        {quantity}
      </td>
      <td className="order-table-location" {...roles.cell}>
        {capitalize(location_option)}
      </td>
      <td className="order-table-payment" title={payment_id ?? undefined} {...roles.cell}>
        {payment_id}
      </td>
      <td className="order-table-status" {...roles.cell}>
        <StatusPill status={status} onTerms={on_terms ?? false} />
      </td>
      <td className="order-table-date" {...roles.cell}>
        {localDate(created_at)}
      </td>
    </tr>
  );
}

const NotAvailable = () => <span className="admin-faint">N/A</span>;

export function OrderTableSkeleton() {
  return Array.from({ length: 8 }, (_, row) => <div key={String(row)} className="skeleton admin-row-skeleton" />);
}
