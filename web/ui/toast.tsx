// Short news of what happened, one at a time. What a page says in its own place needs no toast.
import { useEffect, useSyncExternalStore } from 'react';
import { Icon } from './icon.tsx';

export type Toast = {
  text: string;
  variant?: 'default' | 'destructive';
  link?: { label: string; href: string };
};

type Shown = Toast & { id: number; open: boolean };

const VISIBLE_MS = 8_000;
/** A dismissed toast leaves memory after this time: the specification's number. */
export const REMOVE_MS = 1_000_000;

let latest: Shown | undefined;
let count = 0;
const listeners = new Set<() => void>();

export function toast(news: Toast): void {
  count += 1;
  put({ ...news, id: count, open: true });
}

function dismiss(id: number): void {
  if (latest?.id !== id) return;
  put({ ...latest, open: false });
  setTimeout(() => latest?.id === id && put(undefined), REMOVE_MS);
}

function put(next: Shown | undefined) {
  latest = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The place where toasts appear; it is there from the start, so that assistive technology listens to it. */
export function Toaster() {
  const shown = useSyncExternalStore(
    subscribe,
    () => latest,
    () => undefined,
  );
  return (
    <div className="toaster" role="status">
      {shown?.open && <ToastCard key={shown.id} toast={shown} />}
    </div>
  );
}

function ToastCard({ toast: { id, text, variant = 'default', link } }: { toast: Shown }) {
  const keeps = link !== undefined;
  useEffect(() => {
    // The only way to something: it stays until it is taken or sent away.
    if (keeps) return;
    // It waits as long as somebody points at it or has the focus in it.
    let timer = setTimeout(tick, VISIBLE_MS);
    function tick() {
      if (document.querySelector('.toast:is(:hover, :focus-within)')) timer = setTimeout(tick, 1000);
      else dismiss(id);
    }
    return () => clearTimeout(timer);
  }, [id, keeps]);
  return (
    <div className={`toast toast-${variant} dark`}>
      <p>
        {text} {link && <a href={link.href}>{link.label}</a>}
      </p>
      <button className="icon-button" type="button" aria-label="Dismiss" onClick={() => dismiss(id)}>
        <Icon name="close" size={20} />
      </button>
    </div>
  );
}
