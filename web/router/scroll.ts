// Stores the scroll position in each history entry, so it survives reloads.

const DEBOUNCE_MS = 100;

/** Keeps the current entry up to date; the returned function saves immediately. */
export function trackScroll(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  history.scrollRestoration = 'manual';
  const save = () => {
    clearTimeout(timer);
    if ((history.state?.scrollY ?? 0) !== scrollY) history.replaceState({ ...history.state, scrollY }, '');
  };
  addEventListener(
    'scroll',
    () => {
      clearTimeout(timer);
      timer = setTimeout(save, DEBOUNCE_MS);
    },
    { passive: true },
  );
  addEventListener('pagehide', save);
  return save;
}

export function restoreScroll(): void {
  scrollTo({ top: history.state?.scrollY ?? 0, behavior: 'instant' });
}

/** Scrolls to the fragment's element, opens it if collapsed, and focuses it if it is an input. */
export function goToAnchor(hash: string): boolean {
  const anchor = hash && document.getElementById(hash.slice(1));
  if (!anchor) return false;
  anchor.closest('details')?.setAttribute('open', '');
  anchor.scrollIntoView();
  if (anchor instanceof HTMLInputElement) anchor.focus();
  return true;
}
