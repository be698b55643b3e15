import { formatDollars } from '#contracts/money.ts';
import type { LedgerEntry } from '#contracts/terms.ts';
import { mutate } from '#web/query/mutate.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { toast } from '#web/ui/toast.tsx';
import { AmountDialog } from './amount-dialog.tsx';

/** Takes back an invoice in part or in full. */
export function CreditNote({ id, entry: { invoice, amount } }: { id: number; entry: LedgerEntry }) {
  const queryCache = useQueryCache();
  return (
    <AmountDialog
      button="Credit note"
      name={`Credit note for invoice ${invoice}`}
      text={`Take back invoice ${invoice}, in part or in full? The pounds stay sold.`}
      confirmLabel="Write credit note"
      reasonHelp="Printed on the credit note."
      amount={amount}
      onConfirm={async (body) => {
        const { data } = await mutate('POST /api/invoices/:id/credit-notes', { params: { id: invoice ?? 0 }, body });
        queryCache.refetch(`/api/customers/${id}/`);
        toast({ text: `Credit note ${data.number} for $${formatDollars(data.amount)} is written.` });
      }}
    />
  );
}
