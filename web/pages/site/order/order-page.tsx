import { useEffect } from 'react';
import { addressLine, farm } from '#content/farm.ts';
import { formatDateTime } from '#contracts/dates.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import type { Order } from '#contracts/orders.ts';
import { Logo } from '#web/layout/logo.tsx';
import { StatusPill } from '#web/ordering/status-pill.tsx';
import { useQueryCache } from '#web/query/query-cache.ts';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { isLoggedIn, useIsStaff } from '#web/session/session.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderHistory } from './order-history.tsx';
import { OrderLines } from './order-lines.tsx';
import '#web/ui/confirm-dialog.css';
import '#web/ordering/status-pill.css';
import './order-page.css';

type Props = { order: QueryState<ResponseOf<'GET /api/orders/:id'>> };

export const headFor = ({ order }: Props): Head => ({
  title: `${order.is === 'ready' ? `Order ${order.data.data.id}` : 'Order'} · ${farm.brand}`,
  description: `An order at ${farm.brand}.`,
});

export function Page({ order }: Props) {
  return (
    <AsyncView state={order} loading="Loading order..." skeleton={<div className="skeleton receipt-skeleton" />} inset>
      {({ data }) => <Receipt order={data} />}
    </AsyncView>
  );
}

function Receipt({ order }: { order: Order }) {
  const staff = useIsStaff();
  useOwnDetails(order);
  const { id, created_at, status, name, address, phone, email, location_option, card, payment_id } = order;
  const delivered = location_option === 'delivery';
  return (
    <article className="receipt">
      {staff && <OrderActions order={order} />}
      <Letterhead />
      <header className="receipt-head">
        <div>
          <p className="note">Placed {formatDateTime(created_at)}</p>
          <h1>Order {id}</h1>
        </div>
        <StatusPill status={status} />
        <button className="button" type="button" onClick={() => print()}>
          Print
        </button>
      </header>
      <div className="receipt-body">
        <div>
          <OrderLines order={order} />
          <div className="receipt-details">
            <section>
              <h2>{delivered ? 'Delivery' : 'Pickup'}</h2>
              {name === null && <p className="receipt-small">For your privacy, this page doesn't show who ordered.</p>}
              <p>
                {name}
                {address && (
                  <>
                    <br />
                    {address}
                  </>
                )}
                {staff && phone && (
                  <>
                    <br />
                    <a href={`tel:${phone}`}>{phone}</a>
                    <br />
                    {email ? <a href={`mailto:${email}`}>{email}</a> : 'No email'}
                  </>
                )}
              </p>
            </section>
            <section className="receipt-money">
              <h2>Payment</h2>
              <p>
                {card ?? 'Card'}
                <br />
                <span className="receipt-small">{payment_id ? `Payment ID ${payment_id}` : unpaid[status]}</span>
              </p>
            </section>
          </div>
        </div>
        <div className="receipt-side">
          <h2>What happens next</h2>
          <p>{nextFor(order)}</p>
          <OrderHistory order={order} />
        </div>
      </div>
    </article>
  );
}

/** Only printed. */
function Letterhead() {
  return (
    <div className="receipt-letterhead">
      <Logo />
      <p>
        <b>{farm.brand}</b>
        {addressLine}
        <br />
        {farm.phone.shown} · {farm.email}
      </p>
    </div>
  );
}

const unpaid: Partial<Record<Order['status'], string>> = {
  pending: 'Not confirmed yet',
  failed: 'Nothing was charged.',
  cancelled: 'Nothing was charged.',
};

/** The server renders the page of a link without contact data. Staff and the order's own account may see them. */
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
