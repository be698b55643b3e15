import { useEffect } from 'react';
import type { ResponseOf } from '#contracts/endpoints.ts';
import type { PublicFarm } from '#contracts/farm.ts';
import type { Order } from '#contracts/orders.ts';
import { OrderAgain } from '#web/ordering/order-again.tsx';
import { Receipt } from '#web/ordering/receipt.tsx';
import { useQueryCache } from '#web/query/query-cache.ts';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { isLoggedIn } from '#web/session/session.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import '#web/ordering/status-pill.css';
import '#web/ordering/receipt.css';

type Props = { order: QueryState<ResponseOf<'GET /api/orders/:id'>> };

export const headFor = ({ order }: Props, { brand }: PublicFarm): Head => ({
  title: order.is === 'ready' ? `Order ${order.data.data.id}` : 'Order',
  description: `An order at ${brand}.`,
});

/** The buyer's view. Staff see the order in the back office. */
export function Page({ order }: Props) {
  return (
    <AsyncView state={order} loading="Loading order..." skeleton={<div className="skeleton receipt-skeleton" />} inset>
      {({ data }) => <BuyersReceipt order={data} />}
    </AsyncView>
  );
}

function BuyersReceipt({ order }: { order: Order }) {
  useOwnDetails(order);
  return <Receipt order={order} action={order.lines.length > 0 && <OrderAgain lines={order.lines} />} />;
}

/** The server renders the page of a link without contact data. The order's own account may see them. */
function useOwnDetails({ id, name }: Order): void {
  const queryCache = useQueryCache();
  // Once: without the rights, the response stays the same.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name may stay null
  useEffect(() => {
    if (name === null && isLoggedIn()) queryCache.refetch(`/api/orders/${id}`);
  }, [id]);
}
