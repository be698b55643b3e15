import { useState } from 'react';
import type { ResponseOf } from '#contracts/endpoints.ts';
import type { PublicFarm } from '#contracts/farm.ts';
import { type InvoiceSheet, invoiceTitle, toInvoiceSheet } from '#contracts/invoice-sheet.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { Invoice } from '#contracts/terms.ts';
import { download } from '#web/query/download.ts';
import type { QueryState } from '#web/query/query-state.ts';
import { type Head, useRouteLocation } from '#web/router/route-definition.ts';
import { useClientConfig } from '#web/session/client-config.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { Unbroken } from '#web/ui/unbroken.tsx';
import '#web/ordering/receipt.css';
import './invoice-page.css';

type Props = { invoice: QueryState<ResponseOf<'GET /api/invoices/:id'>> };

export const headFor = ({ invoice }: Props, { brand }: PublicFarm): Head => ({
  title: invoice.is === 'ready' ? invoiceTitle(invoice.data.data) : 'Invoice',
  description: `An invoice of ${brand}.`,
});

export function Page({ invoice }: Props) {
  return (
    <AsyncView
      state={invoice}
      loading="Loading invoice..."
      skeleton={<div className="skeleton receipt-skeleton" />}
      inset
    >
      {({ data }) => <Sheet invoice={data} sheet={toInvoiceSheet(data)} />}
    </AsyncView>
  );
}

/** On screen and on paper. */
function Sheet({ invoice: { number, open }, sheet }: { invoice: Invoice; sheet: InvoiceSheet }) {
  return (
    <article className="receipt invoice">
      <header className="receipt-head">
        <div>
          <p className="note">{sheet.issued}</p>
          <h1>{sheet.title}</h1>
        </div>
        <div className="invoice-actions">
          {open > 0 && <PayLink number={number} />}
          <PdfLink number={number} />
          <button className="button" type="button" onClick={() => print()}>
            Print
          </button>
        </div>
      </header>
      <div className="invoice-parties">
        {sheet.parties.map((party) => (
          <Party key={party.label} {...party} />
        ))}
        <dl>
          {sheet.facts.map(({ label, value, href }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{href ? <a href={href}>{value}</a> : <Unbroken text={value} />}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Lines sheet={sheet} />
      {sheet.closing && <p className="invoice-open">{sheet.closing}</p>}
    </article>
  );
}

function PayLink({ number }: { number: number }) {
  const key = useRouteLocation().searchParams.get('key');
  const { provider } = useClientConfig().payments;
  if (provider === 'off') return null;
  return (
    <a className="button button-gold" href={`${pagePaths.pay(number)}${key ? `?${new URLSearchParams({ key })}` : ''}`}>
      Pay by card
    </a>
  );
}

/** A link with the key works for everyone; without a key the token has to travel with the request. */
function PdfLink({ number }: { number: number }) {
  const key = useRouteLocation().searchParams.get('key');
  const [failed, setFailed] = useState(false);
  const href = `/api/invoices/${number}/pdf`;
  if (key)
    return (
      <a className="button" href={`${href}?${new URLSearchParams({ key })}`} target="_blank" rel="noopener">
        PDF
      </a>
    );
  return (
    <>
      {failed && <span role="alert">The PDF didn't load. Please try again.</span>}
      <button className="button" type="button" onClick={async () => setFailed(!(await download(href)))}>
        PDF
      </button>
    </>
  );
}

function Party({ label, name, lines }: InvoiceSheet['parties'][number]) {
  return (
    <section>
      <h2>{label}</h2>
      <p>
        <b>{name}</b>
        {lines.map((line) => (
          <span key={line}>
            <Unbroken text={line} />
          </span>
        ))}
      </p>
    </section>
  );
}

function Lines({ sheet: { columns, lines, total } }: { sheet: InvoiceSheet }) {
  return (
    <table className="receipt-lines tabular-nums">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(([text = '', ...numbers]) => (
          <tr key={text}>
            <th scope="row">
              <b>
                <Unbroken text={text} />
              </b>
              {numbers[1] && <span className="receipt-per-lb">{numbers[1]} per lb</span>}
            </th>
            {numbers.map((number, index) => (
              <td key={columns[index + 1]}>{number}</td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{total.label}</th>
          {columns.slice(2).map((column) => (
            <td key={column} />
          ))}
          <td>{total.amount}</td>
        </tr>
      </tfoot>
    </table>
  );
}
