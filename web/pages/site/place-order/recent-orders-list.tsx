import { useSyncExternalStore } from 'react';
import { formatDateTime } from '#contracts/dates.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { recentOrders } from '#web/ordering/recent-orders.ts';

/** Links to the receipts of this browser's last orders. */
export function RecentOrdersList() {
  // Empty on the server and during hydration.
  const mounted = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  const orders = mounted ? recentOrders() : [];
  if (orders.length === 0) return null;
  return (
    <section className="recent-orders" aria-labelledby="recent-orders">
      <h2 id="recent-orders">Your recent orders</h2>
      <ul>
        {orders.map(({ id, key, at }) => (
          <li key={id}>
            <a className="text-link" href={`${pagePaths.order(id)}?key=${key}`}>
              Order {id}
            </a>{' '}
            {formatDateTime(at)}
          </li>
        ))}
      </ul>
      <p>Kept in this browser only.</p>
    </section>
  );
}
