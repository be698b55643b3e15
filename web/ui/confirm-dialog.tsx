import { Children, type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';

type Props = {
  /** The full question; some are fixed by the specification. */
  text: string;
  /** Label of the confirming button. */
  confirmLabel: string;
  cancelLabel?: string;
  /** Brick red for what destroys something or gives money back. */
  tone?: 'brick' | 'gold';
  busy?: boolean;
  /** Fields below the question. */
  children?: ReactNode;
  onConfirm(): void;
  onCancel(): void;
};

/** Confirms an action. The first field has the focus, and Enter in it confirms; without fields the cancel button has it. */
export function ConfirmDialog({
  text,
  confirmLabel,
  cancelLabel = 'Cancel',
  tone = 'brick',
  busy = false,
  children,
  onConfirm,
  onCancel,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    // Without fields showModal focuses the first button, which is the one that confirms.
    const field = dialog.current?.querySelector<HTMLElement>('input, select, textarea');
    (field ?? cancelButton.current)?.focus();
    return () => {
      // A dialog that is removed while it is open does not give the focus back.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  // Only then a form: a question may be asked inside one, and forms can't be nested.
  const hasFields = Children.toArray(children).length > 0;
  const confirm = () => busy || onConfirm();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    confirm();
  };
  const buttons = (
    <div className="confirm-dialog-buttons">
      <button
        className={`button button-${tone}`}
        type={hasFields ? 'submit' : 'button'}
        // A disabled button would lose the focus.
        aria-disabled={busy}
        onClick={hasFields ? undefined : confirm}
      >
        {confirmLabel}
      </button>
      <button ref={cancelButton} className="button" type="button" onClick={() => dialog.current?.close()}>
        {cancelLabel}
      </button>
    </div>
  );
  return (
    <dialog
      ref={dialog}
      className="confirm-dialog"
      role="alertdialog"
      aria-labelledby="confirm-text"
      onClose={onCancel}
    >
      <p id="confirm-text">{text}</p>
      {hasFields ? (
        <form method="post" noValidate onSubmit={submit}>
          {children}
          {buttons}
        </form>
      ) : (
        buttons
      )}
    </dialog>
  );
}
