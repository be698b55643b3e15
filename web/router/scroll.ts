// Where the view stands: each entry of the history remembers it, also over a reload.

const DEBOUNCE_MS = 100;

/** Keeps the entry one is on up to date; the answer does so at once. */
export function trackScroll(): () => void {
  let settled: ReturnType<typeof setTimeout> | undefined;
  history.scrollRestoration = 'manual';
  const save = () => {
    clearTimeout(settled);
    if ((history.state?.scrollY ?? 0) !== scrollY) history.replaceState({ ...history.state, scrollY }, '');
  };
  addEventListener(
    'scroll',
    () => {
      clearTimeout(settled);
      settled = setTimeout(save, DEBOUNCE_MS);
    },
    { passive: true },
  );
  addEventListener('pagehide', save);
  return save;
}

export function restoreScroll(): void {
  scrollTo({ top: history.state?.scrollY ?? 0, behavior: 'instant' });
}

/** Shows what the fragment names, opened if it was folded away; a field that it names is ready to type in. */
export function goToAnchor(hash: string): boolean {
  const anchor = hash && document.getElementById(hash.slice(1));
  if (!anchor) return false;
  anchor.closest('details')?.setAttribute('open', '');
  anchor.scrollIntoView();
  if (anchor instanceof HTMLInputElement) anchor.focus();
  return true;
}
