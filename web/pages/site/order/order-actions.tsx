import { useState } from 'react';
import { allowedMoves } from '#contracts/ordering-rules.ts';
import type { Order } from '#contracts/orders.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { download } from '#web/query/download.ts';
import { mutate } from '#web/query/mutate.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toast } from '#web/ui/toast.tsx';

type Move = (typeof allowedMoves)[keyof typeof allowedMoves][number];

/** What staff may do with the order. What cannot be taken back is asked first. */
export function OrderActions({ order }: { order: Order }) {
  const answers = useQueryCache();
  const [asked, setAsked] = useState<Move>();
  const [busy, setBusy] = useState(false);
  const { id, status, refundable, refunding } = order;
  const offered = allowedMoves[status].filter(({ to }) => to !== 'refunded' || refundable);

  async function move({ to }: Move) {
    if (to !== 'ready' && to !== 'completed' && to !== 'cancelled' && to !== 'refunded') return;
    setBusy(true);
    try {
      const reply = await mutate('POST /api/orders/:id/status-changes', { params: { id }, body: { to } });
      for (const url of [`/api/orders/${id}`, `/api/orders/${id}${location.search}`]) answers.update(url, () => reply);
      toast({ text: reply.data.refunding ? 'The refund is on its way.' : `Order ${id} is ${reply.data.status} now.` });
    } catch (error) {
      toast({ text: error instanceof Error ? error.message : 'An unknown error occurred.', variant: 'destructive' });
    }
    setBusy(false);
    setAsked(undefined);
  }

  async function recall(lotId: number) {
    setBusy(true);
    if (!(await download(`/api/lots/admin/${lotId}/recall-sheet`)))
      toast({ text: 'The recall sheet could not be made. Please try again.', variant: 'destructive' });
    setBusy(false);
  }

  return (
    <div className="order-actions">
      {offered.map((each) => (
        <button
          key={each.to}
          className={each.to === 'ready' || each.to === 'completed' ? 'button button-gold' : 'button'}
          type="button"
          disabled={busy}
          onClick={() => setAsked(each)}
        >
          {each.label}
        </button>
      ))}
      {refunding && <span>The refund is on its way.</span>}
      <button className="button" type="button" onClick={printPackingSlip}>
        Packing slip
      </button>
      {order.lines.map(
        ({ lot }) =>
          lot && (
            <button key={lot.id} className="button" type="button" disabled={busy} onClick={() => void recall(lot.id)}>
              Recall sheet of lot {lot.number}
            </button>
          ),
      )}
      <a className="text-link" href={pagePaths.findOrder}>
        Find another order
      </a>
      {asked && (
        <ConfirmDialog
          text={confirmText(asked, order)}
          yes={asked.label}
          no={asked.to === 'cancelled' ? 'Keep order' : 'Cancel'}
          busy={busy}
          onYes={() => void move(asked)}
          onNo={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

function confirmText({ to }: Move, { id, email, payment_id, total, status }: Order): string {
  const told = email && payment_id ? ' The buyer gets a mail.' : '';
  if (to === 'refunded') return `Refund $${total.toFixed(2)} for order ${id}?${told}`;
  if (to === 'cancelled')
    return `Cancel order ${id}? The pounds go back to stock.${status === 'pending' ? '' : ' The card is not refunded by this.'}${told}`;
  return `Is order ${id} ${to}?${told}`;
}

/** The same page without its amounts. */
function printPackingSlip() {
  document.documentElement.classList.add('packing-slip');
  print();
  document.documentElement.classList.remove('packing-slip');
}
