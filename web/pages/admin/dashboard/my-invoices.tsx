import { formatShortDay } from '#contracts/dates.ts';
import { formatDollars } from '#contracts/money.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { capitalize } from '#web/ordering/status-pill.tsx';
import { query } from '#web/query/query.ts';
import { useQuery } from '#web/query/use-query.ts';

/** Nothing for customers who pay by card. */
export function MyInvoices() {
  const invoices = useQuery(query('GET /api/account/invoices', {}));
  const data = invoices.is === 'ready' ? invoices.data.data : [];
  if (data.length === 0) return undefined;
  const open = data.reduce((sum, invoice) => sum + invoice.open, 0);
  return (
    <section className="my-invoices">
      <h2 className="admin-section">Invoices</h2>
      <p>{open === 0 ? 'Everything is paid.' : `Open: $${formatDollars(open)}`}</p>
      <ul>
        {data.map(({ number, kind, issued_on, due_on, amount, open: unpaid, key }) => (
          <li key={number}>
            <a className="text-link" href={`${pagePaths.invoice(number)}?key=${key}`}>
              {capitalize(kind)} {number}
            </a>
            <span className="admin-faint">{formatShortDay(issued_on)}</span>
            <span className="admin-number">${formatDollars(amount)}</span>
            <span>{kind === 'credit note' ? '' : unpaid === 0 ? 'Paid' : `Due ${formatShortDay(due_on)}`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
