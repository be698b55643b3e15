import { useEffect } from 'react';
import type { ResponseOf } from '#contracts/endpoints.ts';
import type { Order } from '#contracts/orders.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { describeDispute } from '#contracts/payment-alerts.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import { Receipt } from '#web/ordering/receipt.tsx';
import { useQueryCache } from '#web/query/query-cache.ts';
import type { QueryState } from '#web/query/query-state.ts';
import { type Head, useRouteLocation } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { FreightEditor } from './freight-form.tsx';
import { NoteForm } from './note-form.tsx';
import { OrderActions } from './order-actions.tsx';
import { RefusedRefund } from './refused-refund.tsx';
import { ShipmentEditor } from './shipment-form.tsx';
import '#web/ordering/receipt.css';

type Props = { order: QueryState<ResponseOf<'GET /api/orders/:id'>> };

export const headFor = ({ order }: Props): Head => ({
  title: order.is === 'ready' ? `Order ${order.data.data.id}` : 'Order',
});

/** An order as staff see it: in the back office, with the next step at hand. */
export function Page({ order }: Props) {
  const { id = '' } = useRouteLocation().params;
  const queryCache = useQueryCache();
  // The buyer, the bank or a colleague may have changed it since it was last shown.
  useEffect(() => queryCache.refetch(`/api/orders/${id}`), [queryCache, id]);
  if (order.is === 'failed' && order.status === 404) return <NoSuchOrder id={id} />;
  return (
    <AdminPage title={`Order ${id}`}>
      <div className="staff-order">
        <nav className="breadcrumb" aria-label="Breadcrumb">
          <a href={pagePaths.orderManagement}>Orders</a>
          <span aria-current="page">Order {id}</span>
          <a href={pagePaths.findOrder}>Find another order</a>
        </nav>
        <AsyncView state={order} loading="Loading order..." skeleton={<div className="skeleton receipt-skeleton" />}>
          {({ data }) => (
            <>
              <OrderActions order={data} />
              {data.customer_id && (
                <a className="text-link" href={pagePaths.customer(data.customer_id)}>
                  Customer
                </a>
              )}
              <ShipmentEditor order={data} />
              <FreightEditor order={data} />
              <RefusedRefund order={data} />
              {data.dispute && (
                <p className="order-dispute" role="status">
                  The buyer disputes this charge at their bank. {describeDispute(data.dispute)}.
                </p>
              )}
              <Receipt order={data} nextStep={nextStep(data)} forStaff />
              <NoteForm id={data.id} email={data.email} />
            </>
          )}
        </AsyncView>
      </div>
    </AdminPage>
  );
}

function NoSuchOrder({ id }: { id: string }) {
  return (
    <AdminPage title="404 - Not Found">
      <p className="admin-empty">There is no order {id}.</p>
      <a className="text-link" href={pagePaths.findOrder}>
        Find an order
      </a>
    </AdminPage>
  );
}

function nextStep(order: Order): string {
  const { status, on_terms, pay_first, location_option, shipment, phone, refundable, reservation } = order;
  const delivered = location_option === 'delivery';
  const byCarrier = shipment !== null && shipment.carrier !== 'own truck';
  if (pay_first && status === 'pending') return "The buyer hasn't paid yet. Bag the hops when the invoice is paid.";
  if (reservation?.state === 'held' && status === 'paid')
    return 'Weigh the hops when they are harvested, and enter their weight with the other reservations.';
  // Nothing waits for the money.
  switch (on_terms && status === 'pending' ? 'paid' : status) {
    case 'pending':
      return "The payment isn't confirmed yet. The shop keeps checking, so there is nothing to do.";
    case 'paid': {
      const bag = reservation ? 'Bag the hops' : 'Weigh and bag the hops';
      if (byCarrier) return `${bag}, mark the order ready, and hand it to the carrier.`;
      return delivered
        ? `${bag}, mark the order ready, and call ${phone} to arrange a delivery day.`
        : `${bag}, mark the order ready, and call ${phone} so they can be picked up.`;
    }
    case 'ready':
      if (byCarrier) return 'Hand the hops to the carrier, and mark the order completed once they have arrived.';
      return delivered
        ? 'Bring the hops on the agreed day, then mark the order completed.'
        : 'Mark the order completed once the hops are picked up.';
    case 'cancelled':
      if (refundable) return 'A card was charged. Refund it.';
      return on_terms
        ? "Its invoice was taken back. If it was paid, the money is a credit on the customer's page."
        : 'Nothing was charged, and there is nothing to do.';
    case 'failed':
      return 'Nothing was charged, and there is nothing to do.';
    case 'completed':
      return 'Nothing left to do.';
    case 'refunded':
      return "The money is on its way back to the card. The buyer's bank may take a few days to show it.";
  }
}
