import { formatDay } from '#contracts/dates.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import type { PublicFarm } from '#contracts/farm.ts';
import { formatDollars, signedDollars } from '#contracts/money.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { phoneLink } from '#contracts/phone.ts';
import type { Invoice } from '#contracts/terms.ts';
import type { QueryState } from '#web/query/query-state.ts';
import { type Head, useRouteLocation } from '#web/router/route-definition.ts';
import { useClientConfig, useFarm } from '#web/session/client-config.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Unbroken } from '#web/ui/unbroken.tsx';
import { useLoaded } from '#web/ui/use-loaded.ts';
import '#web/ordering/receipt.css';
import './pay-page.css';

type Props = { invoice: QueryState<ResponseOf<'GET /api/invoices/:id'>> };

export const headFor = ({ invoice }: Props, { brand }: PublicFarm): Head => ({
  title: invoice.is === 'ready' ? `Pay invoice ${invoice.data.data.number}` : 'Pay an invoice',
  description: `Pay an invoice of ${brand} by card.`,
});

export function Page({ invoice }: Props) {
  return (
    <AsyncView
      state={invoice}
      loading="Loading invoice..."
      skeleton={<div className="skeleton receipt-skeleton" />}
      inset
    >
      {({ data }) => <Bill invoice={data} />}
    </AsyncView>
  );
}

function Bill({ invoice }: { invoice: Invoice }) {
  const viewKey = useRouteLocation().searchParams.get('key');
  const { number, order_id, po_number, due_on, open, amount, lines, bill_to } = invoice;
  const sheet = `${pagePaths.invoice(number)}${viewKey ? `?${new URLSearchParams({ key: viewKey })}` : ''}`;
  return (
    <article className="receipt pay">
      <header className="receipt-head">
        <div>
          <p className="note">{bill_to.name}</p>
          <h1>{open > 0 ? `Pay invoice ${number}` : `Invoice ${number}`}</h1>
        </div>
      </header>
      <div className="receipt-body">
        <section>
          <h2>What it is for</h2>
          <dl className="pay-lines tabular-nums">
            {lines.map(({ text, pounds, amount: lineAmount }) => (
              <div key={text}>
                <dt>
                  <Unbroken text={pounds === null ? text : `${text}, ${pounds} ${pounds === 1 ? 'lb' : 'lbs'}`} />
                </dt>
                <dd>{signedDollars(lineAmount)}</dd>
              </div>
            ))}
            {open !== amount && open > 0 && (
              <div>
                <dt>Already paid or taken back</dt>
                <dd>{signedDollars(open - amount)}</dd>
              </div>
            )}
            <div className="pay-total">
              <dt>{open > 0 ? 'To pay' : 'Still open'}</dt>
              <dd>${formatDollars(open)}</dd>
            </div>
          </dl>
          <p className="note">
            Order {order_id}
            {po_number && `, PO number ${po_number}`}. Due {formatDay(due_on)}.{' '}
            <a className="text-link" href={sheet}>
              Open invoice {number}
            </a>
          </p>
        </section>
        <div className="receipt-side">
          <Payment number={number} open={open} viewKey={viewKey} />
        </div>
      </div>
    </article>
  );
}

function Payment(bill: { number: number; open: number; viewKey: string | null }) {
  const { phone } = useFarm();
  const { provider } = useClientConfig().payments;
  const part = useLoaded(() => import('./pay-form.tsx'));
  if (bill.open === 0)
    return (
      <section className="pay-done" role="status">
        <Icon name="check" size={32} />
        <h2>Paid. Thank you.</h2>
        <p>Nothing is open on this invoice.</p>
      </section>
    );
  if (provider === 'off')
    return (
      <section>
        <h2>Card</h2>
        <p>
          We don't take cards on this site right now. Please call us: <a href={phoneLink(phone)}>{phone}</a>.
        </p>
      </section>
    );
  if (part.is === 'ready') return <part.module.PayForm {...bill} />;
  return (
    <section className="pay-form">
      <h2>Card</h2>
      <noscript>
        <p>Paying needs JavaScript. Please turn it on or call us: {phone}.</p>
      </noscript>
      {part.is === 'failed' ? (
        <p role="alert">The card form didn't load. Please reload the page.</p>
      ) : (
        <div className="skeleton pay-skeleton" />
      )}
    </section>
  );
}
