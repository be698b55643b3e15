import { formatShortDateTime } from '#contracts/dates.ts';
import { type OrderStatus, stepNames } from '#contracts/ordering-rules.ts';
import type { Order } from '#contracts/orders.ts';

const upcoming: Partial<Record<OrderStatus, { status: OrderStatus; text: string }[]>> = {
  pending: [{ status: 'paid', text: 'When the payment is confirmed' }],
  paid: [
    { status: 'ready', text: 'Bagged and waiting' },
    { status: 'completed', text: 'In your cold room' },
  ],
  ready: [{ status: 'completed', text: 'In your cold room' }],
};

/** Past steps with their times, and the steps to come unless the order has ended. */
export function OrderHistory({ order: { history, status } }: { order: Order }) {
  return (
    <section>
      <h2>Progress</h2>
      <ol className="history">
        {history.map(({ status: each, at, who, note }) => (
          <li key={at + each} className={['failed', 'cancelled'].includes(each) ? 'history-bad' : 'history-done'}>
            <b>{stepNames[each]}</b>
            <span>
              {formatShortDateTime(at)}
              {who && `, ${who}`}
              {note && `. ${note}`}
            </span>
          </li>
        ))}
        {upcoming[status]?.map(({ status: each, text }) => (
          <li key={each} className="history-to-come">
            <b>{stepNames[each]}</b>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
