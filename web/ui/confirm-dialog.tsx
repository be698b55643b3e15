import { useEffect, useRef } from 'react';

type Props = {
  /** The whole question, in the words of the specification. */
  text: string;
  /** The word on the button that does it. */
  yes: string;
  no?: string;
  busy?: boolean;
  onYes(): void;
  onNo(): void;
};

/** Asks before something that cannot be taken back. The harmless answer has the focus. */
export function ConfirmDialog({ text, yes, no: keep = 'Cancel', busy = false, onYes, onNo }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // Opening gives the focus to the first button, and that is the harmful one.
    no.current?.focus();
  }, []);
  return (
    <dialog ref={dialog} className="confirm-dialog" role="alertdialog" aria-labelledby="question-text" onClose={onNo}>
      <p id="question-text">{text}</p>
      <div className="confirm-dialog-buttons">
        <button className="button button-brick" type="button" disabled={busy} onClick={onYes}>
          {yes}
        </button>
        <button ref={no} className="button" type="button" onClick={() => dialog.current?.close()}>
          {keep}
        </button>
      </div>
    </dialog>
  );
}
