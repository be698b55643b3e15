import { useState } from 'react';
import { lotLabel } from '#contracts/lot-text.ts';
import { canBeChanged, isOver, isSold, movesFrom } from '#contracts/ordering-rules.ts';
import type { Order } from '#contracts/orders.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { printPackingSlips } from '#web/ordering/print-packing-slips.ts';
import { download } from '#web/query/download.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { MoreMenu } from '#web/ui/more-menu.tsx';
import { toast } from '#web/ui/toast.tsx';
import { Unbroken } from '#web/ui/unbroken.tsx';
import { LotsDialog } from './lots-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { type Move, useStatusChange } from './use-status-change.ts';
import { WeighedDialog } from './weighed-dialog.tsx';

/** The next step as the one main button, everything else under More. Status changes are confirmed first. */
export function OrderActions({ order }: { order: Order }) {
  const [confirming, setConfirming] = useState<Move>();
  const [dialog, setDialog] = useState<'refund' | 'weighed' | 'lots'>();
  const [downloading, setDownloading] = useState(false);
  const { status, on_terms, refundable, refunding, lines, reservation } = order;
  // Its hops are weighed at the harvest.
  const waits = reservation?.state === 'held';
  const moves = movesFrom(status, on_terms).filter(
    ({ to }) => (to !== 'refunded' || refundable) && !(waits && to === 'ready'),
  );
  const main = moves.find(({ to }) => to === 'ready' || to === 'completed' || isOver(status));
  const lots = lines.flatMap(({ lots: each }) => each);
  const changeable = canBeChanged(order) && !refunding && !waits;
  const creditable = on_terms && isSold(status, true) && order.refunded < order.total;

  async function recall(lotId: number) {
    setDownloading(true);
    if (!(await download(`/api/lots/admin/${lotId}/recall-sheet`)))
      toast({ text: "Couldn't create the recall sheet. Please try again.", variant: 'destructive' });
    setDownloading(false);
  }

  return (
    <div className="order-actions">
      {main && (
        <button className="button button-gold" type="button" onClick={() => setConfirming(main)}>
          {main.label}
        </button>
      )}
      {refunding && <p role="status">The refund is on its way.</p>}
      <MoreMenu>
        <li>
          <button type="button" onClick={printPackingSlips}>
            Packing slip
          </button>
        </li>
        <li>
          <a href={`${pagePaths.labels}?orders=${order.id}`}>Bag labels</a>
        </li>
        {changeable && (
          <>
            <li>
              <button type="button" onClick={() => setDialog('weighed')}>
                Weighed pounds
              </button>
            </li>
            <li>
              <button type="button" onClick={() => setDialog('lots')}>
                Packed from lots
              </button>
            </li>
            <li>
              <a href={pagePaths.changeOrder(order.id)}>Change order</a>
            </li>
          </>
        )}
        {lots.map(({ id, number }) => (
          <li key={id}>
            <button type="button" disabled={downloading} onClick={() => void recall(id)}>
              Recall sheet for lot {number}
            </button>
          </li>
        ))}
        {((refundable && !on_terms && status !== 'refunded') || creditable) && (
          <li>
            <button className="more-menu-danger" type="button" onClick={() => setDialog('refund')}>
              Give back a part
            </button>
          </li>
        )}
        {moves
          .filter((each) => each !== main)
          .map((each) => (
            <li key={each.to}>
              <button className="more-menu-danger" type="button" onClick={() => setConfirming(each)}>
                {each.label}
              </button>
            </li>
          ))}
      </MoreMenu>
      {dialog === 'refund' && <RefundDialog order={order} onClose={() => setDialog(undefined)} />}
      {dialog === 'weighed' && <WeighedDialog order={order} onClose={() => setDialog(undefined)} />}
      {dialog === 'lots' && <LotsDialog order={order} onClose={() => setDialog(undefined)} />}
      {confirming && <ConfirmMove order={order} move={confirming} onClose={() => setConfirming(undefined)} />}
    </div>
  );
}

type ConfirmProps = { order: Order; move: Move; onClose(): void };

function ConfirmMove({ order, move, onClose }: ConfirmProps) {
  const [reason, setReason] = useState('');
  const { busy, changeStatus } = useStatusChange(order.id);
  const refund = move.to === 'refunded';
  return (
    <ConfirmDialog
      text={confirmText(move, order)}
      confirmLabel={move.label}
      cancelLabel={move.to === 'cancelled' ? 'Keep order' : 'Cancel'}
      tone={refund || move.to === 'cancelled' ? 'brick' : 'gold'}
      busy={busy}
      onConfirm={() => void changeStatus(move, refund ? reason.trim() : '').then(onClose)}
      onCancel={onClose}
    >
      {move.to === 'ready' && order.lines.some(({ lots }) => lots.length > 0) && (
        <div className="dialog-fields">
          <p className="field-help">
            Packed from <Unbroken text={order.lines.map(describeLots).filter(Boolean).join('; ')} />. If that is not so,
            change it first: More, Packed from lots.
          </p>
        </div>
      )}
      {refund && (
        <Field
          label="Reason"
          optional
          help="Kept in the order's history. Only staff see it."
          maxLength={300}
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
      )}
    </ConfirmDialog>
  );
}

const describeLots = ({ name, pounds, lots }: Order['lines'][number]): string =>
  lots.length === 0 ? '' : `${name} ${lotLabel(lots, pounds)}`;

function confirmText({ to }: Move, order: Order): string {
  const { id, email, payment_id, on_terms, refund_left, status, reservation, invoices } = order;
  const notice = email && (payment_id || on_terms) ? " We'll email the buyer." : '';
  const invoiced =
    !isOver(status) && invoices.some(({ amount, open }) => open < amount)
      ? ' What a card paid for its invoice goes back too.'
      : '';
  if (to === 'refunded') return `Refund $${refund_left.toFixed(2)} for order ${id}?${invoiced}${notice}`;
  if (to === 'cancelled' && on_terms)
    return `Cancel order ${id}? The pounds go back to stock, and a credit note takes back its invoice.${notice}`;
  if (to === 'cancelled')
    return `Cancel order ${id}? The pounds go back to ${reservation?.state === 'held' ? 'the harvest' : 'stock'}.${status === 'pending' ? '' : " This doesn't refund the card."}${notice}`;
  return `Mark order ${id} ${to}?${notice}`;
}
