import { useState } from 'react';
import { allowedMoves } from '#contracts/ordering-rules.ts';
import type { Order } from '#contracts/orders.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { describeDispute } from '#contracts/payment-alerts.ts';
import { download } from '#web/query/download.ts';
import { mutate } from '#web/query/mutate.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toast } from '#web/ui/toast.tsx';

type Move = (typeof allowedMoves)[keyof typeof allowedMoves][number];

/** Staff actions for the order. Status changes are confirmed first. */
export function OrderActions({ order }: { order: Order }) {
  const queryCache = useQueryCache();
  const [confirming, setConfirming] = useState<Move>();
  const [busy, setBusy] = useState(false);
  const { id, status, refundable, refunding } = order;
  const moves = allowedMoves[status].filter(({ to }) => to !== 'refunded' || refundable);

  async function move({ to }: Move) {
    if (to !== 'ready' && to !== 'completed' && to !== 'cancelled' && to !== 'refunded') return;
    setBusy(true);
    try {
      const response = await mutate('POST /api/orders/:id/status-changes', { params: { id }, body: { to } });
      for (const url of [`/api/orders/${id}`, `/api/orders/${id}${location.search}`])
        queryCache.update(url, () => response);
      toast({
        text: response.data.refunding ? 'The refund is on its way.' : `Order ${id} is now ${response.data.status}.`,
      });
    } catch (error) {
      toast({ text: error instanceof Error ? error.message : 'An unknown error occurred.', variant: 'destructive' });
    }
    setBusy(false);
    setConfirming(undefined);
  }

  async function recall(lotId: number) {
    setBusy(true);
    if (!(await download(`/api/lots/admin/${lotId}/recall-sheet`)))
      toast({ text: "Couldn't create the recall sheet. Please try again.", variant: 'destructive' });
    setBusy(false);
  }

  return (
    <div className="order-actions">
      {moves.map((each) => (
        <button
          key={each.to}
          className={each.to === 'ready' || each.to === 'completed' ? 'button button-gold' : 'button'}
          type="button"
          disabled={busy}
          onClick={() => setConfirming(each)}
        >
          {each.label}
        </button>
      ))}
      {refunding && <span>The refund is on its way.</span>}
      {order.dispute && (
        <p className="order-dispute" role="status">
          The buyer disputes this charge at their bank. The dispute {describeDispute(order.dispute)}.
        </p>
      )}
      <button className="button" type="button" onClick={printPackingSlip}>
        Packing slip
      </button>
      {order.lines.map(
        ({ lot }) =>
          lot && (
            <button key={lot.id} className="button" type="button" disabled={busy} onClick={() => void recall(lot.id)}>
              Recall sheet for lot {lot.number}
            </button>
          ),
      )}
      <a className="text-link" href={pagePaths.findOrder}>
        Find another order
      </a>
      {confirming && (
        <ConfirmDialog
          text={confirmText(confirming, order)}
          confirmLabel={confirming.label}
          cancelLabel={confirming.to === 'cancelled' ? 'Keep order' : 'Cancel'}
          busy={busy}
          onConfirm={() => void move(confirming)}
          onCancel={() => setConfirming(undefined)}
        />
      )}
    </div>
  );
}

function confirmText({ to }: Move, { id, email, payment_id, total, status }: Order): string {
  const notice = email && payment_id ? " We'll email the buyer." : '';
  if (to === 'refunded') return `Refund $${total.toFixed(2)} for order ${id}?${notice}`;
  if (to === 'cancelled')
    return `Cancel order ${id}? The pounds go back to stock.${status === 'pending' ? '' : " This doesn't refund the card."}${notice}`;
  return `Mark order ${id} ${to}?${notice}`;
}

/** Prints the page without amounts. */
function printPackingSlip() {
  document.documentElement.classList.add('packing-slip');
  print();
  document.documentElement.classList.remove('packing-slip');
}
