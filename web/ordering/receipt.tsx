import type { ReactNode } from 'react';
import { carrierNames, trackingUrl } from '#contracts/carriers.ts';
import { formatDateTime, formatDay } from '#contracts/dates.ts';
import { addressLine } from '#contracts/farm.ts';
import { formatTime } from '#contracts/harvest-steps.ts';
import { formatPounds } from '#contracts/hop-format.ts';
import { formatDollars } from '#contracts/money.ts';
import type { Order, Reservation } from '#contracts/orders.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { Logo } from '#web/layout/logo.tsx';
import { useFarm } from '#web/session/client-config.ts';
import { Unbroken } from '#web/ui/unbroken.tsx';
import { OrderNotes } from './order-notes.tsx';
import { ReceiptHistory } from './receipt-history.tsx';
import { ReceiptLines } from './receipt-lines.tsx';
import { StatusPill } from './status-pill.tsx';
import { whatHappensNext } from './what-happens-next.ts';

type Props = {
  order: Order;
  /** Staff also see how to reach the buyer. */
  forStaff?: boolean;
  /** Beside Print. */
  action?: ReactNode;
  /** Shown to staff on screen. What they print is for the buyer. */
  nextStep?: string;
};

/** An order with its lines, details and progress, on screen and on paper. */
export function Receipt({ order, forStaff = false, action, nextStep }: Props) {
  const farm = useFarm();
  const { id, created_at, status, card, payment_id } = order;
  return (
    <article className="receipt">
      <Letterhead />
      <header className="receipt-head">
        <div>
          <p className="note">Placed {formatDateTime(created_at)}</p>
          <h1>Order {id}</h1>
        </div>
        <StatusPill status={status} onTerms={order.on_terms} />
        {action}
        <button className="button" type="button" onClick={() => print()}>
          Print
        </button>
      </header>
      <div className="receipt-body">
        <div>
          {order.reservation && <Reserved reservation={order.reservation} forStaff={forStaff} />}
          <ReceiptLines order={order} host={forStaff ? location.host : undefined} />
          <div className="receipt-details">
            <Recipient order={order} forStaff={forStaff} />
            <section className="receipt-money">
              <h2>Payment</h2>
              {order.on_terms ? (
                <Invoices order={order} />
              ) : (
                <p>
                  {card ?? 'Card'}
                  <br />
                  <span className="receipt-small">{payment_id ? `Payment ID ${payment_id}` : unpaid[status]}</span>
                </p>
              )}
              {!order.on_terms && order.invoices.length > 0 && <Invoices order={order} />}
            </section>
          </div>
        </div>
        <div className="receipt-side">
          {nextStep && (
            <div className="receipt-next-step">
              <h2>Next step</h2>
              <p>
                <Unbroken text={nextStep} />
              </p>
            </div>
          )}
          <div className={nextStep ? 'receipt-only-printed' : undefined}>
            <h2>What happens next</h2>
            <p>
              <Unbroken text={whatHappensNext(order, farm)} />
            </p>
          </div>
          <OrderNotes order={order} forStaff={forStaff} />
          <ReceiptHistory order={order} forStaff={forStaff} />
        </div>
      </div>
    </article>
  );
}

function Invoices({ order: { invoices, po_number } }: { order: Order }) {
  if (invoices.length === 0) return <p>By invoice</p>;
  return (
    <>
      {invoices.map(({ number, due_on, open, key }) => (
        <p key={number}>
          {key ? <a href={`${pagePaths.invoice(number)}?key=${key}`}>Invoice {number}</a> : `Invoice ${number}`}
          <br />
          <span className="receipt-small">
            {open === 0 ? 'Paid' : `$${formatDollars(open)} open, due ${formatDay(due_on)}`}
            {po_number && `. PO number ${po_number}`}
          </span>
        </p>
      ))}
    </>
  );
}

function Reserved({ reservation, forStaff }: { reservation: Reservation; forStaff: boolean }) {
  const { hop, kind, pounds, price, pickup, expected_on, state, harvest_id, deposit } = reservation;
  const about = pounds * price;
  return (
    <section className="receipt-reserved">
      <h2>{state === 'released' ? 'Reservation, released' : 'Reservation'}</h2>
      <p>
        {formatPounds(pounds)} of {kind === 'wet' && 'wet '}
        {hop} at ${formatDollars(price)} per lb.{' '}
        {pickup
          ? `Pickup ${formatDay(pickup.day)}, ${formatTime(pickup.from)} to ${formatTime(pickup.to)}.`
          : `Harvest about ${formatDay(expected_on)}.`}{' '}
        {state === 'weighed' && `Deposit: $${formatDollars(deposit)}. `}
        {state === 'held' && `That makes about $${formatDollars(about)}. The rest is due when the hops are weighed. `}
        {forStaff && <a href={pagePaths.reservations(harvest_id)}>All reservations</a>}
      </p>
    </section>
  );
}

function Recipient({ order, forStaff }: { order: Order; forStaff: boolean }) {
  const { name, address, phone, email, location_option, shipment } = order;
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
      {shipment && <Tracking shipment={shipment} />}
    </section>
  );
}

/** Paper shows the number, since it has no link. */
function Tracking({ shipment }: { shipment: NonNullable<Order['shipment']> }) {
  const { carrier, tracking_number } = shipment;
  const url = trackingUrl(shipment);
  return (
    <p className="receipt-tracking">
      {carrierNames[carrier]}
      {tracking_number && (
        <>
          {': '}
          {url ? (
            <a href={url} target="_blank" rel="noreferrer" title="Opens in a new tab">
              {tracking_number}
            </a>
          ) : (
            tracking_number
          )}
        </>
      )}
    </p>
  );
}

/** Only printed. */
function Letterhead() {
  const farm = useFarm();
  return (
    <div className="receipt-letterhead">
      <Logo />
      <p>
        <b>{farm.brand}</b>
        {addressLine(farm)}
        <br />
        {farm.phone} · {farm.email}
        {farm.tax_id && (
          <>
            <br />
            Tax ID {farm.tax_id}
          </>
        )}
      </p>
    </div>
  );
}

const unpaid: Partial<Record<Order['status'], string>> = {
  pending: 'Not confirmed yet',
  failed: 'Nothing was charged.',
  cancelled: 'Nothing was charged.',
};
