import { useEffect } from 'react';
import { farm } from '#content/farm.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import type { Order } from '#contracts/orders.ts';
import { Receipt } from '#web/ordering/receipt.tsx';
import { useQueryCache } from '#web/query/query-cache.ts';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { isLoggedIn } from '#web/session/session.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import '#web/ordering/status-pill.css';
import '#web/ordering/receipt.css';

type Props = { order: QueryState<ResponseOf<'GET /api/orders/:id'>> };

export const headFor = ({ order }: Props): Head => ({
  title: `${order.is === 'ready' ? `Order ${order.data.data.id}` : 'Order'} · ${farm.brand}`,
  description: `An order at ${farm.brand}.`,
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
  return <Receipt order={order} next={{ title: 'What happens next', text: nextFor(order) }} />;
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

function nextFor({ status, location_option, phone }: Order): string {
  const who = phone ?? 'you';
  const delivered = location_option === 'delivery';
  switch (status) {
    case 'pending':
      return "We're confirming your payment. Please don't pay again. Check back here for the result.";
    case 'paid':
      return delivered
        ? `We'll weigh and bag your hops, then call ${who} to arrange a delivery day.`
        : `We'll weigh and bag your hops, then call ${who} when they're ready to pick up.`;
    case 'ready':
      return delivered
        ? "Your hops are bagged. We'll bring them on the agreed day."
        : `Your hops are bagged and waiting for you at ${farm.address.street}, ${farm.address.town}.`;
    case 'completed':
      return 'Nothing left to do but brew.';
    case 'failed':
      return 'This order was not placed and nothing was charged. You can order again anytime.';
    case 'cancelled':
      return `This order was cancelled. Questions? Call us: ${farm.phone.shown}.`;
    case 'refunded':
      return 'The money is on its way back to your card. Your bank may take a few days to show it.';
  }
}
