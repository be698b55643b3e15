import { useState } from 'react';
import { formatDollars } from '#contracts/money.ts';
import type { LedgerEntry } from '#contracts/terms.ts';
import { randomKey } from '#web/ordering/random-key.ts';
import { mutate } from '#web/query/mutate.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field, FormError } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.tsx';

/** Takes back an invoice in part or in full. */
export function CreditNote({ id, entry: { invoice, amount } }: { id: number; entry: LedgerEntry }) {
  const queryCache = useQueryCache();
  const { busy, error, submit } = useSubmit();
  const [asking, setAsking] = useState(false);
  /** One per credit note: a second click writes none. */
  const [key, setKey] = useState(randomKey);
  const [credit, setCredit] = useState('');
  const [reason, setReason] = useState('');

  const write = () =>
    submit(async () => {
      const { data } = await mutate('POST /api/invoices/:id/credit-notes', {
        params: { id: invoice ?? 0 },
        body: { amount: Number(credit.replace(/[$,\s]/g, '')), reason, key },
      });
      setAsking(false);
      setKey(randomKey());
      queryCache.refetch(`/api/customers/${id}/`);
      toast({ text: `Credit note ${data.number} for $${formatDollars(data.amount)} is written.` });
    });

  return (
    <>
      <button
        className="text-button"
        type="button"
        aria-label={`Credit note for invoice ${invoice}`}
        onClick={() => {
          setCredit(amount.toFixed(2));
          setAsking(true);
        }}
      >
        Credit note
      </button>
      {asking && (
        <ConfirmDialog
          text={`Take back invoice ${invoice}, in part or in full? The pounds stay sold.`}
          confirmLabel="Write credit note"
          busy={busy}
          onConfirm={() => void write()}
          onCancel={() => setAsking(false)}
        >
          <Field
            label="Amount in dollars"
            inputMode="decimal"
            value={credit}
            error={error.fields.amount}
            onChange={({ currentTarget: { value } }) => setCredit(value)}
          />
          <Field
            label="Reason"
            maxLength={300}
            help="Printed on the credit note."
            value={reason}
            error={error.fields.reason}
            onChange={({ currentTarget: { value } }) => setReason(value)}
          />
          <FormError text={Object.values(error.fields).some(Boolean) ? undefined : error.text} />
        </ConfirmDialog>
      )}
    </>
  );
}
