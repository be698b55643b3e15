// Short notifications, one at a time.
import { useEffect, useSyncExternalStore } from 'react';
import { Icon } from './icon.tsx';

export type Toast = {
  text: string;
  variant?: 'default' | 'destructive';
  link?: { label: string; href: string };
};

type ToastState = Toast & { id: number; open: boolean };

const VISIBLE_MS = 8_000;
/** The specification's delay for removing a dismissed toast from memory. */
export const REMOVE_MS = 1_000_000;

let latest: ToastState | undefined;
let count = 0;
const listeners = new Set<() => void>();

export function toast(toast: Toast): void {
  count += 1;
  put({ ...toast, id: count, open: true });
}

function dismiss(id: number): void {
  if (latest?.id !== id) return;
  put({ ...latest, open: false });
  setTimeout(() => latest?.id === id && put(undefined), REMOVE_MS);
}

function put(next: ToastState | undefined) {
  latest = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The live region for toasts. Always rendered, so screen readers pick up changes. */
export function Toaster() {
  const current = useSyncExternalStore(
    subscribe,
    () => latest,
    () => undefined,
  );
  return (
    <div className="toaster" role="status">
      {current?.open && <ToastCard key={current.id} toast={current} />}
    </div>
  );
}

function ToastCard({ toast: { id, text, variant = 'default', link } }: { toast: ToastState }) {
  const persistent = link !== undefined;
  useEffect(() => {
    // A toast with a link may be the only way to get there, so it stays until dismissed.
    if (persistent) return;
    // Stays open while hovered or focused.
    let timer = setTimeout(tick, VISIBLE_MS);
    function tick() {
      if (document.querySelector('.toast:is(:hover, :focus-within)')) timer = setTimeout(tick, 1000);
      else dismiss(id);
    }
    return () => clearTimeout(timer);
  }, [id, persistent]);
  return (
    <div className={`toast toast-${variant} dark`}>
      <p>
        {text}{' '}
        {link && (
          <a href={link.href} onClick={() => dismiss(id)}>
            {link.label}
          </a>
        )}
      </p>
      <button className="icon-button" type="button" aria-label="Dismiss" onClick={() => dismiss(id)}>
        <Icon name="close" size={20} />
      </button>
    </div>
  );
}
