// Warns before unsaved changes are lost: on navigation, logout and closing the window.
import { useEffect } from 'react';

const MESSAGE = 'You have unsaved changes. Leave anyway?';

/** The forms with unsaved changes. */
const unsaved = new Set<object>();

export const hasUnsavedChanges = (): boolean => unsaved.size > 0;

/** True if there is nothing to lose or the user agrees to leave. */
export function confirmLeave(): boolean {
  if (unsaved.size > 0 && !confirm(MESSAGE)) return false;
  // Keep beforeunload from asking a second time.
  unsaved.clear();
  return true;
}

export function useUnsavedChanges(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const form = {};
    unsaved.add(form);
    const warn = (event: BeforeUnloadEvent) => unsaved.size > 0 && event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => {
      unsaved.delete(form);
      removeEventListener('beforeunload', warn);
    };
  }, [dirty]);
}
