import { type SyntheticEvent, useEffect, useReducer, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { ManagedLot } from '#contracts/lots.ts';
import { confirmLeave, useUnsavedChanges } from '#web/router/unsaved-changes.ts';
import { FormError } from '#web/ui/field.tsx';
import { findUnreadable, focusFirst } from './form-dom.ts';
import { LotFields } from './lot-fields.tsx';
import {
  describeChanges,
  isDirty,
  type LotError,
  type LotForm,
  lotFormReducer,
  lotLabels,
  openLotForm,
} from './lot-form-state.ts';

type Props = {
  /** The lot that is edited; none while adding. */
  base: ManagedLot | undefined;
  hop: string;
  save(form: LotForm): Promise<{ is: 'saved'; lot: ManagedLot } | { is: 'refused'; refusal: LotError }>;
  onSaved(lot: ManagedLot): void;
  onClose(): void;
};

export function LotDialog({ base, hop, save, onSaved, onClose }: Props) {
  const [form, send] = useReducer(lotFormReducer, openLotForm(base));
  const dialog = useRef<HTMLDialogElement>(null);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  useUnsavedChanges(isDirty(form));
  const { saving, conflict, message } = form;

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (saving) return;
    const unreadable = findUnreadable(element.current, lotLabels);
    if (unreadable) return refuse({ message: '', errors: unreadable });
    send({ type: 'save' });
    const outcome = await save(form);
    if (outcome.is === 'refused') return refuse(outcome.refusal);
    dialog.current?.close();
    onSaved(outcome.lot);
  }

  function refuse(refusal: LotError) {
    flushSync(() => send({ type: 'refused', refusal }));
    focusFirst(element.current, '[aria-invalid="true"], .edit-conflict button');
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
        if (event.target === event.currentTarget && (saving || !confirmLeave())) event.preventDefault();
      }}
    >
      <form ref={element} method="post" noValidate aria-busy={saving} onSubmit={(event) => void submit(event)}>
        <h2 id="lot-dialog-title">{base ? `Edit lot ${base.number}` : `New lot of ${hop}`}</h2>
        <LotFields form={form} send={send} />
        <FormError text={message} />
        <div className="edit-conflict" role="status">
          {conflict && (
            <>
              <p>Changed meanwhile: {describeChanges(form)}. What you typed is still here.</p>
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
            onClick={() => confirmLeave() && dialog.current?.close()}
          >
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  );
}
