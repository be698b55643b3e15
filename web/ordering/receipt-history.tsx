import { formatShortDateTime } from '#contracts/dates.ts';
import { type OrderStatus, stepNames } from '#contracts/ordering-rules.ts';
import type { Order } from '#contracts/orders.ts';

const upcoming: Partial<Record<OrderStatus, OrderStatus[]>> = {
  pending: ['paid'],
  paid: ['ready', 'completed'],
  ready: ['completed'],
};

const upcomingTexts = (forStaff: boolean): Partial<Record<OrderStatus, string>> => ({
  paid: 'When the payment is confirmed',
  ready: 'Bagged and waiting',
  completed: forStaff ? 'Picked up or delivered' : 'In your cold room',
});

type Props = { order: Order; forStaff: boolean };

/** Past steps with their times, and the steps to come unless the order has ended. */
export function ReceiptHistory({ order: { history, status, on_terms }, forStaff }: Props) {
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
        {upcoming[on_terms && status === 'pending' ? 'paid' : status]?.map((each) => (
          <li key={each} className="history-to-come">
            <b>{stepNames[each]}</b>
            <span>{upcomingTexts(forStaff)[each]}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
