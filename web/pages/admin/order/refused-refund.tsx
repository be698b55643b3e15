import { formatDollars } from '#contracts/money.ts';
import type { Order } from '#contracts/orders.ts';
import { mutate } from '#web/query/mutate.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { FormError } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useOrderUpdate } from './use-order-update.ts';

/** The order was changed, and the card provider did not give the difference back. */
export function RefusedRefund({ order: { id, refused_refund } }: { order: Order }) {
  const update = useOrderUpdate();
  const { busy, error, submit } = useSubmit();
  if (!refused_refund) return undefined;
  const { id: refund, amount, text } = refused_refund;

  const retry = () =>
    submit(async () => {
      update(await mutate('POST /api/orders/:id/refunds/:refund/retry', { params: { id, refund } }));
      toast({ text: 'The refund is on its way.' });
    });

  return (
    <div className="order-dispute" role="status">
      <p>
        The card provider did not give back ${formatDollars(amount)} after the order was changed: {text}
      </p>
      <button className="button" type="button" aria-busy={busy} disabled={busy} onClick={() => void retry()}>
        Try again
      </button>
      <FormError text={error.text} />
    </div>
  );
}
