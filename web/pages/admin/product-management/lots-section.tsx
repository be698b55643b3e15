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

/** The lots of the product that is edited. A lot is written in a form over the page, so that neither form loses what the other saves. */
export function LotsSection({ product }: { product: Product }) {
  const lots = useQuery(lotsOf(product.id));
  const changes = useLotChanges(product.id);
  const [opened, setOpened] = useState<{ lot: ManagedLot | undefined }>();
  const [asked, setAsked] = useState<ManagedLot>();
  const [busy, setBusy] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);

  async function during<T>(work: Promise<T>): Promise<T> {
    setBusy(true);
    const outcome = await work;
    setBusy(false);
    return outcome;
  }

  function tell(refusal: string | undefined, done: string) {
    toast(refusal ? { text: refusal, variant: 'destructive' } : { text: done });
  }

  async function setCurrent(lot: ManagedLot | null) {
    const done = lot
      ? `${product.name} is sold from lot ${lot.number} now.`
      : `${product.name} has no current lot now.`;
    tell(await during(changes.setCurrent(lot)), done);
  }

  async function remove(lot: ManagedLot) {
    const refusal = await during(changes.remove(lot));
    // At once: as long as the question is open nothing behind it takes the focus.
    flushSync(() => setAsked(undefined));
    tell(refusal, `Lot ${lot.number} was deleted.`);
    title.current?.focus();
  }

  async function recall({ id }: ManagedLot) {
    if (!(await during(download(`/api/lots/admin/${id}/recall-sheet`))))
      toast({ text: 'The recall sheet could not be made. Please try again.', variant: 'destructive' });
  }

  return (
    <section className="lots" aria-labelledby="lots-title">
      <div className="lots-head">
        <h2 ref={title} id="lots-title" tabIndex={-1}>
          Lots of {product.name}
        </h2>
        <button className="button" type="button" onClick={() => setOpened({ lot: undefined })}>
          Add a lot
        </button>
      </div>
      <AsyncView state={lots} loading="Loading lots..." skeleton={<div className="skeleton lots-waiting" />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="lots-empty">No lots yet. An order remembers the lot that is current when it is placed.</p>
          ) : (
            <LotsTable
              lots={data}
              busy={busy}
              onCurrent={(lot) => void setCurrent(lot)}
              onEdit={(lot) => setOpened({ lot })}
              onDelete={setAsked}
              onRecall={(lot) => void recall(lot)}
            />
          )
        }
      </AsyncView>
      {opened && (
        <LotDialog
          base={opened.lot}
          hop={product.name}
          save={changes.save}
          onSaved={({ number }) => toast({ text: `Lot ${number} was saved.` })}
          onClose={() => setOpened(undefined)}
        />
      )}
      {asked && (
        <ConfirmDialog
          text={`Are you sure you want to delete lot ${asked.number}?`}
          yes="Delete"
          busy={busy}
          onYes={() => void remove(asked)}
          onNo={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}
