import { useState } from 'react';
import type { LibraryPicture } from '#contracts/media.ts';
import { LibraryDialog } from './library-dialog.tsx';

/** Next to a file input: takes a picture that was uploaded before. */
export function ChooseFromLibrary({
  disabled,
  onChoose,
}: {
  disabled: boolean;
  onChoose(picture: LibraryPicture): void;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        className="button choose-from-library"
        type="button"
        aria-haspopup="dialog"
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        Choose from library
      </button>
      {open && <LibraryDialog onChoose={onChoose} onClose={() => setOpen(false)} />}
    </>
  );
}
