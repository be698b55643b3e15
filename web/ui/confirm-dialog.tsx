import { type ReactNode, useEffect, useRef } from 'react';

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

/** Confirms an action. The cancel button has the focus. */
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
    // showModal focuses the first button, which is the one that confirms.
    cancelButton.current?.focus();
    return () => {
      // A dialog that is removed while it is open does not give the focus back.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="confirm-dialog"
      role="alertdialog"
      aria-labelledby="confirm-text"
      onClose={onCancel}
    >
      <p id="confirm-text">{text}</p>
      {children}
      <div className="confirm-dialog-buttons">
        <button
          className={`button button-${tone}`}
          type="button"
          // A disabled button would lose the focus.
          aria-disabled={busy}
          onClick={() => busy || onConfirm()}
        >
          {confirmLabel}
        </button>
        <button ref={cancelButton} className="button" type="button" onClick={() => dialog.current?.close()}>
          {cancelLabel}
        </button>
      </div>
    </dialog>
  );
}
