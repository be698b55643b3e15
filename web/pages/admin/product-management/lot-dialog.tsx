import { type SyntheticEvent, useEffect, useReducer, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { ManagedLot } from '#contracts/lots.ts';
import { mayLeave, useAskBeforeLeaving } from '#web/router/unsaved-changes.ts';
import { FormError } from '#web/ui/field.tsx';
import { focusFirst, unreadableIn } from './form-dom.ts';
import { LotFields } from './lot-fields.tsx';
import { changesIn, isTyped, type LotForm, type LotRefusal, lotForm, lotLabels, openedOn } from './lot-form-state.ts';

type Props = {
  /** The lot that is edited; none while adding. */
  base: ManagedLot | undefined;
  hop: string;
  save(form: LotForm): Promise<{ is: 'saved'; lot: ManagedLot } | { is: 'refused'; refusal: LotRefusal }>;
  onSaved(lot: ManagedLot): void;
  onClose(): void;
};

export function LotDialog({ base, hop, save, onSaved, onClose }: Props) {
  const [form, send] = useReducer(lotForm, openedOn(base));
  const dialog = useRef<HTMLDialogElement>(null);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  useAskBeforeLeaving(isTyped(form));
  const { saving, meanwhile, message } = form;

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (saving) return;
    const unreadable = unreadableIn(element.current, lotLabels);
    if (unreadable) return refuse({ message: '', errors: unreadable });
    send({ type: 'save' });
    const outcome = await save(form);
    if (outcome.is === 'refused') return refuse(outcome.refusal);
    dialog.current?.close();
    onSaved(outcome.lot);
  }

  function refuse(refusal: LotRefusal) {
    flushSync(() => send({ type: 'refused', refusal }));
    focusFirst(element.current, '[aria-invalid="true"], .changed-meanwhile button');
  }

  function loadCurrent() {
    flushSync(() => send({ type: 'load current' }));
    focusFirst(element.current, '[type="submit"]');
  }

  return (
    <dialog
      ref={dialog}
      className="lot-dialog"
      aria-labelledby="lot-dialog-title"
      onClose={onClose}
      onCancel={(event) => {
        // A choice of a file that is given up is told here too, and is no matter of the form.
        if (event.target === event.currentTarget && (saving || !mayLeave())) event.preventDefault();
      }}
    >
      <form ref={element} method="post" noValidate aria-busy={saving} onSubmit={(event) => void submit(event)}>
        <h2 id="lot-dialog-title">{base ? `Edit lot ${base.number}` : `New lot of ${hop}`}</h2>
        <LotFields form={form} send={send} />
        <FormError text={message} />
        <div className="changed-meanwhile" role="status">
          {meanwhile && (
            <>
              <p>Changed meanwhile: {changesIn(form)}. What you typed is still here.</p>
              <button className="button" type="button" onClick={loadCurrent}>
                Load the current values
              </button>
            </>
          )}
        </div>
        <div className="product-form-buttons">
          <button className="button button-gold" type="submit" aria-busy={saving} aria-disabled={saving}>
            {base ? 'Update Lot' : 'Add Lot'}
          </button>
          <button
            className="button"
            type="button"
            disabled={saving}
            onClick={() => mayLeave() && dialog.current?.close()}
          >
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  );
}
