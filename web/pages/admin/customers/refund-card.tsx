import { formatDollars } from '#contracts/money.ts';
import type { LedgerEntry } from '#contracts/terms.ts';
import { mutate } from '#web/query/mutate.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { toast } from '#web/ui/toast.tsx';
import { AmountDialog } from './amount-dialog.tsx';

type Props = {
  id: number;
  entry: LedgerEntry;
  /** What the customer has paid ahead, in dollars. */
  credit: number;
};

/** Gives a customer's credit back to the card that paid. */
export function RefundCard({ id, entry, credit }: Props) {
  const queryCache = useQueryCache();
  const amount = Math.min(credit, -entry.amount);
  return (
    <AmountDialog
      button="Refund to card"
      name={`Refund to card, ${entry.note}`}
      text={`They have a credit of $${formatDollars(credit)}. Give it back to the card?`}
      confirmLabel="Refund"
      reasonHelp="For staff."
      amount={amount}
      onConfirm={async (body) => {
        const params = { id, entry: entry.id };
        const { data } = await mutate('POST /api/customers/:id/payments/:entry/refunds', { params, body });
        queryCache.update(`/api/customers/${id}/terms`, () => ({ data }));
        queryCache.refetch(`/api/customers/${id}/`);
        toast({ text: `The refund of $${formatDollars(body.amount)} is on its way.` });
      }}
    />
  );
}
