import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Icon } from './icon.tsx';

/** A button that opens a list of further actions. Escape, a click elsewhere and choosing an action close it. */
export function MoreMenu({ label, children }: { label?: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useId();

  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    const onLeave = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('keydown', onKey);
    for (const event of ['pointerdown', 'focusin']) document.addEventListener(event, onLeave);
    return () => {
      document.removeEventListener('keydown', onKey);
      for (const event of ['pointerdown', 'focusin']) document.removeEventListener(event, onLeave);
    };
  }, [open]);

  /** The chosen action is hidden with the list. A dialog that it opens gives the focus back to the button. */
  function close() {
    setOpen(false);
    button.current?.focus();
  }

  return (
    <div ref={root} className="more-menu">
      <button
        ref={button}
        className="button"
        type="button"
        aria-expanded={open}
        aria-controls={list}
        aria-label={label}
        onClick={() => setOpen(!open)}
      >
        More
        <Icon name="down" size={18} />
      </button>
      {/* The buttons inside are reached with Tab; a click on one bubbles up and closes the list. */}
      {/* biome-ignore lint/a11y: the list itself is not a control */}
      <ul id={list} hidden={!open} onClick={close}>
        {children}
      </ul>
    </div>
  );
}
