import { formatMonth, monthOf } from '#contracts/book-types.ts';
import type { BookInvoice } from '#contracts/books.ts';
import { farmDay, formatShortDay } from '#contracts/dates.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { formatDollars } from '#contracts/money.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import { capitalize } from '#web/ordering/status-pill.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import { type Head, useRouteLocation } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { tableRoles } from '#web/ui/table-roles.ts';
import { BooksNav } from './books-nav.tsx';
import { MonthForm } from './month-form.tsx';
import { TableHead } from './table-head.tsx';

type Props = { invoices: QueryState<ResponseOf<'GET /api/books/invoices'>> };

export const headFor = (): Head => ({ title: 'Invoices' });

export function Page({ invoices }: Props) {
  const { searchParams } = useRouteLocation();
  const today = monthOf(farmDay(new Date().toISOString()));
  const month = searchParams.get('month') ?? today;
  const first = invoices.is === 'ready' ? invoices.data.first_month : month;
  return (
    <AdminPage title="Books">
      <BooksNav current={pagePaths.bookInvoices} />
      <MonthForm action={pagePaths.bookInvoices} month={month} first={first} last={today} />
      <h2 className="admin-section">Invoices of {formatMonth(month)}</h2>
      <AsyncView state={invoices} loading="Loading invoices..." skeleton={<div className="skeleton sales-skeleton" />}>
        {({ data, more, left_out }) => (
          <>
            {left_out.map(({ from, to }) => (
              <p key={from}>
                There are no invoices {from} to {to}. The shop was restored from a backup and went on with higher
                numbers, so that no number is used twice.
              </p>
            ))}
            {data.length === 0 ? (
              <p className="admin-empty">No invoices in this month.</p>
            ) : (
              <>
                <InvoiceTable invoices={data} />
                {(more || searchParams.has('after')) && (
                  <nav className="pager" aria-label="Pages">
                    {searchParams.has('after') && (
                      <a className="button" href={`${pagePaths.bookInvoices}?month=${month}`}>
                        First
                      </a>
                    )}
                    {more && (
                      <a
                        className="button"
                        href={`${pagePaths.bookInvoices}?month=${month}&after=${data.at(-1)?.number}`}
                      >
                        Next
                      </a>
                    )}
                  </nav>
                )}
                <button className="button books-print" type="button" onClick={() => print()}>
                  Print
                </button>
              </>
            )}
          </>
        )}
      </AsyncView>
    </AdminPage>
  );
}

function InvoiceTable({ invoices }: { invoices: BookInvoice[] }) {
  const { table, rowGroup } = tableRoles;
  return (
    <table className="admin-table stats-table stacked-table books-table books-invoices" {...table}>
      <TableHead texts={['Number', 'Customer', 'Order', 'Issued', 'Due']} numbers={['Amount', 'Open']} />
      <tbody {...rowGroup}>
        {invoices.map((invoice) => (
          <InvoiceRow key={invoice.number} invoice={invoice} />
        ))}
      </tbody>
    </table>
  );
}

function InvoiceRow({ invoice }: { invoice: BookInvoice }) {
  const { number, kind, key, bill_to, order_id, issued_on, due_on, amount, open } = invoice;
  const { row, rowHeader, cell } = tableRoles;
  const isCredit = kind === 'credit note';
  return (
    <tr {...row}>
      <th scope="row" {...rowHeader}>
        <a className="text-link" href={`${pagePaths.invoice(number)}?key=${key}`}>
          {capitalize(kind)} {number}
        </a>
      </th>
      <td {...cell}>{bill_to}</td>
      <td {...cell}>
        <a className="text-link" href={pagePaths.order(order_id)}>
          Order {order_id}
        </a>
      </td>
      <td data-label="Issued" {...cell}>
        {formatShortDay(issued_on)}
      </td>
      <td data-label="Due" {...cell}>
        {isCredit ? '–' : formatShortDay(due_on)}
      </td>
      <td className="admin-number" data-label="Amount" {...cell}>
        {isCredit && '-'}${formatDollars(amount)}
      </td>
      <td className="admin-number" data-label="Open" {...cell}>
        {isCredit ? '–' : `$${formatDollars(open)}`}
      </td>
    </tr>
  );
}
