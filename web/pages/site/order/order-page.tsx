import { farm } from '#content/farm.ts';
import { formatDateTime } from '#contracts/dates.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import type { Order } from '#contracts/orders.ts';
import { StatusPill } from '#web/ordering/status-pill.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { useIsStaff } from '#web/session/session.ts';
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
  const { id, created_at, status, name, address, phone, email, location_option, card, payment_id } = order;
  const delivered = location_option === 'delivery';
  return (
    <article className="receipt">
      {staff && <OrderActions order={order} />}
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
              <p>
                {name}
                {address && (
                  <>
                    <br />
                    {address}
                  </>
                )}
                {staff && (
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

const unpaid: Partial<Record<Order['status'], string>> = {
  pending: 'Not confirmed yet',
  failed: 'Nothing was charged.',
  cancelled: 'Nothing was charged.',
};

function nextFor({ status, location_option, phone }: Order): string {
  const delivered = location_option === 'delivery';
  switch (status) {
    case 'pending':
      return "We're confirming your payment. Please don't pay again. Check back here for the result.";
    case 'paid':
      return delivered
        ? `We'll weigh and bag your hops, then call ${phone} to arrange a delivery day.`
        : `We'll weigh and bag your hops, then call ${phone} when they're ready to pick up.`;
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
