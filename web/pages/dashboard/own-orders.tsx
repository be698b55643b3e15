import type { ReplyOf } from '../../../contracts/calls.ts';
import { shownDollars } from '../../../contracts/money.ts';
import { pagePaths } from '../../../contracts/page-paths.ts';
import { StatusPill } from '../../ordering/status-pill.tsx';
import { Pager } from '../../ui/pager.tsx';

/** What a customer ordered while logged in. */
export function OwnOrders({ orders: { data, pagination } }: { orders: ReplyOf<'GET /api/orders'> }) {
  return (
    <>
      <h2>Your orders</h2>
      <p className="office-lead">What you ordered while you were logged in.</p>
      {data.length === 0 ? (
        <p className="office-empty">No orders found.</p>
      ) : (
        <table className="office-table own-orders">
          <thead>
            <tr>
              <th scope="col">Order ID</th>
              <th scope="col">Date</th>
              <th scope="col" className="office-number">
                Pounds
              </th>
              <th scope="col" className="office-number">
                Total
              </th>
              <th scope="col">Status</th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ id, created_at, quantity, total, status }) => (
              <tr key={id}>
                <td>
                  <a className="order-table-id" href={pagePaths.order(id)}>
                    {id}
                  </a>
                </td>
                <td>{new Date(created_at).toLocaleDateString()}</td>
                <td className="office-number">{quantity}</td>
                <td className="office-number">${shownDollars(total)}</td>
                <td>
                  <StatusPill status={status} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Pager of="orders" shown={data.length} action={pagePaths.dashboard} pagination={pagination} />
    </>
  );
}
