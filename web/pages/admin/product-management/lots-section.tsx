import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Product } from '#contracts/catalog.ts';
import { formatPounds } from '#contracts/hop-format.ts';
import type { ManagedLot } from '#contracts/lots.ts';
import type { StockEntry } from '#contracts/stock-kinds.ts';
import { download } from '#web/query/download.ts';
import { useQuery } from '#web/query/use-query.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toast } from '#web/ui/toast.tsx';
import { LotDialog } from './lot-dialog.tsx';
import { LotPoundsDialog } from './lot-pounds-dialog.tsx';
import { LotsTable } from './lots-table.tsx';
import { lotsOf, useLotChanges } from './use-lot-changes.ts';

type OpenDialog =
  | { is: 'edit'; lot: ManagedLot | undefined }
  | { is: 'delete'; lot: ManagedLot }
  | { is: 'pounds'; lot: ManagedLot | undefined; kind: StockEntry };

/** The lots of the edited product. Lots are edited in a dialog, so neither form loses the other's input. */
export function LotsSection({ product }: { product: Product }) {
  const lots = useQuery(lotsOf(product.id));
  const changes = useLotChanges(product.id);
  const [dialog, setDialog] = useState<OpenDialog>();
  const [busy, setBusy] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);

  async function whileBusy<T>(work: Promise<T>): Promise<T> {
    setBusy(true);
    const outcome = await work;
    setBusy(false);
    return outcome;
  }

  function showResult(error: string | undefined, done: string) {
    toast(error ? { text: error, variant: 'destructive' } : { text: done });
  }

  async function setCurrent(lot: ManagedLot | null) {
    const otherHasPounds = lots.is === 'ready' && lots.data.data.some(({ stock }) => stock > 0);
    const empty = lot?.stock === 0 && otherHasPounds ? ' It has no pounds yet: add some, or move them here.' : '';
    const done = lot
      ? `${product.name} is now sold from lot ${lot.number}.${empty}`
      : `${product.name} now has no current lot.`;
    showResult(await whileBusy(changes.setCurrent(lot)), done);
  }

  async function remove(lot: ManagedLot) {
    const error = await whileBusy(changes.remove(lot));
    // Close the dialog before moving focus; while it is open, nothing behind it can be focused.
    flushSync(() => setDialog(undefined));
    showResult(error, `Lot ${lot.number} deleted.`);
    title.current?.focus();
  }

  async function recall({ id }: ManagedLot) {
    if (!(await whileBusy(download(`/api/lots/admin/${id}/recall-sheet`))))
      toast({ text: "Couldn't create the recall sheet. Please try again.", variant: 'destructive' });
  }

  return (
    <section className="lots" aria-labelledby="lots-title">
      <div className="lots-head">
        <h2 ref={title} id="lots-title" tabIndex={-1}>
          {product.name} lots
        </h2>
        <button className="button" type="button" onClick={() => setDialog({ is: 'edit', lot: undefined })}>
          Add a lot
        </button>
      </div>
      <AsyncView state={lots} loading="Loading lots..." skeleton={<div className="skeleton lots-skeleton" />}>
        {({ data, pounds_without_lot }) =>
          data.length === 0 ? (
            <p className="lots-empty">No lots yet. Each order records the lots that its pounds come from.</p>
          ) : (
            <>
              <LotsTable
                lots={data}
                busy={busy}
                onCurrent={(lot) => void setCurrent(lot)}
                onEdit={(lot) => setDialog({ is: 'edit', lot })}
                onDelete={(lot) => setDialog({ is: 'delete', lot })}
                onRecall={(lot) => void recall(lot)}
                onPounds={(lot, kind) => setDialog({ is: 'pounds', lot, kind })}
              />
              {pounds_without_lot > 0 && (
                <p className="lots-empty">
                  {formatPounds(pounds_without_lot)} in stock belong to no lot.{' '}
                  <button
                    className="text-button"
                    type="button"
                    onClick={() => setDialog({ is: 'pounds', lot: undefined, kind: 'move' })}
                  >
                    Move them to a lot
                  </button>
                </p>
              )}
              {dialog?.is === 'pounds' && (
                <LotPoundsDialog
                  lot={dialog.lot}
                  kind={dialog.kind}
                  lots={data}
                  change={changes.changePounds}
                  onClose={() => setDialog(undefined)}
                />
              )}
            </>
          )
        }
      </AsyncView>
      {dialog?.is === 'edit' && (
        <LotDialog
          base={dialog.lot}
          hop={product.name}
          save={changes.save}
          onSaved={({ number }) => toast({ text: `Lot ${number} saved.` })}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog?.is === 'delete' && (
        <ConfirmDialog
          text={`Are you sure you want to delete lot ${dialog.lot.number}?`}
          confirmLabel="Delete"
          busy={busy}
          onConfirm={() => void remove(dialog.lot)}
          onCancel={() => setDialog(undefined)}
        />
      )}
    </section>
  );
}
