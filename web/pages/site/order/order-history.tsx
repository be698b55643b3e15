import { formatShortDateTime } from '#contracts/dates.ts';
import type { OrderStatus } from '#contracts/ordering-rules.ts';
import type { Order } from '#contracts/orders.ts';
import { capitalize } from '#web/ordering/status-pill.tsx';

const toCome: Partial<Record<OrderStatus, { status: OrderStatus; words: string }[]>> = {
  pending: [{ status: 'paid', words: 'When the payment is confirmed' }],
  paid: [
    { status: 'ready', words: 'Bagged and waiting' },
    { status: 'completed', words: 'In your cold room' },
  ],
  ready: [{ status: 'completed', words: 'In your cold room' }],
};

/** What happened, with its time, and what is still to come. An order that ended badly has nothing to come. */
export function OrderHistory({ order: { history, status } }: { order: Order }) {
  return (
    <section>
      <h2>Step by step</h2>
      <ol className="history">
        {history.map(({ status: each, at, who, note }) => (
          <li key={at + each} className={['failed', 'cancelled'].includes(each) ? 'history-bad' : 'history-done'}>
            <b>{capitalize(each)}</b>
            <span>
              {formatShortDateTime(at)}
              {who && `, ${who}`}
              {note && `. ${note}`}
            </span>
          </li>
        ))}
        {toCome[status]?.map(({ status: each, words }) => (
          <li key={each} className="history-to-come">
            <b>{capitalize(each)}</b>
            <span>{words}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
