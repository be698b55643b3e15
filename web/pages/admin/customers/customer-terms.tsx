import { type SubmitEvent, useState } from 'react';
import { farmDay, formatShortDay } from '#contracts/dates.ts';
import { formatDollars, signedDollars } from '#contracts/money.ts';
import { CONFIRM_DAYS } from '#contracts/ordering-rules.ts';
import { addDays } from '#contracts/sales-range.ts';
import type { Terms } from '#contracts/terms.ts';
import { mutate } from '#web/query/mutate.ts';
import { query } from '#web/query/query.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { useQuery } from '#web/query/use-query.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { Field, FormError } from '#web/ui/field.tsx';
import { fieldText } from '#web/ui/form-values.ts';
import { toast } from '#web/ui/toast.tsx';
import { Ledger } from './ledger.tsx';
import { RecordPayment } from './record-payment.tsx';

/** Whether they may pay by invoice, what they owe, and what they paid. */
export function CustomerTerms({ id }: { id: number }) {
  const terms = useQuery(query('GET /api/customers/:id/terms', { params: { id } }));
  return (
    <AsyncView state={terms} loading="Loading terms..." skeleton={<div className="skeleton admin-row-skeleton" />}>
      {({ data }) => (
        <>
          <h2 className="admin-section">Invoices</h2>
          <p>{describe(data)}</p>
          {data.days !== null && <Confirmation id={id} terms={data} />}
          <details className="customer-edit">
            <summary className="text-link">{data.days === null ? 'Approve for invoices' : 'Change terms'}</summary>
            <TermsForm key={JSON.stringify(data)} id={id} terms={data} />
          </details>
          <Account id={id} terms={data} />
        </>
      )}
    </AsyncView>
  );
}

function describe({ days, credit_limit, login, account }: Terms): string {
  if (days === null) return 'Pays by card. Approve them to let them order on invoice.';
  const who = account === 'waiting' ? 'Approved to order' : login ? `${login} may order` : 'May order';
  return `${who} on invoice, due ${days === 0 ? 'at once' : `in ${days} days`}, up to $${formatDollars(credit_limit)}.`;
}

/** Anyone can sign up with any email, so the account's mailbox has to confirm it. */
function Confirmation({ id, terms: { login, account, account_asked_at } }: { id: number; terms: Terms }) {
  const queryCache = useQueryCache();
  const { busy, error, submit } = useSubmit();
  if (account === null || account === 'confirmed') return undefined;

  const post = (name: 'account-confirmation' | 'terms-pause', text: string) =>
    submit(async () => {
      const { data } = await mutate(`POST /api/customers/:id/${name}`, { params: { id } });
      queryCache.update(`/api/customers/${id}/terms`, () => ({ data }));
      toast({ text });
    });

  return (
    <div className="customer-confirmation not-on-statement">
      <p>
        {account === 'waiting'
          ? `Waiting for ${login} to confirm. Until then, take their orders under New order.`
          : `${login} has not confirmed yet that the account is theirs.`}
        {account_asked_at && ` We emailed a link on ${formatShortDay(farmDay(account_asked_at))}. It works for 7 days.`}
        {account === 'unconfirmed' &&
          account_asked_at &&
          ` They may order on invoice until ${lastDay(account_asked_at)}.`}
      </p>
      {error.text && <FormError text={error.text} />}
      <div className="customer-buttons">
        <button
          className="button"
          type="button"
          aria-busy={busy}
          disabled={busy}
          onClick={() => void post('account-confirmation', `We emailed a link to ${login}.`)}
        >
          {account_asked_at ? 'Send the link again' : 'Send the link'}
        </button>
        {account === 'unconfirmed' && (
          <button
            className="button"
            type="button"
            disabled={busy}
            onClick={() => void post('terms-pause', 'They may order on invoice once they confirm.')}
          >
            Pause until confirmed
          </button>
        )}
      </div>
    </div>
  );
}

const lastDay = (askedAt: string): string => formatShortDay(addDays(farmDay(askedAt), CONFIRM_DAYS));

/** Shown once there is something to show, and then until the page is left: what is typed in it stays. */
function Account({ id, terms: { balance, overdue, days } }: { id: number; terms: Terms }) {
  const isNeeded = days !== null || balance !== 0;
  const [isShown, setIsShown] = useState(isNeeded);
  if (isNeeded && !isShown) setIsShown(true);
  if (!isShown) return undefined;
  return (
    <>
      <dl className="customer-balance">
        <div>
          <dt>{balance < 0 ? 'Paid ahead' : 'Owes'}</dt>
          <dd>${formatDollars(Math.abs(balance))}</dd>
        </div>
        {overdue > 0 && (
          <div className="low-stock">
            <dt>Overdue</dt>
            <dd>{signedDollars(overdue)}</dd>
          </div>
        )}
      </dl>
      <details className="customer-edit">
        <summary className="text-link">Record a payment</summary>
        <RecordPayment id={id} balance={balance} />
      </details>
      <Ledger id={id} />
    </>
  );
}

function saved({ days, account }: Terms): string {
  if (days === null) return 'They pay by card again.';
  return account === 'waiting' ? 'They may order on invoice once they confirm.' : 'They may order on invoice.';
}

function TermsForm({ id, terms }: { id: number; terms: Terms }) {
  const queryCache = useQueryCache();
  const { busy, error, submit } = useSubmit();
  const [ending, setEnding] = useState(false);

  const send = (body: { days: number | null; credit_limit: number; login: string }) =>
    submit(async () => {
      const { data } = await mutate('PUT /api/customers/:id/terms', { params: { id }, body });
      queryCache.update(`/api/customers/${id}/terms`, () => ({ data }));
      queryCache.refetch(`/api/customers/${id}`);
      toast({ text: saved(data) });
    });

  function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setEnding(false);
    void send({
      days: Number(fieldText(form, 'days')),
      credit_limit: Number(fieldText(form, 'credit_limit')),
      login: fieldText(form, 'login'),
    });
  }

  return (
    <form className="customer-form" method="post" noValidate onSubmit={save}>
      <Field
        label="Days to pay"
        name="days"
        inputMode="numeric"
        defaultValue={String(terms.days ?? 30)}
        error={error.fields.days}
      />
      <Field
        label="Credit limit in dollars"
        name="credit_limit"
        inputMode="decimal"
        help="The most they may owe. An order above it has to be paid by card."
        defaultValue={String(terms.credit_limit || '')}
        error={error.fields.credit_limit}
      />
      <Field
        label="Account"
        name="login"
        type="email"
        autoComplete="off"
        help="The email they log in with. We email it a link to confirm."
        defaultValue={terms.login ?? ''}
        error={error.fields.login}
      />
      <FormError text={Object.values(error.fields).some(Boolean) ? undefined : error.text} />
      <div className="customer-buttons">
        <button className="button button-gold" type="submit" aria-busy={busy && !ending} disabled={busy}>
          {terms.days === null ? 'Approve' : 'Save terms'}
        </button>
        {terms.days !== null && (
          <button
            className="button"
            type="button"
            disabled={busy}
            onClick={() => {
              setEnding(true);
              void send({ days: null, credit_limit: terms.credit_limit, login: '' });
            }}
          >
            End terms
          </button>
        )}
      </div>
    </form>
  );
}
