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
type Entry = {
  key: string;
  at: string;
  title: string;
  isBad: boolean;
  lines: string[];
  who: string | null;
  note: string | null;
};

/** Past steps and changes with their times, and the steps to come unless the order has ended. */
export function ReceiptHistory({ order, forStaff }: Props) {
  const { status, on_terms } = order;
  return (
    <section>
      <h2>Progress</h2>
      <ol className="history">
        {entriesOf(order).map(({ key, at, title, isBad, lines, who, note }) => (
          <li key={key} className={isBad ? 'history-bad' : 'history-done'}>
            <b>{title}</b>
            {lines.map((line) => (
              <span key={line} className="history-line">
                {line}
              </span>
            ))}
            <span>
              {formatShortDateTime(at, order.created_at)}
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

function entriesOf({ history, changes }: Order): Entry[] {
  const steps = history.map(({ status, at, who, note }) => ({
    ...{ key: at + status, at, title: stepNames[status], lines: [], who, note },
    isBad: status === 'failed' || status === 'cancelled',
  }));
  const changed = changes.map(({ id, at, lines, who, reason }) => ({
    ...{ key: String(id), at, title: 'Changed', isBad: false, lines, who, note: reason },
  }));
  return changed.length === 0 ? steps : [...steps, ...changed].toSorted((a, b) => a.at.localeCompare(b.at));
}
