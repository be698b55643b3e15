// After someone else saved what is being edited: what has changed, a way to load it, and a way back for one's own input.

type ConflictProps = {
  conflict: { differences: string; loaded: boolean } | undefined;
  /** Whether fields now show someone else's value instead of what was typed. */
  replacedInput: boolean;
  onLoadCurrent(): void;
};

export function EditConflict({ conflict, replacedInput, onLoadCurrent }: ConflictProps) {
  return (
    <div className="edit-conflict" role="status">
      {conflict && !conflict.loaded && (
        <>
          <p>Changed since you opened it: {conflict.differences}. Your edits are still here.</p>
          <button className="button" type="button" onClick={onLoadCurrent}>
            Load current values
          </button>
        </>
      )}
      {conflict?.loaded && (
        <p>
          {replacedInput
            ? 'Current values loaded. Where both of you changed a field, your text is shown below it.'
            : 'Current values loaded. Fields that only you changed keep your edits.'}
        </p>
      )}
    </div>
  );
}

/** Shown below a field that both changed and that now has the other person's value. */
export function RestoreInput({ text, onRestore }: { text: string; onRestore(): void }) {
  return (
    <>
      You typed “{text}”.{' '}
      <button className="text-button restore-input" type="button" onClick={onRestore}>
        Put it back
      </button>
    </>
  );
}
