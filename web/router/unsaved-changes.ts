// Whoever has typed something and not saved it is asked before it is lost: on a link, on the way back, at Logout,
// and when the window closes.
import { useEffect } from 'react';

const MESSAGE = 'What you typed is not saved. Go on without it?';

let unsaved = false;

/** True where nothing would be lost, or where the person gives it up. */
export function confirmLeave(): boolean {
  if (unsaved && !confirm(MESSAGE)) return false;
  // The document must not ask once more on its way out.
  unsaved = false;
  return true;
}

export function useUnsavedChanges(typed: boolean): void {
  useEffect(() => {
    if (!typed) return;
    unsaved = true;
    const ask = (event: BeforeUnloadEvent) => unsaved && event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => {
      unsaved = false;
      removeEventListener('beforeunload', ask);
    };
  }, [typed]);
}
