import type { ReactNode } from 'react';
import { formatDay } from '#contracts/dates.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import type { PublicFarm } from '#contracts/farm.ts';
import { formatDollars } from '#contracts/money.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { Invoice } from '#contracts/terms.ts';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import '#web/ordering/receipt.css';
import './invoice-page.css';

type Props = { invoice: QueryState<ResponseOf<'GET /api/invoices/:id'>> };

export const headFor = ({ invoice }: Props, { brand }: PublicFarm): Head => ({
  title: invoice.is === 'ready' ? titleOf(invoice.data.data) : 'Invoice',
  description: `An invoice of ${brand}.`,
});

const titleOf = ({ kind, number }: Invoice) => (kind === 'invoice' ? `Invoice ${number}` : `Credit note ${number}`);

export function Page({ invoice }: Props) {
  return (
    <AsyncView
      state={invoice}
      loading="Loading invoice..."
      skeleton={<div className="skeleton receipt-skeleton" />}
      inset
    >
      {({ data }) => <InvoiceSheet invoice={data} />}
    </AsyncView>
  );
}

/** On screen and on paper. */
function InvoiceSheet({ invoice }: { invoice: Invoice }) {
  const { kind, order_id, issued_on, due_on, po_number, credits, seller, bill_to, amount, open } = invoice;
  return (
    <article className="receipt invoice">
      <header className="receipt-head">
        <div>
          <p className="note">{formatDay(issued_on)}</p>
          <h1>{titleOf(invoice)}</h1>
        </div>
        <button className="button" type="button" onClick={() => print()}>
          Print
        </button>
      </header>
      <div className="invoice-parties">
        <Party label="From" party={seller} />
        <Party label="Bill to" party={bill_to} />
        <dl>
          {kind === 'invoice' && <Fact label="Due" value={formatDay(due_on)} />}
          {credits !== null && <Fact label="For invoice" value={String(credits)} />}
          <Fact label="Order" value={<a href={pagePaths.order(order_id)}>{order_id}</a>} />
          {po_number && <Fact label="PO number" value={po_number} />}
        </dl>
      </div>
      <Lines invoice={invoice} />
      {kind === 'invoice' && (
        <p className="invoice-open">{open === 0 ? 'Paid in full. Thank you.' : openText(amount, open)}</p>
      )}
    </article>
  );
}

const openText = (amount: number, open: number): string =>
  open === amount
    ? `Please pay $${formatDollars(open)}.`
    : `Paid $${formatDollars(amount - open)}. Still open: $${formatDollars(open)}.`;

function Party({ label, party: { name, lines } }: { label: string; party: Invoice['seller'] }) {
  return (
    <section>
      <h2>{label}</h2>
      <p>
        <b>{name}</b>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </p>
    </section>
  );
}

const Fact = ({ label, value }: { label: string; value: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);

function Lines({ invoice: { lines, amount, kind } }: { invoice: Invoice }) {
  return (
    <table className="receipt-lines tabular-nums">
      <thead>
        <tr>
          <th scope="col">{kind === 'invoice' ? 'Hop' : 'Reason'}</th>
          <th scope="col">Pounds</th>
          <th scope="col">Per lb</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ text, pounds, price, amount: each }) => (
          <tr key={text}>
            <th scope="row">
              <b>{text}</b>
            </th>
            <td>{pounds}</td>
            <td>{price !== null && `$${formatDollars(price)}`}</td>
            <td>${formatDollars(each)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td />
          <td />
          <td>${formatDollars(amount)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
