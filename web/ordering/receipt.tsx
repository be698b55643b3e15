import { addressLine, farm } from '#content/farm.ts';
import { formatDateTime } from '#contracts/dates.ts';
import type { Order } from '#contracts/orders.ts';
import { Logo } from '#web/layout/logo.tsx';
import { ReceiptHistory } from './receipt-history.tsx';
import { ReceiptLines } from './receipt-lines.tsx';
import { StatusPill } from './status-pill.tsx';

type Props = {
  order: Order;
  /** What happens next, in words for the reader. */
  next: { title: string; text: string };
  /** Staff also see how to reach the buyer. */
  forStaff?: boolean;
};

/** An order with its lines, details and progress, on screen and on paper. */
export function Receipt({ order, next, forStaff = false }: Props) {
  const { id, created_at, status, card, payment_id } = order;
  return (
    <article className="receipt">
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
          <ReceiptLines order={order} />
          <div className="receipt-details">
            <Recipient order={order} forStaff={forStaff} />
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
          <h2>{next.title}</h2>
          <p>{next.text}</p>
          <ReceiptHistory order={order} forStaff={forStaff} />
        </div>
      </div>
    </article>
  );
}

function Recipient({ order, forStaff }: { order: Order; forStaff: boolean }) {
  const { name, address, phone, email, location_option } = order;
  return (
    <section>
      <h2>{location_option === 'delivery' ? 'Delivery' : 'Pickup'}</h2>
      {name === null && <p className="receipt-small">For your privacy, this page doesn't show who ordered.</p>}
      <p>
        {name}
        {address && (
          <>
            <br />
            {address}
          </>
        )}
        {forStaff && phone && (
          <>
            <br />
            <a href={`tel:${phone}`}>{phone}</a>
            <br />
            {email ? <a href={`mailto:${email}`}>{email}</a> : 'No email'}
          </>
        )}
      </p>
    </section>
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
