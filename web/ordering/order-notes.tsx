import { formatShortDateTime } from '#contracts/dates.ts';
import type { Order } from '#contracts/orders.ts';

/** What the farm wrote about the order. The buyer sees only what is for them. */
export function OrderNotes({ order: { notes, created_at }, forStaff }: { order: Order; forStaff: boolean }) {
  if (notes.length === 0) return undefined;
  return (
    <section className={forStaff ? 'order-notes order-notes-staff' : 'order-notes'}>
      <h2>Notes</h2>
      <ul>
        {notes.map(({ id, text, at, who, for_buyer }) => (
          <li key={id} className={for_buyer ? undefined : 'order-note-private'}>
            <p>{text}</p>
            <span className="receipt-small">
              {formatShortDateTime(at, created_at)}
              {who && `, ${who}`}
              {forStaff && (for_buyer ? ', the buyer sees it' : ', only staff see it')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
