import type { Order } from '#contracts/orders.ts';
import { useQueryCache } from '#web/query/query-cache.ts';

/** Shows the order as the server returned it, and drops what is cached about orders, stock and money. */
export function useOrderUpdate() {
  const queryCache = useQueryCache();
  return ({ data }: { data: Order }): void => {
    const own = `/api/orders/${data.id}`;
    queryCache.update(own, () => ({ data }));
    for (const changed of [
      ...['/api/orders', '/api/dashboard', '/api/sales', '/api/products', '/api/payment-alarms'],
      ...['/api/customers', '/api/account/invoices'],
    ])
      queryCache.invalidate(changed, own);
  };
}
