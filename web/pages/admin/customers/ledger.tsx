import { useState } from 'react';
import { formatShortDay } from '#contracts/dates.ts';
import { signedDollars } from '#contracts/money.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { LedgerEntry } from '#contracts/terms.ts';
import { capitalize } from '#web/ordering/status-pill.tsx';
import { mutate } from '#web/query/mutate.ts';
import { query } from '#web/query/query.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { useQuery } from '#web/query/use-query.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { CreditNote } from './credit-note.tsx';
import { RefundCard } from './refund-card.tsx';

/** Everything that changed what a customer owes. Prints as a statement. */
export function Ledger({ id }: { id: number }) {
  const ledger = useQuery(query('GET /api/customers/:id/ledger', { params: { id }, query: {} }));
  return (
    <AsyncView state={ledger} loading="Loading ledger..." skeleton={<div className="skeleton admin-row-skeleton" />}>
      {({ data, more }) =>
        data.length === 0 ? (
          <p className="admin-empty">No invoices yet.</p>
        ) : (
          <section aria-label="Ledger">
            <ul className="customer-ledger">
              {data.map((entry) => (
                <Entry key={entry.id} id={id} entry={entry} credit={-Math.min(0, data[0]?.balance ?? 0)} />
              ))}
            </ul>
            {more && <p className="admin-faint">Older entries are not shown.</p>}
            <button className="button" type="button" onClick={() => print()}>
              Print statement
            </button>
          </section>
        )
      }
    </AsyncView>
  );
}

/** `credit`: what the customer has paid ahead. */
function Entry({ id, entry, credit }: { id: number; entry: LedgerEntry; credit: number }) {
  const { day, kind, amount, balance, method, note, who, reversed } = entry;
  return (
    <li>
      <span className="admin-faint">{formatShortDay(day)}</span>
      <span>
        <What entry={entry} />
        <span className="admin-faint">
          {[method && capitalize(method), note, who].filter(Boolean).join(', ')}
          {reversed && ' (taken back)'}
        </span>
        {kind === 'payment' && method !== 'card' && !reversed && <TakeBack id={id} entry={entry} />}
        {kind === 'payment' && method === 'card' && <RefundCard id={id} entry={entry} credit={credit} />}
        {kind === 'invoice' && <CreditNote id={id} entry={entry} />}
      </span>
      <span className="admin-number">{signedDollars(amount)}</span>
      <span className="admin-number">
        <span className="admin-faint">Balance </span>
        {signedDollars(balance)}
      </span>
    </li>
  );
}

function What({ entry: { kind, method, invoice, invoice_key, order_id } }: { entry: LedgerEntry }) {
  if (kind === 'payment') return <b>Payment</b>;
  if (kind === 'reversal') return <b>{method === 'card' ? 'Refunded' : 'Payment taken back'}</b>;
  return (
    <span>
      <a className="text-link" href={`${pagePaths.invoice(invoice ?? 0)}?key=${invoice_key}`}>
        {capitalize(kind)} {invoice}
      </a>
      {order_id && (
        <>
          {' '}
          for <a href={pagePaths.order(order_id)}>order {order_id}</a>
        </>
      )}
    </span>
  );
}

/** A check that bounced, or a payment of another customer. */
function TakeBack({ id, entry }: { id: number; entry: LedgerEntry }) {
  const queryCache = useQueryCache();
  const { busy, error, submit } = useSubmit();
  const [asking, setAsking] = useState(false);
  const [note, setNote] = useState('');

  const takeBack = () =>
    submit(async () => {
      const { data } = await mutate('POST /api/customers/:id/payments/:entry/reversal', {
        params: { id, entry: entry.id },
        body: { note },
      });
      setAsking(false);
      queryCache.update(`/api/customers/${id}/terms`, () => ({ data }));
      queryCache.refetch(`/api/customers/${id}/`);
      toast({ text: 'The payment is taken back. Its invoices are open again.' });
    });

  return (
    <>
      <button className="text-button" type="button" onClick={() => setAsking(true)}>
        Take back
      </button>
      {asking && (
        <ConfirmDialog
          text={`Take back the payment of ${signedDollars(-entry.amount)}? Its invoices are open again.${error.text && ` ${error.text}`}`}
          confirmLabel="Take back"
          busy={busy}
          onConfirm={() => void takeBack()}
          onCancel={() => setAsking(false)}
        >
          <Field
            label="Reason"
            optional
            maxLength={300}
            value={note}
            onChange={({ currentTarget: { value } }) => setNote(value)}
          />
        </ConfirmDialog>
      )}
    </>
  );
}
