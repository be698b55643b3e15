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
  /** The lot being edited; undefined while adding. */
  base: ManagedLot | undefined;
  hop: string;
  save(form: LotForm): Promise<{ is: 'saved'; lot: ManagedLot } | { is: 'failed'; error: LotError }>;
  onSaved(lot: ManagedLot): void;
  onClose(): void;
};

export function LotDialog({ base, hop, save, onSaved, onClose }: Props) {
  const [form, dispatch] = useReducer(lotFormReducer, openLotForm(base));
  const dialog = useRef<HTMLDialogElement>(null);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  useUnsavedChanges(isDirty(form));
  const { saving, conflict, message } = form;

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (saving) return;
    const unreadable = findUnreadable(element.current, lotLabels);
    if (unreadable) return showError({ message: '', errors: unreadable });
    dispatch({ type: 'save' });
    const outcome = await save(form);
    if (outcome.is === 'failed') return showError(outcome.error);
    dialog.current?.close();
    onSaved(outcome.lot);
  }

  function showError(error: LotError) {
    flushSync(() => dispatch({ type: 'failed', error }));
    focusFirst(element.current, '[aria-invalid="true"], .edit-conflict button');
  }

  function loadCurrent() {
    flushSync(() => dispatch({ type: 'load current' }));
    focusFirst(element.current, '[type="submit"]');
  }

  return (
    <dialog
      ref={dialog}
      className="lot-dialog"
      aria-labelledby="lot-dialog-title"
      onClose={onClose}
      onCancel={(event) => {
        // File inputs fire a bubbling cancel event too; ignore it.
        if (event.target === event.currentTarget && (saving || !confirmLeave())) event.preventDefault();
      }}
    >
      <form ref={element} method="post" noValidate aria-busy={saving} onSubmit={(event) => void submit(event)}>
        <h2 id="lot-dialog-title">{base ? `Edit lot ${base.number}` : `New ${hop} lot`}</h2>
        <LotFields form={form} dispatch={dispatch} />
        <FormError text={message} />
        <div className="edit-conflict" role="status">
          {conflict && (
            <>
              <p>Changed since you opened it: {describeChanges(form)}. Your edits are still here.</p>
              <button className="button" type="button" onClick={loadCurrent}>
                Load current values
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
