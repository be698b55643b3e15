import type { SubmitEvent } from 'react';
import { farmDay } from '#contracts/dates.ts';
import { formatDollars } from '#contracts/money.ts';
import type { PaymentMethod } from '#contracts/terms.ts';
import { capitalize } from '#web/ordering/status-pill.tsx';
import { mutate } from '#web/query/mutate.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { useKeyedSubmit } from '#web/query/use-keyed-submit.ts';
import { Field, FieldFrame, FormError } from '#web/ui/field.tsx';
import { fieldText } from '#web/ui/form-values.ts';
import { toast } from '#web/ui/toast.tsx';

const methods: PaymentMethod[] = ['check', 'cash', 'bank transfer'];

export function RecordPayment({ id, balance }: { id: number; balance: number }) {
  const queryCache = useQueryCache();
  const { busy, error, submit } = useKeyedSubmit(`/api/customers/${id}/`);
  const today = farmDay(new Date().toISOString());

  function record(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const amount = Number(fieldText(form, 'amount').replace(/[$,\s]/g, ''));
    const method = methods.find((each) => each === fieldText(form, 'method')) ?? 'check';
    const body = { amount, method, received_on: fieldText(form, 'received_on'), note: fieldText(form, 'note') };
    void submit(async (key) => {
      const { data } = await mutate('POST /api/customers/:id/payments', { params: { id }, body: { ...body, key } });
      form.reset();
      queryCache.update(`/api/customers/${id}/terms`, () => ({ data }));
      queryCache.refetch(`/api/customers/${id}/`);
      toast({ text: `$${formatDollars(amount)} recorded.` });
    });
  }

  return (
    <form className="customer-form" method="post" noValidate onSubmit={record}>
      <Field
        label="Amount in dollars"
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        help="It pays the oldest invoices first. What is too much is kept for the next ones."
        defaultValue={balance > 0 ? balance.toFixed(2) : ''}
        error={error.fields.amount}
      />
      <FieldFrame label="Paid by" error={error.fields.method}>
        {(control) => (
          <select className="field-input" name="method" {...control}>
            {methods.map((method) => (
              <option key={method} value={method}>
                {capitalize(method)}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      <Field
        label="Received on"
        name="received_on"
        type="date"
        max={today}
        defaultValue={today}
        error={error.fields.received_on}
      />
      <Field
        label="Note"
        optional
        name="note"
        autoComplete="off"
        help="Such as the number of the check."
        error={error.fields.note}
      />
      <FormError text={Object.values(error.fields).some(Boolean) ? undefined : error.text} />
      <button className="button button-gold" type="submit" aria-busy={busy} disabled={busy}>
        Record payment
      </button>
    </form>
  );
}
