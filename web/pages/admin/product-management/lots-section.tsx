import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Product } from '#contracts/catalog.ts';
import type { ManagedLot } from '#contracts/lots.ts';
import { download } from '#web/query/download.ts';
import { useQuery } from '#web/query/use-query.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toast } from '#web/ui/toast.tsx';
import { LotDialog } from './lot-dialog.tsx';
import { LotsTable } from './lots-table.tsx';
import { lotsOf, useLotChanges } from './use-lot-changes.ts';

/** The lots of the edited product. Lots are edited in a dialog, so neither form loses the other's input. */
export function LotsSection({ product }: { product: Product }) {
  const lots = useQuery(lotsOf(product.id));
  const changes = useLotChanges(product.id);
  const [editing, setEditing] = useState<{ lot: ManagedLot | undefined }>();
  const [confirming, setConfirming] = useState<ManagedLot>();
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
    const done = lot
      ? `${product.name} is now sold from lot ${lot.number}.`
      : `${product.name} now has no current lot.`;
    showResult(await whileBusy(changes.setCurrent(lot)), done);
  }

  async function remove(lot: ManagedLot) {
    const error = await whileBusy(changes.remove(lot));
    // Close the dialog before moving focus; while it is open, nothing behind it can be focused.
    flushSync(() => setConfirming(undefined));
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
        <button className="button" type="button" onClick={() => setEditing({ lot: undefined })}>
          Add a lot
        </button>
      </div>
      <AsyncView state={lots} loading="Loading lots..." skeleton={<div className="skeleton lots-skeleton" />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="lots-empty">No lots yet. Each order records the lot that is current when it is placed.</p>
          ) : (
            <LotsTable
              lots={data}
              busy={busy}
              onCurrent={(lot) => void setCurrent(lot)}
              onEdit={(lot) => setEditing({ lot })}
              onDelete={setConfirming}
              onRecall={(lot) => void recall(lot)}
            />
          )
        }
      </AsyncView>
      {editing && (
        <LotDialog
          base={editing.lot}
          hop={product.name}
          save={changes.save}
          onSaved={({ number }) => toast({ text: `Lot ${number} saved.` })}
          onClose={() => setEditing(undefined)}
        />
      )}
      {confirming && (
        <ConfirmDialog
          text={`Are you sure you want to delete lot ${confirming.number}?`}
          confirmLabel="Delete"
          busy={busy}
          onConfirm={() => void remove(confirming)}
          onCancel={() => setConfirming(undefined)}
        />
      )}
    </section>
  );
}
