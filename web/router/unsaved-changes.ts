// Warns before unsaved changes are lost: on navigation, logout and closing the window.
import { useEffect } from 'react';

const MESSAGE = 'You have unsaved changes. Leave anyway?';

let unsaved = false;

export const hasUnsavedChanges = (): boolean => unsaved;

/** True if there is nothing to lose or the user agrees to leave. */
export function confirmLeave(): boolean {
  if (unsaved && !confirm(MESSAGE)) return false;
  // Keep beforeunload from asking a second time.
  unsaved = false;
  return true;
}

export function useUnsavedChanges(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    unsaved = true;
    const warn = (event: BeforeUnloadEvent) => unsaved && event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => {
      unsaved = false;
      removeEventListener('beforeunload', warn);
    };
  }, [dirty]);
}
